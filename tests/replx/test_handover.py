"""Rules of a loop in phases: the hand-over, lint-only edits set apart, lint once more."""

from __future__ import annotations

from dataclasses import replace

from loops import (
    CHECKPOINT,
    FAILED,
    LINT_FAILED,
    NOTHING,
    PASSED,
    START,
    TEST_FAILED,
    VERIFIED,
    declaration,
    driven,
    made,
    phases,
    ran,
)
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.phase_runs import Purpose
from patchsmith.replx.phases import Part
from patchsmith.replx.record import Ending, Status
from patchsmith.replx.target import Target
from patchsmith.testreports.runners import read_reports


def phased(*events: ev.Event, budget: int = 4, condition: Condition | None = None) -> Machine:
    """Return a machine in phases after the events."""
    return driven(Machine(declaration(budget, condition, phases=phases())), *events)


def linted(number: int, seen: RunSeen = PASSED, *, closing: bool = False) -> ev.LintFinished:
    """Return the event of lint alone."""
    return ev.LintFinished(number, closing, seen)


def whole(number: int, seen: RunSeen = PASSED, *, closing: bool = False) -> ev.WholeFinished:
    """Return the event of the full command at the end."""
    return ev.WholeFinished(number, closing, seen)


def asked(effects: tuple[ef.Effect, ...]) -> ef.AskRepairer:
    """Return the one effect, which asks a repairer."""
    (effect,) = effects
    assert isinstance(effect, ef.AskRepairer)
    return effect


def test_the_full_command_runs_while_lint_fails() -> None:
    """No hand-over: the next iteration runs the full command again."""
    machine = phased(START, ran(1, LINT_FAILED))
    assert machine.send(made("a")) == (ef.RunCommand(2, part=Part.FULL),)


def test_a_failure_behind_lint_hands_over_after_the_edits_are_set_apart() -> None:
    """The checkpoint comes before the attempt on build or test; then these two run alone."""
    machine = phased(START, ran(1, LINT_FAILED), made("a"))
    assert machine.send(ran(2, TEST_FAILED)) == (ef.SetApart(2),)
    assert asked(machine.send(CHECKPOINT)).run.part is Part.FULL
    assert machine.send(made("b")) == (ef.RunCommand(3, part=Part.REST),)
    assert machine.progress.checkpoint is CHECKPOINT.checkpoint


def test_nothing_is_set_apart_where_nothing_was_kept() -> None:
    """Lint was clean at once."""
    assert asked(phased(START).send(ran(1, TEST_FAILED))).iteration == 1


def test_an_edit_for_something_else_is_not_called_lint_only() -> None:
    """A failing check behind a driver that passed was repaired first."""
    condition = Condition(check=Target(("true",), "true", ("true",)))
    machine = phased(START, ran(1, PASSED), condition=condition)
    asked(machine.send(ev.CheckFinished(1, False, FAILED)))
    driven(machine, made("a"), ran(2, TEST_FAILED))
    asked(machine.send(ev.CheckFinished(2, False, FAILED)))


def test_lint_alone_decides_where_the_output_does_not_tell() -> None:
    """Clean hands over, a failure does not; it is no verification run."""
    unknown = replace(FAILED, lint_clean=None)
    machine = phased(START)
    assert machine.send(ran(1, unknown)) == (ef.RunLint(1),)
    assert asked(machine.send(linted(1, FAILED))).run.seen is unknown
    assert machine.send(made("a")) == (ef.RunCommand(2, part=Part.FULL),)
    assert machine.send(ran(2, unknown)) == (ef.RunLint(2),)
    assert machine.send(linted(2)) == (ef.SetApart(2),)
    purposes = [each.purpose for each in machine.progress.phase_runs]
    assert purposes == [Purpose.PROBE, Purpose.PROBE]


def test_a_run_that_exits_0_does_not_hand_over() -> None:
    """What is missing is a line; nothing says that build or test failed."""
    seen = RunSeen(0, lint_clean=True)
    machine = Machine(declaration(4, Condition(no_output=()), phases=phases()))
    driven(machine, START)
    asked(machine.send(ran(1, replace(seen, forbidden="deprecated"))))
    assert machine.send(made("a")) == (ef.RunCommand(2, part=Part.FULL),)


HANDED_OVER = (START, ran(1, TEST_FAILED), made("a"))


def test_lint_and_then_the_full_command_follow_what_passed() -> None:
    """They are verification runs; a success is judged on the full command alone."""
    machine = phased(*HANDED_OVER)
    assert machine.send(ran(2, PASSED)) == (ef.RunLint(2),)
    assert machine.send(linted(2)) == (ef.RunWhole(2),)
    assert machine.send(whole(2)) == (ef.VerifyChange(),)
    machine.send(VERIFIED)
    record = machine.record()
    assert record.outcome.status is Status.SOLVED
    assert (record.runs, record.verification_runs) == (2, 2)


def test_a_failing_final_lint_is_the_attempt_of_its_iteration() -> None:
    """The next iteration runs build and test, and lint is asked again when they pass."""
    machine = phased(*HANDED_OVER, ran(2, PASSED))
    ask = asked(machine.send(linted(2, FAILED)))
    assert (ask.iteration, ask.run.part) == (2, Part.LINT)
    assert machine.send(made("b")) == (ef.RunCommand(3, part=Part.REST),)
    assert machine.send(ran(3, PASSED)) == (ef.RunLint(3),)


def test_a_full_command_that_does_not_meet_the_condition_is_repaired() -> None:
    """Within the budget, as the attempt of the iteration whose build and test passed."""
    machine = phased(*HANDED_OVER, ran(2, PASSED), linted(2))
    ask = asked(machine.send(whole(2, FAILED)))
    assert (ask.iteration, ask.run.part) == (2, Part.FULL)


def test_nothing_is_edited_after_the_closing_run() -> None:
    """A final lint or full command that fails then ends the loop: the budget is spent."""
    before = (*HANDED_OVER, ran(1, PASSED, closing=True))
    for last in ((linted(1, FAILED, closing=True),), (linted(1, closing=True),)):
        machine = phased(*before, *last, budget=1)
        if len(machine.progress.phase_runs) == 1 and machine.progress.outcome is None:
            machine.send(whole(1, FAILED, closing=True))
        outcome = machine.record().outcome
        assert outcome.ending is Ending.BUDGET_SPENT
    machine = phased(*before, linted(1, closing=True), whole(1, closing=True), VERIFIED, budget=1)
    assert machine.record().outcome.status is Status.SOLVED


def test_build_and_test_are_judged_by_their_exit_status() -> None:
    """A line that the declared condition asks for may be the full command's own."""
    condition = Condition(check=Target(("true",), "true", ("true",)), twice=True)
    machine = phased(START, ran(1, TEST_FAILED), condition=condition)
    driven(machine, ev.CheckFinished(1, False, FAILED), made("a"))
    assert machine.send(ran(2, PASSED)) == (ef.RunLint(2),)
    machine.send(linted(2))
    assert machine.send(whole(2)) == (ef.RunCheck(2),)
    assert machine.send(ev.CheckFinished(2, False, PASSED)) == (ef.RepeatCommand(2),)


def test_runs_of_different_parts_are_not_called_flaky() -> None:
    """A full run that failed and a build that passes are no contradiction."""
    machine = phased(START, ran(1, TEST_FAILED), NOTHING, ran(2, PASSED), linted(2), whole(2))
    machine.send(VERIFIED)
    assert machine.record().outcome.findings == ()


def test_the_first_report_of_a_test_runner_is_the_baseline() -> None:
    """Lint stopped the first run, so the run in which tests first ran is compared with the last."""
    three = replace(TEST_FAILED, reports=read_reports(["1 failed, 2 passed in 0.1s"]))
    two = replace(PASSED, reports=read_reports(["2 passed in 0.1s"]))
    machine = phased(START, ran(1, LINT_FAILED), made("a"), ran(2, three), CHECKPOINT, made("b"))
    driven(machine, ran(3, PASSED), linted(3), whole(3, two), VERIFIED)
    assert [finding.rule for finding in machine.record().outcome.findings] == ["DY01"]
