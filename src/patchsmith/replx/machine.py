"""The repair loop without input or output: `send(event)` returns the effects to carry out.

Decides when the command runs, when a repairer is asked, and how the loop ends: at most `budget`
attempts and `budget + 1` runs, no edit after the closing run, condition and budget as declared.
Does nothing itself, and believes nothing that an event does not show.

    states     which event is legal when, and where it may lead
    runs       what the command, its check, its second execution showed
    handover   phases: where a failure is, the hand-over, lint once more
    attempts   what a repairer's attempt came to
    steps      what all of them end in

Rules for editors: handlers are pure functions from progress and event to a `Step`; only `send`
assigns, after the table in `states` has allowed the step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from patchsmith.replx import attempts, handover, runs
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.outcomes import concluded, stopped
from patchsmith.replx.phases import Part
from patchsmith.replx.progress import Progress, Step
from patchsmith.replx.record import LoopRecord
from patchsmith.replx.states import TRANSITIONS, State
from patchsmith.replx.steps import finished, illegal, iterating

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.run_record import RunRecord


class Machine:
    """One loop, driven by events."""

    def __init__(self, declaration: Declaration) -> None:
        self._state = State.UNSTARTED
        self._progress = Progress(declaration)

    @property
    def state(self) -> State:
        """Where the loop stands."""
        return self._state

    @property
    def progress(self) -> Progress:
        """What has happened so far."""
        return self._progress

    def send(self, event: ev.Event) -> tuple[ef.Effect, ...]:
        """Take in what happened and return what is to be done about it.

        Args:
            event: The answer to the last effect, or `Interrupted`.

        Raises:
            InternalError: The event is illegal in this state; nothing has changed.
        """
        row = TRANSITIONS[self._state].get(type(event))
        if row is None:
            raise illegal(f"{type(event).__name__} is illegal when {self._state.value}")
        step = _HANDLERS[row.handler](self._progress, event)
        if step.state not in row.leads_to:
            raise illegal(f"{row.handler} must not lead to {step.state.value}")
        self._state, self._progress = step.state, step.progress
        return step.effects

    def record(self) -> LoopRecord:
        """Return the record of a loop that has finished.

        Raises:
            InternalError: It has not.
        """
        progress = self._progress
        if progress.outcome is None:
            raise illegal("there is no record before the loop has finished")
        return LoopRecord(
            progress.declaration,
            progress.iterations,
            progress.closing,
            progress.outcome,
            verification_runs=sum(each.verifies for each in progress.phase_runs),
            check_runs=progress.checks,
            repeat_runs=progress.repeats,
            phase_runs=progress.phase_runs,
            checkpoint=progress.checkpoint,
        )


def start(progress: Progress, _event: ev.LoopStarted) -> Step:
    """Open the first iteration."""
    return iterating(progress)


def conclude(progress: Progress, event: ev.VerificationFinished) -> Step:
    """Believe the success unless a finding blocks it; test runners' reports decide with it."""
    first, last = _first_report(progress), progress.last_run
    assert last is not None, "a success was seen in a run"
    return finished(progress, concluded(event, first=first, last=last, noted=progress.noted))


def _first_report(progress: Progress) -> RunRecord:
    """Return the first run; in phases the first in which a test runner reported."""
    made = [each.run for each in progress.iterations]
    if progress.part is Part.FULL:
        return made[0]
    return next((run for run in made if run.seen.reports), made[0])


def stop(progress: Progress, event: ev.Interrupted | ev.DeadlinePassed) -> Step:
    """End where the loop stands."""
    return finished(progress, stopped(event))


def stop_attempt(progress: Progress, event: ev.Interrupted | ev.DeadlinePassed) -> Step:
    """Roll back the attempt in progress and end."""
    step = finished(progress, stopped(event))
    return step._replace(effects=(ef.RollBack(len(progress.iterations)), *step.effects))


_HANDLERS = cast(
    "Mapping[str, Callable[[Progress, ev.Event], Step]]",
    {
        handler.__name__: handler
        for handler in (
            start, conclude, stop, stop_attempt,
            runs.judge_iteration, runs.judge_whole, runs.judge_check, runs.judge_repeat,
            runs.judge_closing, runs.confirm_whole, runs.confirm_check, runs.confirm_repeat,
            handover.judge_probe, handover.hand_over, handover.judge_lint, handover.confirm_lint,
            attempts.keep_attempt, attempts.refuse_attempt, attempts.note_failure,
            attempts.note_no_change, attempts.go_on,
        )
    },
)  # fmt: skip
