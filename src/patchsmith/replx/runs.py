"""Handlers of what the command showed: judged by itself, its check, its second execution.

Decide whether a run met the declared condition, and what follows: a further execution that the
condition asks for, verification, an attempt, or the end. In phases a run of build and test alone
is judged by its exit status; the declared condition is judged on the full command only.

A lying exit status ends the loop as an input error while the tree is as it was declared on. Once
an attempt was kept, the lie may be that attempt's doing: such a run is not met, and the loop goes
on; it can never end as solved.

Rules for editors: pure functions from progress and event to a `Step`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.replx import effects as ef
from patchsmith.replx.handover import failing, passing
from patchsmith.replx.judging import CHECKED_BY, judged
from patchsmith.replx.outcomes import lying
from patchsmith.replx.phase_runs import Purpose
from patchsmith.replx.phases import Part
from patchsmith.replx.progress import Progress, Step
from patchsmith.replx.record import AttemptKind, IterationRecord
from patchsmith.replx.repeats import FLAKY, difference, flaky
from patchsmith.replx.run_record import Decider
from patchsmith.replx.states import State
from patchsmith.replx.steps import expect, finished, illegal, not_solved

if TYPE_CHECKING:
    from patchsmith.replx import events as ev
    from patchsmith.replx.run_record import RunRecord


# --- iterations, and the full command at their end ---


def judge_iteration(progress: Progress, event: ev.RunFinished) -> Step:
    """Judge an iteration's run, or have it checked first; end on a lying exit status."""
    expect(event, len(progress.iterations) + 1, closing=False)
    return _judging(progress, event, closing=False)


def judge_whole(progress: Progress, event: ev.WholeFinished) -> Step:
    """Judge the declared condition on the full command, after build, test and lint passed."""
    expect(event, len(progress.iterations), closing=False)
    return _further(_with_whole(progress, event), closing=False)


def judge_check(progress: Progress, event: ev.CheckFinished) -> Step:
    """Judge a run by its check, or have it repeated first."""
    expect(event, _number(progress, closing=False), closing=False)
    return _further(_with_check(progress, event), closing=False)


def judge_repeat(progress: Progress, event: ev.RunRepeated) -> Step:
    """Judge a run by its second execution."""
    expect(event, _number(progress, closing=False), closing=False)
    return _further(_with_repeat(progress, event), closing=False)


# --- the closing run, and the full command after it ---


def judge_closing(progress: Progress, event: ev.RunFinished) -> Step:
    """Judge the last attempt, or have its run checked first; no edit can follow."""
    expect(event, len(progress.iterations), closing=True)
    return _judging(progress, event, closing=True)


def confirm_whole(progress: Progress, event: ev.WholeFinished) -> Step:
    """Judge the declared condition on the full command, after the closing run."""
    expect(event, len(progress.iterations), closing=True)
    return _further(_with_whole(progress, event), closing=True)


def confirm_check(progress: Progress, event: ev.CheckFinished) -> Step:
    """Judge the closing run by its check, or have it repeated first."""
    expect(event, len(progress.iterations), closing=True)
    return _further(_with_check(progress, event), closing=True)


def confirm_repeat(progress: Progress, event: ev.RunRepeated) -> Step:
    """Judge the closing run by its second execution."""
    expect(event, len(progress.iterations), closing=True)
    return _further(_with_repeat(progress, event), closing=True)


# --- what they share ---


def _judging(progress: Progress, event: ev.RunFinished, *, closing: bool) -> Step:
    if progress.part is Part.REST:
        run = judged(CHECKED_BY, event.seen, part=Part.REST)
        progress = _recorded(progress, run, closing=closing)
        if run.judgement.met:
            return passing(progress, closing=closing)
        return _failed(progress, run, closing=closing)
    pending = judged(progress.declaration.condition, event.seen)
    return _further(replace(progress, pending=pending), closing=closing)


def _is_whole(progress: Progress) -> bool:
    """Return whether the pending run is the full command at the end of a loop in phases."""
    return progress.part is Part.REST


def _number(progress: Progress, *, closing: bool) -> int:
    """Return the iteration that the pending run belongs to."""
    begins = not closing and not _is_whole(progress)
    return len(progress.iterations) + begins


def _pending(progress: Progress) -> RunRecord:
    assert progress.pending is not None, "a run is judged only after it was made"
    return progress.pending


def _with_whole(progress: Progress, event: ev.WholeFinished) -> Progress:
    return replace(progress, pending=judged(progress.declaration.condition, event.seen))


def _with_check(progress: Progress, event: ev.CheckFinished) -> Progress:
    pending = _pending(progress)
    if progress.declaration.condition.check is None or pending.check is not None:
        raise illegal("no check was asked for")
    run = judged(progress.declaration.condition, pending.seen, check=event.seen)
    return replace(progress, pending=run, checks=progress.checks + 1)


def _with_repeat(progress: Progress, event: ev.RunRepeated) -> Progress:
    pending, condition = _pending(progress), progress.declaration.condition
    is_checked = condition.check is None or pending.check is not None
    if not (condition.twice and pending.judgement.met and is_checked) or pending.repeat:
        raise illegal("no second execution was asked for")
    run = judged(condition, pending.seen, check=pending.check, repeat=event.seen)
    return replace(progress, pending=run, repeats=progress.repeats + 1)


def _further(progress: Progress, *, closing: bool) -> Step:
    """Have what is missing of the pending run made, or settle it."""
    condition, run = progress.declaration.condition, _pending(progress)
    number = _number(progress, closing=closing)
    state = State.CONFIRMING if closing else State.CHECKING
    if _lies(progress, run) or run.seen.timed_out:
        return _settled(progress, closing=closing)
    if condition.check is not None and run.check is None:
        return Step(state, progress, (ef.RunCheck(number, closing),))
    if condition.twice and run.judgement.met and run.repeat is None:
        return Step(state, progress, (ef.RepeatCommand(number, closing),))
    return _settled(progress, closing=closing)


def _settled(progress: Progress, *, closing: bool) -> Step:
    run = _pending(progress)
    progress = _recorded(progress, run, closing=closing)
    if run.judgement.met:
        return Step(State.VERIFYING, progress, (ef.VerifyChange(),))
    if not closing and _lies(progress, run):
        return finished(progress, lying(run))
    return _failed(progress, run, closing=closing)


def _failed(progress: Progress, run: RunRecord, *, closing: bool) -> Step:
    return finished(progress, not_solved(progress)) if closing else failing(progress, run)


def _recorded(progress: Progress, run: RunRecord, *, closing: bool) -> Progress:
    """Return the progress with a judged run where it belongs, and nothing pending."""
    progress = replace(_noting(progress, run, closing=closing), pending=None)
    if _is_whole(progress) and run.part is Part.FULL:
        return progress.with_phase_run(Purpose.FINAL_FULL, run, closing=closing)
    if closing:
        return replace(progress, closing=run)
    begun = IterationRecord(len(progress.iterations) + 1, run)
    return replace(progress, iterations=(*progress.iterations, begun))


def _lies(progress: Progress, run: RunRecord) -> bool:
    return run.seen.lie is not None and not progress.kept


def _noting(progress: Progress, run: RunRecord, *, closing: bool) -> Progress:
    """Return the progress with the finding that the command is flaky, where the run shows it."""
    if any(each.rule == FLAKY for each in progress.noted):
        return progress
    differs = run.judgement.reason if run.decided_by is Decider.REPEAT else None
    if not closing and differs is None and progress.iterations:
        before = progress.iterations[-1]
        untouched = before.attempt is not None and before.attempt.kind is not AttemptKind.MADE
        if untouched and before.run.part is run.part:
            differs = difference(before.run, run)
    return (
        progress if differs is None else replace(progress, noted=(*progress.noted, flaky(differs)))
    )
