"""Rules of the repair loop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loops import (
    ACCOUNT,
    CHANGES,
    FAILED,
    FINDING,
    LYING,
    PASSED,
    declaration,
    driven,
    made,
)
from patchsmith.errors import InternalError
from patchsmith.findings import Finding, Severity
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.record import AttemptKind, Check, Decider, Ending, Outcome, Status
from patchsmith.replx.states import State
from patchsmith.replx.target import Target
from patchsmith.testreports.runners import read_reports

START = ev.LoopStarted()
NOTHING = ev.NothingChanged(ACCOUNT)
REFUSED = ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,))
BACK = ev.AttemptRolledBack()
VERIFIED = ev.VerificationFinished((), (Check.HELD_OUT,))


def ran(iteration: int, seen: RunSeen = FAILED, *, closing: bool = False) -> ev.RunFinished:
    """Return the event of a run."""
    return ev.RunFinished(iteration, closing, seen)


def outcome_after(budget: int, *events: ev.Event) -> Outcome:
    """Return the outcome of a loop that the events bring to its end."""
    machine = driven(Machine(declaration(budget)), *events)
    assert machine.state is State.FINISHED
    return machine.record().outcome


def test_the_first_effect_is_one_run() -> None:
    """Nothing is asked of a repairer before the command has run."""
    assert Machine(declaration()).send(START) == (ef.RunCommand(1),)


def test_a_run_that_meets_the_condition_is_verified_first() -> None:
    """Success is a claim until the whole change was checked."""
    machine = driven(Machine(declaration()), START)
    assert machine.send(ran(1, PASSED)) == (ef.VerifyChange(),)
    (finish,) = machine.send(VERIFIED)
    assert isinstance(finish, ef.Finish)
    assert finish.outcome.status is Status.SOLVED
    assert finish.outcome.not_verified == (Check.SAME_TESTS, Check.HELD_OUT)


def test_a_blocking_finding_means_not_solved() -> None:
    """A met condition whose change breaks a rule is unsolved."""
    outcome = outcome_after(
        4, START, ran(1), made("a"), ran(2, PASSED), ev.VerificationFinished((FINDING,))
    )
    assert (outcome.status, outcome.ending) == (Status.UNSOLVED, Ending.NOT_VERIFIED)
    assert outcome.findings == (FINDING,)


def test_a_warning_stands_beside_a_success() -> None:
    """A finding that does not block is reported, and the loop is solved."""
    warning = Finding("SC01", Severity.WARN, "a.py", "beyond the implicated files")
    outcome = outcome_after(4, START, ran(1, PASSED), ev.VerificationFinished((warning,)))
    assert outcome.status is Status.SOLVED
    assert outcome.findings == (warning,)


def test_budget_one_is_solved_by_the_closing_run() -> None:
    """One run, one attempt, one closing run: one iteration used."""
    machine = driven(Machine(declaration(1)), START, ran(1))
    assert machine.send(made("a")) == (ef.RunCommand(1, closing=True),)
    driven(machine, ran(1, PASSED, closing=True), VERIFIED)
    record = machine.record()
    assert record.outcome.status is Status.SOLVED
    assert (len(record.iterations), record.runs) == (1, 2)


def test_a_failing_closing_run_ends_the_loop() -> None:
    """No edit follows it, whatever it showed."""
    outcome = outcome_after(1, START, ran(1), made("a"), ran(1, FAILED, closing=True))
    assert (outcome.status, outcome.ending) == (Status.UNSOLVED, Ending.BUDGET_SPENT)


@pytest.mark.parametrize("last", [(NOTHING,), (REFUSED, BACK), (ev.RepairerFailed("x"), BACK)])
def test_the_closing_run_is_left_out_when_the_tree_is_as_it_was(last: tuple[ev.Event, ...]) -> None:
    """An attempt that left nothing behind has been judged already."""
    machine = driven(Machine(declaration(1)), START, ran(1), *last)
    assert machine.state is State.FINISHED
    assert machine.record().closing is None
    assert machine.record().runs == 1


def test_a_refused_attempt_is_rolled_back_and_told() -> None:
    """The next iteration's repairer gets the rules that were broken."""
    machine = driven(Machine(declaration()), START, ran(1))
    assert machine.send(REFUSED) == (ef.RollBack(1),)
    assert machine.send(BACK) == (ef.RunCommand(2),)
    (ask,) = machine.send(ran(2))
    assert isinstance(ask, ef.AskRepairer)
    assert ask.refusals == (FINDING,)


def test_refusals_are_told_once() -> None:
    """An attempt that was kept is followed by no refusals."""
    machine = driven(Machine(declaration()), START, ran(1), REFUSED, BACK, ran(2), made("a"))
    (ask,) = machine.send(ran(3))
    assert isinstance(ask, ef.AskRepairer)
    assert ask.refusals == ()


def test_two_attempts_without_a_change_stop_the_loop() -> None:
    """It is said that the loop stopped early, and the budget is not called spent."""
    outcome = outcome_after(4, START, ran(1), NOTHING, ran(2), NOTHING)
    assert outcome.ending is Ending.NO_PROGRESS
    assert "after iteration 2 of 4" in outcome.reason


def test_the_same_change_twice_stops_the_loop_after_a_closing_run() -> None:
    """The tree differs from the last run's, so it is judged before the loop ends."""
    machine = driven(Machine(declaration()), START, ran(1), made("a"), ran(2))
    assert machine.send(made("a")) == (ef.RunCommand(2, closing=True),)
    driven(machine, ran(2, FAILED, closing=True))
    record = machine.record()
    assert record.outcome.ending is Ending.NO_PROGRESS
    assert record.iterations[1].attempt is not None
    assert record.iterations[1].attempt.repeats


def test_going_back_and_forth_stops_the_loop() -> None:
    """Changes that were all made before bring nothing new."""
    machine = driven(Machine(declaration(8)), START, ran(1), made("a"), ran(2), made("b"), ran(3))
    assert machine.send(made("a")) == (ef.RunCommand(4),)
    machine.send(ran(4))
    assert machine.send(made("b")) == (ef.RunCommand(4, closing=True),)


def test_a_new_change_between_idle_attempts_keeps_the_loop_going() -> None:
    """Only consecutive attempts count."""
    machine = driven(Machine(declaration()), START, ran(1), NOTHING, ran(2), made("a"), ran(3))
    assert machine.send(NOTHING) == (ef.RunCommand(4),)


def test_refused_attempts_do_not_stop_the_loop_early() -> None:
    """A repairer that was told a rule may still find another way."""
    machine = driven(Machine(declaration()), START, ran(1), REFUSED, BACK, ran(2), REFUSED, BACK)
    assert machine.state is State.RUNNING
    machine = driven(Machine(declaration()), START, ran(1), NOTHING, ran(2), REFUSED, BACK)
    driven(machine, ran(3), NOTHING)
    assert machine.state is State.RUNNING


def test_a_failing_repairer_is_an_event() -> None:
    """The loop rolls back, goes on, and says what happened; twice in a row it stops."""
    failure = ev.RepairerFailed("program missing")
    machine = driven(Machine(declaration()), START, ran(1))
    assert machine.send(failure) == (ef.RollBack(1),)
    driven(machine, BACK, ran(2), failure, BACK)
    record = machine.record()
    assert record.outcome.ending is Ending.NO_PROGRESS
    attempt = record.iterations[0].attempt
    assert attempt is not None
    assert (attempt.kind, attempt.account.text) == (AttemptKind.FAILED, "program missing")


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


def test_an_interrupted_attempt_is_rolled_back() -> None:
    """The tree is as it was at the last run, then the loop ends."""
    machine = driven(Machine(declaration()), START, ran(1))
    roll_back, finish = machine.send(ev.Interrupted("SIGTERM"))
    assert roll_back == ef.RollBack(1)
    assert isinstance(finish, ef.Finish)
    assert finish.outcome.ending is Ending.INTERRUPTED
    assert "SIGTERM" in finish.outcome.reason


def test_an_interrupted_run_rolls_nothing_back() -> None:
    """There is no attempt in progress."""
    machine = driven(Machine(declaration()), START)
    (finish,) = machine.send(ev.Interrupted("SIGINT"))
    assert isinstance(finish, ef.Finish)


def test_a_run_of_another_number_is_illegal() -> None:
    """A run that no effect asked for changes nothing."""
    machine = driven(Machine(declaration()), START)
    before = machine.progress
    with pytest.raises(InternalError, match="run 1 was expected"):
        machine.send(ran(2))
    assert machine.progress is before


def test_there_is_no_record_before_the_end() -> None:
    """A report of a loop under way would be a guess."""
    with pytest.raises(InternalError):
        Machine(declaration()).record()


def reported(output: str, seen: RunSeen = PASSED) -> RunSeen:
    """Return a run in whose output test runners reported."""
    return replace(seen, reports=read_reports(output.splitlines()))


def test_a_success_with_fewer_tests_is_none() -> None:
    """A test of the first run that did not run in the last is a finding that blocks."""
    first, last = reported("1 failed, 2 passed in 0.1s", FAILED), reported("2 passed in 0.1s")
    outcome = outcome_after(4, START, ran(1, first), made("a"), ran(2, last), VERIFIED)
    assert (outcome.status, outcome.ending) == (Status.UNSOLVED, Ending.NOT_VERIFIED)
    assert [finding.rule for finding in outcome.findings] == ["DY01"]
    assert outcome.verified == ()


def test_the_closing_run_is_the_last_run() -> None:
    """Its reports are compared with those of the first."""
    first, last = reported("1 failed, 2 passed in 0.1s", FAILED), reported("2 skipped in 0.1s")
    events = (ran(1, first), made("a"), ran(1, last, closing=True), VERIFIED)
    outcome = outcome_after(1, START, *events)
    assert {finding.rule for finding in outcome.findings} == {"DY01", "DY02", "DY04"}


def test_the_same_tests_are_a_check_that_was_made() -> None:
    """It is listed as verified, and no longer as missing."""
    first, last = reported("1 failed, 2 passed in 0.1s", FAILED), reported("3 passed in 0.1s")
    outcome = outcome_after(4, START, ran(1, first), made("a"), ran(2, last), VERIFIED)
    assert outcome.status is Status.SOLVED
    assert (outcome.verified, outcome.not_verified) == ((Check.SAME_TESTS,), (Check.HELD_OUT,))


def test_one_run_can_not_differ_from_itself() -> None:
    """A condition that held at once is neither verified nor refuted by its own tests."""
    outcome = outcome_after(4, START, ran(1, reported("3 passed in 0.1s")), VERIFIED)
    assert (outcome.verified, outcome.not_verified) == ((), (Check.HELD_OUT,))


CHECK = Target(("./check.sh",), "./check.sh", ("./check.sh",))


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
