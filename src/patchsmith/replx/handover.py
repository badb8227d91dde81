"""Handlers of a loop in phases: where a failure is, the hand-over, lint once more.

Decide when the loop leaves the full command for build and test (lint was clean and the failure is
not lint's), have the lint-only edits set apart at that moment, and have lint run once more when
build and test pass. The loop hands over once and never goes back: `Progress.part` says so.

Rules for editors: pure functions from progress and event to a `Step`; after the closing run
nothing here may lead to an attempt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.replx import effects as ef
from patchsmith.replx.judging import CHECKED_BY, judged
from patchsmith.replx.phase_runs import Purpose
from patchsmith.replx.phases import Part
from patchsmith.replx.progress import Progress, Step
from patchsmith.replx.states import State
from patchsmith.replx.steps import asking, expect, finished, not_solved

if TYPE_CHECKING:
    from patchsmith.replx import events as ev
    from patchsmith.replx.run_record import RunRecord


def failing(progress: Progress, run: RunRecord) -> Step:
    """Have a failing run repaired, after the hand-over where the failure is not lint's."""
    in_phases = progress.declaration.phases is not None
    if not in_phases or progress.part is Part.REST or run.seen.exit_status == 0:
        return asking(progress, run)
    if run.seen.lint_clean is None:
        return Step(State.PROBING, progress, (ef.RunLint(len(progress.iterations)),))
    return _handing_over(progress) if run.seen.lint_clean else asking(progress, run)


def judge_probe(progress: Progress, event: ev.LintFinished) -> Step:
    """Hand over where lint alone is clean; otherwise the failure is lint's."""
    number = len(progress.iterations)
    expect(event, number, closing=False)
    run = judged(CHECKED_BY, event.seen, part=Part.LINT)
    progress = progress.with_phase_run(Purpose.PROBE, run, closing=False)
    if run.judgement.met:
        return _handing_over(progress)
    return asking(progress, progress.iterations[-1].run)


def _handing_over(progress: Progress) -> Step:
    progress = replace(progress, part=Part.REST)
    if progress.kept and not progress.mixed:
        return Step(State.PARTING, progress, (ef.SetApart(len(progress.iterations)),))
    return asking(progress, progress.iterations[-1].run)


def hand_over(progress: Progress, event: ev.CheckpointMade) -> Step:
    """Have the failure in build or test repaired, now that lint's edits are apart."""
    progress = replace(progress, checkpoint=event.checkpoint)
    return asking(progress, progress.iterations[-1].run)


def passing(progress: Progress, *, closing: bool) -> Step:
    """Have lint run once more, after build and test passed."""
    state = State.LAST_LINTING if closing else State.LINTING
    return Step(state, progress, (ef.RunLint(len(progress.iterations), closing),))


def judge_lint(progress: Progress, event: ev.LintFinished) -> Step:
    """Have the condition judged where lint is clean; its failure is the iteration's otherwise."""
    return _linted(progress, event, closing=False)


def confirm_lint(progress: Progress, event: ev.LintFinished) -> Step:
    """Have the condition judged where lint is clean after the closing run, or end the loop."""
    return _linted(progress, event, closing=True)


def _linted(progress: Progress, event: ev.LintFinished, *, closing: bool) -> Step:
    number = len(progress.iterations)
    expect(event, number, closing=closing)
    run = judged(CHECKED_BY, event.seen, part=Part.LINT)
    progress = progress.with_phase_run(Purpose.FINAL_LINT, run, closing=closing)
    if run.judgement.met:
        state = State.LAST_REJUDGING if closing else State.REJUDGING
        return Step(state, progress, (ef.RunWhole(number, closing),))
    if closing:
        return finished(progress, not_solved(progress))
    return asking(progress, run)
