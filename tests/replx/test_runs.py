"""Rules of judging runs: by themselves, their check, their second execution."""

from __future__ import annotations

import pytest

from loops import (
    BACK,
    CHECK,
    FAILED,
    LYING,
    NOTHING,
    PASSED,
    REFUSED,
    START,
    VERIFIED,
    declaration,
    driven,
    made,
    outcome_after,
    ran,
)
from patchsmith.errors import InternalError
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.record import Check, Ending, Status
from patchsmith.replx.run_record import Decider


def test_a_run_that_meets_the_condition_is_verified_first() -> None:
    """Success is a claim until the whole change was checked."""
    machine = driven(Machine(declaration()), START)
    assert machine.send(ran(1, PASSED)) == (ef.VerifyChange(),)
    (finish,) = machine.send(VERIFIED)
    assert isinstance(finish, ef.Finish)
    assert finish.outcome.status is Status.SOLVED
    assert finish.outcome.not_verified == (Check.SAME_TESTS, Check.HELD_OUT)


def test_a_failing_closing_run_ends_the_loop() -> None:
    """No edit follows it, whatever it showed."""
    outcome = outcome_after(1, START, ran(1), made("a"), ran(1, FAILED, closing=True))
    assert (outcome.status, outcome.ending) == (Status.UNSOLVED, Ending.BUDGET_SPENT)


def test_a_lying_exit_status_is_an_input_error() -> None:
    """The guard is named with the line to require; no repairer is asked."""
    outcome = outcome_after(4, START, ran(1, LYING))
    assert (outcome.status, outcome.guard) == (Status.INPUT_ERROR, "lying-exit")
    assert outcome.require == "--success-line 'smoke: PASS'"


def test_a_lie_after_a_refused_attempt_is_an_input_error_too() -> None:
    """The tree is as it was declared on."""
    outcome = outcome_after(4, START, ran(1), REFUSED, BACK, ran(2, LYING))
    assert outcome.status is Status.INPUT_ERROR


def test_a_lie_after_a_kept_attempt_is_not_met() -> None:
    """It may be the attempt's doing: the loop goes on, and nothing is called solved."""
    machine = driven(Machine(declaration()), START, ran(1), made("a"))
    (ask,) = machine.send(ran(2, LYING))
    assert isinstance(ask, ef.AskRepairer)
    assert ask.run.judgement.oracle_line == "smoke: FAIL"
    outcome = outcome_after(1, START, ran(1), made("a"), ran(1, LYING, closing=True))
    assert outcome.status is Status.UNSOLVED


def test_a_run_of_another_number_is_illegal() -> None:
    """A run that no effect asked for changes nothing."""
    machine = driven(Machine(declaration()), START)
    before = machine.progress
    with pytest.raises(InternalError, match="run 1 was expected"):
        machine.send(ran(2))
    assert machine.progress is before


def test_a_check_runs_once_after_each_run() -> None:
    """Also after one that failed; it is counted apart from the runs."""
    machine = driven(Machine(declaration(1, Condition(check=CHECK))), START)
    assert machine.send(ran(1)) == (ef.RunCheck(1),)
    (ask,) = machine.send(ev.CheckFinished(1, False, FAILED))
    assert isinstance(ask, ef.AskRepairer)
    driven(machine, made("a"))
    assert machine.send(ran(1, PASSED, closing=True)) == (ef.RunCheck(1, closing=True),)
    assert machine.send(ev.CheckFinished(1, True, PASSED)) == (ef.VerifyChange(),)
    machine.send(VERIFIED)
    record = machine.record()
    assert (record.runs, record.check_runs, record.repeat_runs) == (2, 2, 0)
    assert record.outcome.status is Status.SOLVED


def test_a_failing_check_keeps_the_loop_going() -> None:
    """The run alone would have met the condition."""
    machine = driven(Machine(declaration(4, Condition(check=CHECK))), START, ran(1, PASSED))
    (ask,) = machine.send(ev.CheckFinished(1, False, FAILED))
    assert isinstance(ask, ef.AskRepairer)
    assert ask.run.decided_by is Decider.CHECK


def test_a_run_that_timed_out_or_lies_is_not_checked() -> None:
    """Nothing a check says could change the judgement."""
    machine = driven(Machine(declaration(4, Condition(check=CHECK))), START)
    (ask,) = machine.send(ran(1, RunSeen(None, True, 9.0)))
    assert isinstance(ask, ef.AskRepairer)
    machine = driven(Machine(declaration(4, Condition(check=CHECK))), START, ran(1, LYING))
    assert machine.record().outcome.guard == "lying-exit"


def test_the_same_result_must_be_seen_twice() -> None:
    """A run that does not meet the condition is not repeated."""
    machine = driven(Machine(declaration(4, Condition(twice=True))), START)
    (ask,) = machine.send(ran(1))
    assert isinstance(ask, ef.AskRepairer)
    driven(machine, made("a"))
    assert machine.send(ran(2, PASSED)) == (ef.RepeatCommand(2),)
    assert machine.send(ev.RunRepeated(2, False, PASSED)) == (ef.VerifyChange(),)
    machine.send(VERIFIED)
    assert (machine.record().runs, machine.record().repeat_runs) == (2, 1)


def test_a_result_that_differs_the_second_time_is_flaky() -> None:
    """It is not met, and the report says why."""
    machine = driven(Machine(declaration(1, Condition(twice=True))), START, ran(1, PASSED))
    driven(machine, ev.RunRepeated(1, False, FAILED), NOTHING)
    outcome = machine.record().outcome
    assert outcome.status is Status.UNSOLVED
    assert [finding.rule for finding in outcome.findings] == ["FL01"]


def test_a_result_that_differs_without_a_change_is_flaky() -> None:
    """No attempt was kept between two runs, so the tree was the same; said, not hidden."""
    outcome = outcome_after(4, START, ran(1), NOTHING, ran(2, PASSED), VERIFIED)
    assert outcome.status is Status.SOLVED
    assert [finding.rule for finding in outcome.findings] == ["FL01"]
    outcome = outcome_after(4, START, ran(1), made("a"), ran(2, PASSED), VERIFIED)
    assert outcome.findings == ()


def test_an_answer_that_was_not_asked_for_is_illegal() -> None:
    """A check and a second execution are answers to their own effects."""
    machine = driven(Machine(declaration(4, Condition(check=CHECK, twice=True))), START)
    machine.send(ran(1, PASSED))
    with pytest.raises(InternalError, match="no second execution"):
        machine.send(ev.RunRepeated(1, False, PASSED))
    machine.send(ev.CheckFinished(1, False, PASSED))
    with pytest.raises(InternalError, match="no check"):
        machine.send(ev.CheckFinished(1, False, PASSED))
