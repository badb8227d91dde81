"""Rules for a run, its check and its second execution together."""

from __future__ import annotations

import pytest

from loops import FAILED, LYING, PASSED
from patchsmith.replx.condition import Condition
from patchsmith.replx.judging import judged
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.run_record import Decider

CASES: dict[str, tuple[RunSeen, RunSeen | None, RunSeen | None, bool, Decider]] = {
    "the run alone": (PASSED, None, None, True, Decider.RUN),
    "the run fails": (FAILED, None, None, False, Decider.RUN),
    "the check passes": (PASSED, PASSED, None, True, Decider.RUN),
    "the check fails": (PASSED, FAILED, None, False, Decider.CHECK),
    "the check lies": (PASSED, LYING, None, False, Decider.CHECK),
    "the check times out": (PASSED, RunSeen(None, True, 9.0), None, False, Decider.CHECK),
    "the check passes, the run fails": (FAILED, PASSED, None, False, Decider.RUN),
    "twice the same": (PASSED, None, PASSED, True, Decider.RUN),
    "not the same twice": (PASSED, None, FAILED, False, Decider.REPEAT),
    "a lie the second time": (PASSED, None, LYING, False, Decider.REPEAT),
    "check and repetition pass": (PASSED, PASSED, PASSED, True, Decider.RUN),
    "the check fails before the repetition": (PASSED, FAILED, PASSED, False, Decider.CHECK),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_all_of_it_must_hold(
    case: tuple[RunSeen, RunSeen | None, RunSeen | None, bool, Decider],
) -> None:
    """Nothing is met while one of the three stands against it, and it is said which."""
    seen, check, repeat, met, decider = case
    run = judged(Condition(twice=repeat is not None), seen, check=check, repeat=repeat)
    assert (run.judgement.met, run.decided_by) == (met, decider)
    assert run.judgement.reason


def test_a_check_that_fails_is_named_in_the_reason() -> None:
    """The run itself may look fine."""
    reason = judged(Condition(), PASSED, check=FAILED).judgement.reason
    assert reason == "the check: the command ended with exit status 1"


def test_a_difference_is_named_in_the_reason() -> None:
    """With both results."""
    reason = judged(Condition(twice=True), PASSED, repeat=FAILED).judgement.reason
    assert "a second execution on the same tree differs" in reason
