"""Rules for what a repairer is told."""

from __future__ import annotations

from loops import ACCOUNT, CHANGES, FAILED, FINDING, PASSED, declaration, driven
from patchsmith.loop.failures import failure_of
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition
from patchsmith.replx.machine import Machine
from patchsmith.replx.target import Target


def test_a_repairer_learns_of_failure_history_and_refusals() -> None:
    """Command, condition, result, what was tried, and which rules it broke."""
    machine = driven(
        Machine(declaration(3)),
        ev.LoopStarted(),
        ev.RunFinished(1, False, FAILED),
        ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,)),
        ev.AttemptRolledBack(),
    )
    (ask,) = machine.send(ev.RunFinished(2, False, FAILED))
    assert isinstance(ask, ef.AskRepairer)
    failure = failure_of(ask, machine.progress, None)
    assert (failure.command, failure.iteration, failure.budget) == ("make test", 2, 3)
    assert (failure.condition, failure.exit_status) == ("exit status 0", 1)
    assert failure.refusals == (FINDING,)
    (past,) = failure.history
    assert (past.iteration, past.diagnosis) == (1, ACCOUNT.text)
    assert (past.paths, past.refused) == (("calc.py",), (FINDING,))


def test_without_output_the_last_line_stands_in() -> None:
    """A command that could not be started has printed nothing."""
    machine = driven(Machine(declaration()), ev.LoopStarted())
    (ask,) = machine.send(ev.RunFinished(1, False, FAILED))
    assert isinstance(ask, ef.AskRepairer)
    failure = failure_of(ask, machine.progress, None)
    assert (failure.stdout, failure.stderr) == ("", "AssertionError: 3 != 4")


def test_a_failing_check_is_the_failure() -> None:
    """Where the check decided, its result is what a repairer has to look at."""
    check = Target(("./check.sh",), "./check.sh", ("./check.sh",))
    machine = driven(Machine(declaration(4, Condition(check=check))), ev.LoopStarted())
    machine.send(ev.RunFinished(1, False, PASSED))
    (ask,) = machine.send(ev.CheckFinished(1, False, FAILED))
    assert isinstance(ask, ef.AskRepairer)
    failure = failure_of(ask, machine.progress, None)
    assert (failure.command, failure.exit_status) == ("make test", 1)
    assert failure.reason.startswith("the check: ")
    assert failure.stderr == "AssertionError: 3 != 4"
