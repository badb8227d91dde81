"""Rules for how a loop can end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loops import FINDING, LYING, PASSED
from patchsmith.replx import events as ev
from patchsmith.replx.observation import Judgement
from patchsmith.replx.outcomes import concluded, lying, stopped, unsolved, with_noted
from patchsmith.replx.record import Check, Ending, Status
from patchsmith.replx.repeats import flaky
from patchsmith.replx.run_record import RunRecord
from patchsmith.testreports.runners import read_reports

MET = Judgement(True, "exit status 0")


def run(output: str, status: int = 0) -> RunRecord:
    """Return a run in whose output test runners reported."""
    seen = replace(PASSED, exit_status=status, reports=read_reports(output.splitlines()))
    return RunRecord(seen, MET)


def test_a_spent_budget_and_an_early_stop_are_told_apart() -> None:
    """Both are unsolved, and what was noted on the way stands."""
    noted = (flaky("this, then that"),)
    spent, early = (unsolved(used=n, budget=4, findings=noted) for n in (4, 2))
    assert (spent.status, spent.ending, spent.findings) == (
        Status.UNSOLVED, Ending.BUDGET_SPENT, noted,
    )  # fmt: skip
    assert (early.status, early.ending) == (Status.UNSOLVED, Ending.NO_PROGRESS)


def test_a_lie_names_what_to_require() -> None:
    """The guard and the option."""
    outcome = lying(RunRecord(LYING, Judgement(False, "lies")))
    assert (outcome.guard, outcome.require) == ("lying-exit", "--success-line 'smoke: PASS'")


def test_an_interruption_is_unsolved() -> None:
    """By the signal's name."""
    outcome = stopped(ev.Interrupted("SIGTERM"))
    assert (outcome.status, outcome.reason) == (Status.UNSOLVED, "interrupted by SIGTERM")


def test_a_deadline_is_unsolved() -> None:
    """With the time that was given."""
    outcome = stopped(ev.DeadlinePassed(9.5))
    assert (outcome.status, outcome.ending) == (Status.UNSOLVED, Ending.DEADLINE)
    assert "the deadline of 9.5 s passed" in outcome.reason


def test_a_blocking_finding_decides() -> None:
    """Also beside a condition that was met."""
    met = run("3 passed in 0.1s")
    outcome = concluded(ev.VerificationFinished((FINDING,)), first=met, last=met)
    assert outcome.ending is Ending.NOT_VERIFIED


@pytest.mark.parametrize(("status", "solved"), [(0, False), (1, True)])
def test_failures_beside_the_required_line(status: int, solved: bool) -> None:
    """An exit status of 0 denies them; another one admits them, and the caller chose the line."""
    some = run("1 failed, 2 passed in 0.1s\nsmoke: PASS", status)
    outcome = concluded(ev.VerificationFinished(()), first=some, last=some)
    assert (outcome.status is Status.SOLVED) is solved
    assert [finding.rule for finding in outcome.findings] == ["DY05"]


def test_tests_that_were_compared_are_verified() -> None:
    """And those that could not be are not."""
    before, after = run("1 failed in 0.1s", 1), run("1 passed in 0.1s")
    event = ev.VerificationFinished((), (Check.HELD_OUT,))
    outcome = concluded(event, first=before, last=after)
    assert (outcome.verified, outcome.not_verified) == ((Check.SAME_TESTS,), (Check.HELD_OUT,))
    outcome = concluded(event, first=run("cc: error", 1), last=after)
    assert outcome.verified == ()
    assert outcome.not_verified == (Check.SAME_TESTS, Check.HELD_OUT)


def test_what_was_noted_stands_in_every_outcome_once() -> None:
    """Whether the loop was stopped, refused or spent."""
    noted = flaky("this, then that")
    stop = with_noted(stopped(ev.Interrupted("SIGINT")), (noted, noted))
    assert stop.findings == (noted,)
    spent = unsolved(used=4, budget=4, findings=(noted,))
    assert with_noted(spent, (noted,)) == spent
