"""Handlers of what a repairer's attempt came to: kept, refused, failed, or nothing at all.

Decide what follows an attempt: the next iteration, the closing run, a roll-back, or the end. Two
consecutive attempts that bring nothing new end the loop early; refused ones do not count for that.

Rules for editors: pure functions from progress and event to a `Step`; never a second attempt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.replx import effects as ef
from patchsmith.replx.phases import Part
from patchsmith.replx.progress import Progress, Step
from patchsmith.replx.record import Account, AttemptKind, AttemptRecord
from patchsmith.replx.states import State
from patchsmith.replx.steps import (
    IDLE_LIMIT,
    iterating,
    may_iterate,
    rolling_back,
    without_change,
)

if TYPE_CHECKING:
    from patchsmith.replx import events as ev


def keep_attempt(progress: Progress, event: ev.AttemptMade) -> Step:
    """Keep the change, and have it judged by the next run or the closing run."""
    repeats = event.fingerprint in progress.kept
    attempt = AttemptRecord(
        AttemptKind.MADE, event.account, event.changes, event.findings, repeats=repeats
    )
    idle = progress.idle + 1 if repeats else 0
    if event.fingerprint == progress.last:
        idle = IDLE_LIMIT
    progress = replace(
        progress.with_attempt(attempt),
        kept=(*progress.kept, event.fingerprint),
        last=event.fingerprint,
        idle=idle,
        mixed=progress.mixed or _is_not_for_lint(progress),
        noted=(*progress.noted, *(each for each in event.findings if each not in progress.noted)),
    )
    if may_iterate(progress):
        return iterating(progress)
    closing = ef.RunCommand(len(progress.iterations), closing=True, part=progress.part)
    return Step(State.CLOSING, progress, (closing,))


def _is_not_for_lint(progress: Progress) -> bool:
    """Return whether the attempt repairs a run whose driver passed, such as a failing check."""
    return progress.part is Part.FULL and progress.iterations[-1].run.seen.exit_status == 0


def refuse_attempt(progress: Progress, event: ev.AttemptRefused) -> Step:
    """Have the whole attempt rolled back; it counts neither for nor against stopping early."""
    attempt = AttemptRecord(AttemptKind.REFUSED, event.account, event.changes, event.findings)
    return rolling_back(replace(progress.with_attempt(attempt), last=None, idle=0))


def note_failure(progress: Progress, event: ev.RepairerFailed) -> Step:
    """Have whatever a failed repairer left behind rolled back."""
    attempt = AttemptRecord(AttemptKind.FAILED, Account(event.message))
    progress = replace(progress.with_attempt(attempt), last=None, idle=progress.idle + 1)
    return rolling_back(progress)


def note_no_change(progress: Progress, event: ev.NothingChanged) -> Step:
    """Go on, or stop when nothing new has come twice."""
    attempt = AttemptRecord(AttemptKind.UNCHANGED, event.account)
    progress = replace(progress.with_attempt(attempt), last=None, idle=progress.idle + 1)
    return without_change(progress)


def go_on(progress: Progress, _event: ev.AttemptRolledBack) -> Step:
    """Go on with the tree as it was at the last run."""
    return without_change(progress)
