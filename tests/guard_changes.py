"""Small changes for tests of the guard's rules: a project, and what is different in it.

A case gives only the files that matter; the rest is one small shop with a test.
"""

from __future__ import annotations

from textwrap import dedent

from patchsmith.changes.between import change_set_between
from patchsmith.findings import Finding, Severity
from patchsmith.guard.checking import check
from patchsmith.guard.evidence import Evidence
from patchsmith.guard.policy import Policy
from patchsmith.guard.result import GuardResult

BLOCK, WARN, INFO = Severity.BLOCK, Severity.WARN, Severity.INFO
CODE = """
def price(count, each):
    return count * each


def label(name):
    return name.strip().title()
"""
FIXED = CODE.replace("count * each", "max(count, 0) * each")
"""The code after an honest repair."""
Files = dict[str, str]


def judged(
    before: Files, after: Files, *, evidence: Evidence | None = None, policy: Policy | None = None
) -> GuardResult:
    """Return the judgement of a change, given as the files that differ; no text, no file."""
    base = {"shop.py": CODE, "README.md": "A shop.\n"}
    old = {
        path: dedent(text).lstrip("\n").encode() for path, text in (base | before).items() if text
    }
    new = {
        path: dedent(text).lstrip("\n").encode() for path, text in (base | after).items() if text
    }
    return check(change_set_between(old, new), baseline=old, policy=policy, evidence=evidence)


def of_rule(result: GuardResult, rule: str) -> list[Finding]:
    """Return the findings of one rule."""
    return [finding for finding in result.findings if finding.rule == rule]


def weights(before: Files, after: Files, rule: str) -> list[Severity]:
    """Return the severities with which a rule fires on a change, the heaviest first."""
    return [finding.severity for finding in of_rule(judged(before, after), rule)]


def changed_tests(before: str, after: str, *, fixed: bool = False) -> tuple[Files, Files]:
    """Return a change of the shop's test file, with an honest repair if asked."""
    code = FIXED if fixed else CODE
    return {"tests/test_shop.py": before}, {"tests/test_shop.py": after, "shop.py": code}


def one_test(before: str, after: str, *, fixed: bool = False) -> tuple[Files, Files]:
    """Return a change of the body of the shop's one test: statements, a line each."""
    return changed_tests(_test(before), _test(after), fixed=fixed)


def _test(body: str) -> str:
    head = "import pytest\nfrom unittest import mock\nfrom shop import label, price\n\n\n"
    lines = "\n".join(f"    {line}" for line in dedent(body).strip("\n").split("\n"))
    return f"{head}def test_shop():\n{lines}\n"


Change = tuple[Files, Files]


def assert_quiet(rule: str, change: Change) -> None:
    """Assert that a rule finds nothing that weighs anything."""
    found = [each for each in of_rule(judged(*change), rule) if each.severity is not INFO]
    assert not found, found


def assert_fires(rule: str, change: Change, weight: Severity) -> None:
    """Assert that a rule finds a change, the heaviest finding with the given weight."""
    fired = weights(*change, rule)
    assert fired, judged(*change).findings
    assert fired[0] is weight


def reversed_change(change: Change) -> Change:
    """Return the same edit the other way around; files that only one side names stay gone."""
    before, after = change
    code = {"shop.py": CODE} if "shop.py" in after and "shop.py" not in before else {}
    old = {path: text for path, text in after.items() if text}
    return old, before | code
