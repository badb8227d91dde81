"""The steps that handlers share: ask a repairer, run the next iteration, end the loop.

Each is a pure function from progress to a `Step`; whether the step is allowed is the table's
business. Nothing here judges a run.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.errors import InternalError
from patchsmith.replx import effects as ef
from patchsmith.replx.outcomes import unsolved
from patchsmith.replx.progress import Progress, Step
from patchsmith.replx.record import AttemptKind
from patchsmith.replx.states import State

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.replx import events as ev
    from patchsmith.replx.record import Outcome
    from patchsmith.replx.run_record import RunRecord

    Answered = (
        ev.RunFinished | ev.LintFinished | ev.WholeFinished | ev.CheckFinished | ev.RunRepeated
    )

IDLE_LIMIT = 2
"""Consecutive attempts without anything new after which the loop stops early."""


def illegal(what: str) -> InternalError:
    """Return the error for an event that nothing asked for."""
    return InternalError("internal", f"repair loop: {what}")


def expect(event: Answered, number: int, *, closing: bool) -> None:
    """Refuse the answer to a run that no effect asked for.

    Args:
        event: The answer.
        number: 1-based iteration that was asked for.
        closing: Whether its run is the closing run.

    Raises:
        InternalError: It is the answer to another run.
    """
    if event.closing is not closing or event.iteration != number:
        kind = "closing run" if closing else "run"
        raise illegal(f"{kind} {number} was expected, not {event.iteration}")


def asking(progress: Progress, run: RunRecord) -> Step:
    """Have the current iteration's attempt made, against a run that did not pass."""
    number, refusals = len(progress.iterations), _refusals(progress)
    return Step(State.REPAIRING, progress, (ef.AskRepairer(number, run, refusals),))


def _refusals(progress: Progress) -> tuple[Finding, ...]:
    if len(progress.iterations) < 2:
        return ()
    attempt = progress.iterations[-2].attempt  # the last one's is being made
    if attempt is None or attempt.kind is not AttemptKind.REFUSED:
        return ()
    return attempt.findings


def may_iterate(progress: Progress) -> bool:
    """Return whether another iteration may begin."""
    spent = len(progress.iterations) >= progress.declaration.budget
    return not spent and progress.idle < IDLE_LIMIT


def iterating(progress: Progress) -> Step:
    """Begin the next iteration."""
    number = len(progress.iterations) + 1
    return Step(State.RUNNING, progress, (ef.RunCommand(number, part=progress.part),))


def without_change(progress: Progress) -> Step:
    """Go on with the tree as it was at the last run, or end the loop."""
    if may_iterate(progress):
        return iterating(progress)
    # no closing run: the tree is as it was at the last run, which was judged
    return finished(progress, not_solved(progress))


def rolling_back(progress: Progress) -> Step:
    """Have the current iteration's attempt undone."""
    return Step(State.RESTORING, progress, (ef.RollBack(len(progress.iterations)),))


def finished(progress: Progress, outcome: Outcome) -> Step:
    """End the loop."""
    progress = replace(progress, outcome=outcome)
    return Step(State.FINISHED, progress, (ef.Finish(outcome),))


def not_solved(progress: Progress) -> Outcome:
    """Return the outcome of a loop that has no attempt left, or stopped early."""
    return unsolved(
        used=len(progress.iterations),
        budget=progress.declaration.budget,
        findings=progress.noted,
    )
