"""The guard's result for people, code hosts and workflows."""

from __future__ import annotations

import json

from patchsmith.cli.guard_formats import as_github, as_sarif, as_text
from patchsmith.findings import Finding, Severity
from patchsmith.guard.registry import RULES
from patchsmith.guard.result import GuardResult, Note

FINDING = Finding(
    "AW03", Severity.BLOCK, "tests/a b.py", "a check was loosened", 7,
    before="f() == 3", after="f()", why="Why.", legitimate="What is right.",
)  # fmt: skip
RESULT = GuardResult(
    (
        FINDING,
        Finding("DY01", Severity.WARN, "", "a test did not run"),
        Finding("CF05", Severity.INFO, "x.py", "50% of it\n::error::made up"),
    ),
    (Note("a.go", "go is judged by text rules"),),
)


def test_text_names_place_rule_and_code() -> None:
    """One summary line ends it; what a file holds never makes a line of its own."""
    assert as_text(RESULT, files=2).splitlines() == [
        "tests/a b.py:7: block AW03 a check was loosened",
        "  - f() == 3",
        "  + f()",
        "  Why.",
        "  What is right.",
        "warn DY01 a test did not run",
        "x.py: info CF05 50% of it\\n::error::made up",
        "note: a.go: go is judged by text rules",
        "block: 2 files changed, 1 block, 1 warn, 1 info",
    ]
    assert as_text(GuardResult(()), files=1) == "clean: 1 file changed, no findings\n"


def test_annotations_are_escaped() -> None:
    """Text of a finding can not begin another workflow command."""
    assert as_github(RESULT).splitlines() == [
        "::error file=tests/a b.py,line=7,title=AW03::a check was loosened%0AWhy.%0AWhat is right.",
        "::warning title=DY01::a test did not run",
        "::notice file=x.py,title=CF05::50%25 of it%0A::error::made up",
    ]


def test_sarif_names_the_rules_and_places() -> None:
    """Every result points at its rule; one without a file has no location."""
    log = json.loads(json.dumps(as_sarif(RESULT, RULES)))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    first, second, third = run["results"]
    assert {rule.id for rule in RULES} <= {rule["id"] for rule in rules}
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])
    assert [each["level"] for each in run["results"]] == ["error", "warning", "note"]
    place = first["locations"][0]["physicalLocation"]
    assert place == {
        "artifactLocation": {"uri": "tests/a%20b.py"}, "region": {"startLine": 7},
    }  # fmt: skip
    assert "locations" not in second
    assert "region" not in third["locations"][0]["physicalLocation"]
