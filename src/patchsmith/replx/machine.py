"""The repair loop without input or output: `send(event)` returns the effects to carry out.

Decides when the command runs, when a repairer is asked, and how the loop ends: at most `budget`
attempts and `budget + 1` runs, no edit after the closing run, condition and budget as declared.
Does nothing itself, and believes nothing that an event does not show.

A lying exit status ends the loop as an input error while the tree is as it was declared on. Once
an attempt was kept, the lie may be that attempt's doing: such a run is not met, and the loop goes
on; it can never end as solved.

Rules for editors: handlers are pure functions from progress and event to a `Step`; only `send`
assigns, after the table in `states` has allowed the step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from patchsmith.errors import InternalError
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.judging import judged
from patchsmith.replx.outcomes import concluded, lying, stopped, unsolved
from patchsmith.replx.progress import Progress, Step
from patchsmith.replx.record import (
    Account,
    AttemptKind,
    AttemptRecord,
    Decider,
    IterationRecord,
    LoopRecord,
)
from patchsmith.replx.repeats import difference, flaky
from patchsmith.replx.states import TRANSITIONS, State

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from patchsmith.findings import Finding
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.record import Outcome, RunRecord

IDLE_LIMIT = 2
"""Consecutive attempts without anything new after which the loop stops early."""


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
            raise _illegal(f"{type(event).__name__} is illegal when {self._state.value}")
        step = _HANDLERS[row.handler](self._progress, event)
        if step.state not in row.leads_to:
            raise _illegal(f"{row.handler} must not lead to {step.state.value}")
        self._state, self._progress = step.state, step.progress
        return step.effects

    def record(self) -> LoopRecord:
        """Return the record of a loop that has finished.

        Raises:
            InternalError: It has not.
        """
        progress = self._progress
        if progress.outcome is None:
            raise _illegal("there is no record before the loop has finished")
        return LoopRecord(
            progress.declaration,
            progress.iterations,
            progress.closing,
            progress.outcome,
            check_runs=progress.checks,
            repeat_runs=progress.repeats,
        )


def _illegal(what: str) -> InternalError:
    return InternalError("internal", f"repair loop: {what}")


# --- handlers, one per row of the table ---


def start(progress: Progress, _event: ev.LoopStarted) -> Step:
    """Open the first iteration."""
    return Step(State.RUNNING, progress, (ef.RunCommand(1),))


def judge_iteration(progress: Progress, event: ev.RunFinished) -> Step:
    """Judge an iteration's run, or have it checked first; end on a lying exit status."""
    _expect(event, len(progress.iterations) + 1, closing=False)
    pending = judged(progress.declaration.condition, event.seen)
    return _further(replace(progress, pending=pending), closing=False)


def judge_check(progress: Progress, event: ev.CheckFinished) -> Step:
    """Judge an iteration's run by its check, or have it repeated first."""
    _expect(event, len(progress.iterations) + 1, closing=False)
    return _further(_with_check(progress, event), closing=False)


def judge_repeat(progress: Progress, event: ev.RunRepeated) -> Step:
    """Judge an iteration's run by its second execution."""
    _expect(event, len(progress.iterations) + 1, closing=False)
    return _further(_with_repeat(progress, event), closing=False)


def keep_attempt(progress: Progress, event: ev.AttemptMade) -> Step:
    """Keep the change, and have it judged by the next run or the closing run."""
    repeats = event.fingerprint in progress.kept
    attempt = AttemptRecord(AttemptKind.MADE, event.account, event.changes, repeats=repeats)
    idle = progress.idle + 1 if repeats else 0
    if event.fingerprint == progress.last:
        idle = IDLE_LIMIT
    progress = replace(
        progress.with_attempt(attempt),
        kept=(*progress.kept, event.fingerprint),
        last=event.fingerprint,
        idle=idle,
    )
    number = len(progress.iterations)
    if _may_iterate(progress):
        return Step(State.RUNNING, progress, (ef.RunCommand(number + 1),))
    return Step(State.CLOSING, progress, (ef.RunCommand(number, closing=True),))


def refuse_attempt(progress: Progress, event: ev.AttemptRefused) -> Step:
    """Have the whole attempt rolled back; it counts neither for nor against stopping early."""
    attempt = AttemptRecord(AttemptKind.REFUSED, event.account, event.changes, event.findings)
    progress = replace(progress.with_attempt(attempt), last=None, idle=0)
    return _rolling_back(progress)


def note_failure(progress: Progress, event: ev.RepairerFailed) -> Step:
    """Have whatever a failed repairer left behind rolled back."""
    attempt = AttemptRecord(AttemptKind.FAILED, Account(event.message))
    progress = replace(progress.with_attempt(attempt), last=None, idle=progress.idle + 1)
    return _rolling_back(progress)


def note_no_change(progress: Progress, event: ev.NothingChanged) -> Step:
    """Go on, or stop when nothing new has come twice."""
    attempt = AttemptRecord(AttemptKind.UNCHANGED, event.account)
    progress = replace(progress.with_attempt(attempt), last=None, idle=progress.idle + 1)
    return _without_change(progress)


def go_on(progress: Progress, _event: ev.AttemptRolledBack) -> Step:
    """Go on with the tree as it was at the last run."""
    return _without_change(progress)


def judge_closing(progress: Progress, event: ev.RunFinished) -> Step:
    """Judge the last attempt, or have its run checked first; no edit can follow."""
    _expect(event, len(progress.iterations), closing=True)
    pending = judged(progress.declaration.condition, event.seen)
    return _further(replace(progress, pending=pending), closing=True)


def confirm_check(progress: Progress, event: ev.CheckFinished) -> Step:
    """Judge the closing run by its check, or have it repeated first."""
    _expect(event, len(progress.iterations), closing=True)
    return _further(_with_check(progress, event), closing=True)


def confirm_repeat(progress: Progress, event: ev.RunRepeated) -> Step:
    """Judge the closing run by its second execution."""
    _expect(event, len(progress.iterations), closing=True)
    return _further(_with_repeat(progress, event), closing=True)


def conclude(progress: Progress, event: ev.VerificationFinished) -> Step:
    """Believe the success unless a finding blocks it; test runners' reports decide with it."""
    outcome = concluded(
        event,
        first=progress.iterations[0].run,
        last=progress.closing or progress.iterations[-1].run,
        noted=progress.noted,
    )
    return _finished(progress, outcome)


def stop(progress: Progress, event: ev.Interrupted | ev.DeadlinePassed) -> Step:
    """End where the loop stands."""
    return _finished(progress, stopped(event))


def stop_attempt(progress: Progress, event: ev.Interrupted | ev.DeadlinePassed) -> Step:
    """Roll back the attempt in progress and end."""
    step = _finished(progress, stopped(event))
    return step._replace(effects=(ef.RollBack(len(progress.iterations)), *step.effects))


_HANDLERS = cast(
    "Mapping[str, Callable[[Progress, ev.Event], Step]]",
    {
        handler.__name__: handler
        for handler in (
            start, judge_iteration, judge_check, judge_repeat, keep_attempt, refuse_attempt,
            note_failure, note_no_change, go_on, judge_closing, confirm_check, confirm_repeat,
            conclude, stop, stop_attempt,
        )
    },
)  # fmt: skip


# --- what handlers share ---


def _may_iterate(progress: Progress) -> bool:
    spent = len(progress.iterations) >= progress.declaration.budget
    return not spent and progress.idle < IDLE_LIMIT


def _without_change(progress: Progress) -> Step:
    if _may_iterate(progress):
        number = len(progress.iterations) + 1
        return Step(State.RUNNING, progress, (ef.RunCommand(number),))
    # no closing run: the tree is as it was at the last run, which was judged
    return _finished(progress, _unsolved(progress))


def _rolling_back(progress: Progress) -> Step:
    return Step(State.RESTORING, progress, (ef.RollBack(len(progress.iterations)),))


def _finished(progress: Progress, outcome: Outcome) -> Step:
    progress = replace(progress, outcome=outcome)
    return Step(State.FINISHED, progress, (ef.Finish(outcome),))


def _refusals(progress: Progress) -> tuple[Finding, ...]:
    if not progress.iterations:
        return ()
    attempt = progress.iterations[-1].attempt
    if attempt is None or attempt.kind is not AttemptKind.REFUSED:
        return ()
    return attempt.findings


def _unsolved(progress: Progress) -> Outcome:
    return unsolved(
        used=len(progress.iterations),
        budget=progress.declaration.budget,
        findings=progress.noted,
    )


# --- judging a run ---


def _expect(
    event: ev.RunFinished | ev.CheckFinished | ev.RunRepeated, number: int, *, closing: bool
) -> None:
    if event.closing is not closing or event.iteration != number:
        kind = "closing run" if closing else "run"
        raise _illegal(f"{kind} {number} was expected, not {event.iteration}")


def _pending(progress: Progress) -> RunRecord:
    assert progress.pending is not None, "a run is judged only after it was made"
    return progress.pending


def _with_check(progress: Progress, event: ev.CheckFinished) -> Progress:
    pending = _pending(progress)
    if progress.declaration.condition.check is None or pending.check is not None:
        raise _illegal("no check was asked for")
    run = judged(progress.declaration.condition, pending.seen, check=event.seen)
    return replace(progress, pending=run, checks=progress.checks + 1)


def _with_repeat(progress: Progress, event: ev.RunRepeated) -> Progress:
    pending, condition = _pending(progress), progress.declaration.condition
    is_checked = condition.check is None or pending.check is not None
    if not (condition.twice and pending.judgement.met and is_checked) or pending.repeat:
        raise _illegal("no second execution was asked for")
    run = judged(condition, pending.seen, check=pending.check, repeat=event.seen)
    return replace(progress, pending=run, repeats=progress.repeats + 1)


def _further(progress: Progress, *, closing: bool) -> Step:
    """Have what is missing of the pending run made, or settle it."""
    condition, run = progress.declaration.condition, _pending(progress)
    number = len(progress.iterations) + (not closing)
    state = State.CONFIRMING if closing else State.CHECKING
    if _lies(progress, run) or run.seen.timed_out:
        return _settled(progress, closing=closing)
    if condition.check is not None and run.check is None:
        return Step(state, progress, (ef.RunCheck(number, closing),))
    if condition.twice and run.judgement.met and run.repeat is None:
        return Step(state, progress, (ef.RepeatCommand(number, closing),))
    return _settled(progress, closing=closing)


def _settled(progress: Progress, *, closing: bool) -> Step:
    run, refusals = _pending(progress), _refusals(progress)
    number = len(progress.iterations) + (not closing)
    progress = replace(_noting(progress, run, closing=closing), pending=None)
    if closing:
        progress = replace(progress, closing=run)
    else:
        begun = IterationRecord(number, run)
        progress = replace(progress, iterations=(*progress.iterations, begun))
    if run.judgement.met:
        return Step(State.VERIFYING, progress, (ef.VerifyChange(),))
    if closing:
        return _finished(progress, _unsolved(progress))
    if _lies(progress, run):
        return _finished(progress, lying(run))
    return Step(State.REPAIRING, progress, (ef.AskRepairer(number, run, refusals),))


def _lies(progress: Progress, run: RunRecord) -> bool:
    return run.seen.lie is not None and not progress.kept


def _noting(progress: Progress, run: RunRecord, *, closing: bool) -> Progress:
    """Return the progress with the finding that the command is flaky, where the run shows it."""
    if progress.noted:
        return progress
    differs = run.judgement.reason if run.decided_by is Decider.REPEAT else None
    if not closing and differs is None and progress.iterations:
        before = progress.iterations[-1]
        if before.attempt is not None and before.attempt.kind is not AttemptKind.MADE:
            differs = difference(before.run, run)
    return progress if differs is None else replace(progress, noted=(flaky(differs),))
