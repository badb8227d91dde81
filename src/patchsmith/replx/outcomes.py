"""How a loop can end, and why: the outcomes that the machine chooses from.

A spent budget is never anything but unsolved, and a success is believed only when no finding
stands against the whole change.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity, Verdict, verdict_of
from patchsmith.replx import events as ev
from patchsmith.replx.record import Check, Ending, Outcome, Status
from patchsmith.testreports.comparing import compared, same_tests

if TYPE_CHECKING:
    from patchsmith.replx.run_record import RunRecord


def lying(run: RunRecord) -> Outcome:
    """Return the outcome of a loop whose command exits 0 and reports failure."""
    lie = run.seen.lie
    return Outcome(
        Status.INPUT_ERROR,
        Ending.GUARD,
        "the command exits 0 though no test ran"
        if lie is not None and lie.nothing_ran
        else "the command exits 0 while its own output reports failure",
        guard="lying-exit",
        require=lie.require if lie is not None else None,
    )


def unsolved(*, used: int, budget: int, findings: tuple[Finding, ...]) -> Outcome:
    """Return the outcome of a loop that has no attempt left, or stopped early.

    Args:
        used: Iterations used.
        budget: Iterations allowed.
        findings: What was found on the way.
    """
    if used < budget:
        ending = Ending.NO_PROGRESS
        reason = (
            f"stopped early after iteration {used} of {budget}: two attempts in a row changed "
            "nothing, or made the same change again"
        )
    else:
        ending = Ending.BUDGET_SPENT
        reason = f"the budget of {budget} is spent and the success condition is not met"
    return Outcome(Status.UNSOLVED, ending, reason, findings=findings)


def stopped(event: ev.Interrupted | ev.DeadlinePassed) -> Outcome:
    """Return the outcome of a loop that was stopped from outside."""
    if isinstance(event, ev.DeadlinePassed):
        reason = f"the deadline of {event.seconds:g} s passed before the success condition was met"
        return Outcome(Status.UNSOLVED, Ending.DEADLINE, reason)
    return Outcome(Status.UNSOLVED, Ending.INTERRUPTED, f"interrupted by {event.by}")


def concluded(
    event: ev.VerificationFinished,
    *,
    first: RunRecord,
    last: RunRecord,
    noted: tuple[Finding, ...] = (),
) -> Outcome:
    """Return the outcome of a loop whose condition was met.

    Args:
        event: What the check of the whole change found.
        first: The run before any edit.
        last: The run that met the condition.
        noted: What was found on the way.
    """
    before, after = first.seen.reports, last.seen.reports
    # a command that exits 0 and reports failures has nobody who admits them
    failures = Severity.BLOCK if last.seen.exit_status == 0 else Severity.WARN
    findings = (*noted, *event.findings, *compared(before, after, failures=failures))
    if verdict_of(findings) is Verdict.BLOCK:
        return Outcome(
            Status.UNSOLVED,
            Ending.NOT_VERIFIED,
            "the condition was met, but the change as a whole breaks a rule",
            findings=findings,
            not_verified=event.not_verified,
        )
    verified, not_verified = event.verified, event.not_verified
    if not same_tests(before, after):
        not_verified = (Check.SAME_TESTS, *not_verified)
    elif last is not first:  # one run says nothing about two
        verified = (Check.SAME_TESTS, *verified)
    return Outcome(
        Status.SOLVED,
        Ending.CONDITION_MET,
        "the success condition is met",
        findings=findings,
        not_verified=not_verified,
        verified=verified,
    )


def with_noted(outcome: Outcome, noted: tuple[Finding, ...]) -> Outcome:
    """Return an outcome with what was found on the way, however the loop ended.

    Args:
        outcome: How it ended.
        noted: Findings that weigh nothing in that; those it has already are not repeated.
    """
    more = (finding for finding in dict.fromkeys(noted) if finding not in outcome.findings)
    return replace(outcome, findings=(*outcome.findings, *more))
