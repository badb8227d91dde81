"""SC01: files are changed that the failure does not point at."""

from __future__ import annotations

from guard_changes import CODE, FIXED, judged, of_rule
from patchsmith.guard.evidence import Evidence
from patchsmith.guard.policy import Policy

BEFORE = {"rates.py": "RATE = 2\n", "mail.py": "FROM = 'a'\n"}


def test_a_file_beyond_the_failure_warns() -> None:
    """What nothing implicated imports is beyond it."""
    after = BEFORE | {"shop.py": FIXED, "mail.py": "FROM = 'b'\n"}
    found = of_rule(
        judged(BEFORE, after, evidence=Evidence(implicated=frozenset({"shop.py"}))), "SC01"
    )
    assert [(each.path, str(each.severity)) for each in found] == [("mail.py", "warn")]


def test_more_than_the_policy_allows_blocks() -> None:
    """The policy's number of files is the limit."""
    after = BEFORE | {"mail.py": "FROM = 'b'\n"}
    evidence = Evidence(implicated=frozenset({"shop.py"}))
    found = of_rule(judged(BEFORE, after, evidence=evidence, policy=Policy(max_files=0)), "SC01")
    assert [str(each.severity) for each in found] == ["block"]


def test_what_the_failure_reaches_is_quiet() -> None:
    """An imported file belongs to it; without evidence nothing is said."""
    before = BEFORE | {"shop.py": "from rates import RATE\n" + CODE}
    after = before | {"rates.py": "RATE = 3\n"}
    evidence = Evidence(implicated=frozenset({"shop.py"}))
    assert of_rule(judged(before, after, evidence=evidence), "SC01") == []
    assert of_rule(judged(BEFORE, BEFORE | {"mail.py": "FROM = 'b'\n"}), "SC01") == []
