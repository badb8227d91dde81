"""Rules of the repair loop as a whole: how it begins, is stopped, and ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loops import (
    FAILED,
    FINDING,
    PASSED,
    START,
    VERIFIED,
    declaration,
    driven,
    made,
    outcome_after,
    ran,
)
from patchsmith.errors import InternalError
from patchsmith.findings import Finding, Severity
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.record import Check, Ending, Status
from patchsmith.testreports.runners import read_reports


def reported(output: str, seen: RunSeen = PASSED) -> RunSeen:
    """Return a run in whose output test runners reported."""
    return replace(seen, reports=read_reports(output.splitlines()))


def test_the_first_effect_is_one_run() -> None:
    """Nothing is asked of a repairer before the command has run."""
    assert Machine(declaration()).send(START) == (ef.RunCommand(1),)


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


def test_there_is_no_record_before_the_end() -> None:
    """A report of a loop under way would be a guess."""
    with pytest.raises(InternalError):
        Machine(declaration()).record()


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
