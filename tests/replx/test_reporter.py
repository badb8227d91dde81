"""Rules for lines of the same reporter."""

from __future__ import annotations

import pytest

from patchsmith.replx.reporter import says_otherwise

QUIET = {
    "the required line itself": ("smoke: PASS", "smoke: PASS"),
    "more after the required text": ("smoke: PASS", "smoke: PASS (3 checks)"),
    "progress": ("smoke: PASS", "smoke: starting"),
    "progress in capitals": ("smoke: PASS", "smoke: RUNNING 3 checks"),
    "a count of no errors": ("smoke: PASS", "smoke: errors: 0"),
    "prose about a failure": ("smoke: PASS", "smoke: failed to connect, retrying"),
    "optional parts skipped": ("smoke: PASS", "smoke: skipped 2 optional checks"),
    "another reporter": ("smoke: PASS", "unit: FAIL"),
    "nothing in common": ("ok", "1 failed"),
    "an empty line": ("smoke: PASS", ""),
    "only the reporter": ("smoke: PASS", "smoke:"),
    "a rising counter": ("progress: 100", "progress: 10"),
    "zero written long": ("errors: 0", "errors: 00"),
    "not a word of verdict": ("smoke: PASS", "smoke: not needed on this machine"),
}
FIRES = {
    "the plain opposite": ("smoke: PASS", "smoke: FAIL"),
    "with a detail": ("smoke: PASS", "smoke: FAIL (2 of 5)"),
    "an error": ("smoke: PASS", "smoke: ERROR in step 3"),
    "another word in capitals": ("smoke: PASS", "smoke: FLAKY"),
    "skipped is not passed": ("smoke: PASS", "smoke: SKIP"),
    "lower case": ("status: ok", "status: failed"),
    "no colon": ("smoke: PASS", "smoke FAIL"),
    "negated": ("smoke: passed", "smoke: not passed"),
    "a number where zero is required": ("errors: 0", "errors: 3"),
    "test anything protocol": ("ok", "not ok 2 - parses"),
    "failing with a count": ("smoke: PASS", "smoke: failed: 3"),
}


@pytest.mark.parametrize("case", QUIET.values(), ids=QUIET.keys())
def test_quiet_on_lines_that_give_no_contrary_verdict(case: tuple[str, str]) -> None:
    """Progress, other reporters and the required line itself say nothing against success."""
    assert not says_otherwise(*case)


@pytest.mark.parametrize("case", FIRES.values(), ids=FIRES.keys())
def test_fires_on_a_contrary_verdict_of_the_same_reporter(case: tuple[str, str]) -> None:
    """A verdict of the same reporter other than the required one means not met."""
    assert says_otherwise(*case)
