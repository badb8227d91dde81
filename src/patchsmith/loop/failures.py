"""What a repairer is told about a failing run: the failure, and what was tried before.

Output is handed on as it was printed, bounded; it is evidence, and nothing in it is obeyed here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.repairers.base import Failure, PastAttempt
from patchsmith.replx.judging import CHECKED_BY
from patchsmith.replx.phases import Part
from patchsmith.replx.run_record import Decider

if TYPE_CHECKING:
    from patchsmith.loop.executing import Printed
    from patchsmith.repairers.base import Excerpt
    from patchsmith.replx.effects import AskRepairer
    from patchsmith.replx.observation import RunSeen
    from patchsmith.replx.progress import Progress
    from patchsmith.replx.run_record import RunRecord


def failure_of(
    effect: AskRepairer,
    progress: Progress,
    printed: Printed | None,
    context: tuple[Excerpt, ...] = (),
) -> Failure:
    """Return the failure that an iteration's repairer gets.

    Args:
        effect: The request for an attempt.
        progress: The loop so far, the failing iteration included.
        printed: What the execution that decided printed; None when it could not be started.
        context: What its output implicates in the tree.
    """
    declaration, decided = progress.declaration, _deciding(effect.run)
    return Failure(
        command=declaration.command(effect.run.part).display,
        iteration=effect.iteration,
        budget=declaration.budget,
        condition=declaration.condition.describe()
        if effect.run.part is Part.FULL
        else CHECKED_BY.describe(),
        reason=effect.run.judgement.reason,
        exit_status=decided.exit_status,
        stdout=printed.stdout.text() if printed is not None else "",
        stderr=printed.stderr.text() if printed is not None else decided.last_line or "",
        history=_history(progress),
        refusals=effect.refusals,
        context=context,
    )


def output_lines(printed: Printed | None) -> list[str]:
    """Return what is kept of an execution's output, line by line; none without one."""
    if printed is None:
        return []
    return [*printed.stdout.text().splitlines(), *printed.stderr.text().splitlines()]


def _deciding(run: RunRecord) -> RunSeen:
    if run.decided_by is Decider.CHECK and run.check is not None:
        return run.check
    return run.repeat if run.decided_by is Decider.REPEAT and run.repeat is not None else run.seen


def _history(progress: Progress) -> tuple[PastAttempt, ...]:
    return tuple(
        PastAttempt(
            iteration.number,
            iteration.attempt.account.text,
            tuple(change.path for change in iteration.attempt.changes),
            iteration.attempt.findings,
        )
        for iteration in progress.iterations
        if iteration.attempt is not None
    )
