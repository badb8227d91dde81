"""The judgement as a value."""

from __future__ import annotations

from patchsmith.findings import Finding, Severity, Verdict
from patchsmith.guard.result import GuardResult, Note


def test_the_heaviest_finding_decides() -> None:
    """Information alone is clean."""
    info = Finding("SK01", Severity.INFO, "a", "m")
    assert GuardResult((info,)).verdict is Verdict.CLEAN
    assert GuardResult((info, Finding("TD01", Severity.BLOCK, "a", "m"))).verdict is Verdict.BLOCK


def test_as_json() -> None:
    """Verdict, findings and notes."""
    found = GuardResult(
        (Finding("TD01", Severity.WARN, "a", "m", 3, before="x"),), (Note("b", "n"),)
    )
    assert found.to_dict() == {
        "verdict": "warn",
        "findings": [
            {
                "rule": "TD01",
                "severity": "warn",
                "path": "a",
                "line_no": 3,
                "message": "m",
                "before": "x",
            }
        ],
        "notes": [{"path": "b", "message": "n"}],
    }
