"""Findings and the verdict over many."""

from __future__ import annotations

import pytest

from patchsmith.findings import Finding, Severity, Verdict, verdict_of


@pytest.mark.parametrize(
    ("severities", "verdict"),
    [
        ((), Verdict.CLEAN),
        ((Severity.INFO,), Verdict.CLEAN),
        ((Severity.INFO, Severity.WARN), Verdict.WARN),
        ((Severity.WARN, Severity.BLOCK, Severity.INFO), Verdict.BLOCK),
    ],
)
def test_the_heaviest_severity_decides(severities: tuple[Severity, ...], verdict: Verdict) -> None:
    """One blocking finding blocks; information alone is clean."""
    findings = tuple(Finding("X1", severity, "a.py", "seen") for severity in severities)
    assert verdict_of(findings) is verdict


def test_to_dict_is_what_json_holds() -> None:
    """Severities are their plain words."""
    finding = Finding("PT01", Severity.BLOCK, "tests/test_a.py", "a test was edited", 3)
    assert finding.to_dict() == {
        "rule": "PT01", "severity": "block", "path": "tests/test_a.py", "line_no": 3,
        "message": "a test was edited",
    }  # fmt: skip
