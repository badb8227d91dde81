"""Rules of what follows an attempt, and of stopping early."""

from __future__ import annotations

import pytest

from loops import (
    BACK,
    FAILED,
    FINDING,
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
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.machine import Machine
from patchsmith.replx.record import AttemptKind, Ending, Status
from patchsmith.replx.states import State


def test_budget_one_is_solved_by_the_closing_run() -> None:
    """One run, one attempt, one closing run: one iteration used."""
    machine = driven(Machine(declaration(1)), START, ran(1))
    assert machine.send(made("a")) == (ef.RunCommand(1, closing=True),)
    driven(machine, ran(1, PASSED, closing=True), VERIFIED)
    record = machine.record()
    assert record.outcome.status is Status.SOLVED
    assert (len(record.iterations), record.runs) == (1, 2)


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
