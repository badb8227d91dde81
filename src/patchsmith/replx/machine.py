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

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, cast

from patchsmith.errors import InternalError
from patchsmith.findings import Verdict, verdict_of
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.observation import judge
from patchsmith.replx.record import (
    Account,
    AttemptKind,
    AttemptRecord,
    Check,
    Ending,
    IterationRecord,
    LoopRecord,
    Outcome,
    RunRecord,
    Status,
)
from patchsmith.replx.states import TRANSITIONS, State
from patchsmith.testreports.comparing import compared, same_tests

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from patchsmith.findings import Finding
    from patchsmith.replx.declaration import Declaration

IDLE_LIMIT = 2
"""Consecutive attempts without anything new after which the loop stops early."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What has happened so far."""

    declaration: Declaration
    """What was declared; never replaced."""
    iterations: tuple[IterationRecord, ...] = ()
    """Iterations begun, in order."""
    closing: RunRecord | None = None
    """The closing run, once it was made."""
    kept: tuple[str, ...] = ()
    """Fingerprints of the attempts that stayed in the tree, in order."""
    last: str | None = None
    """Fingerprint of the attempt just before; None when it changed nothing or was refused."""
    idle: int = 0
    """Consecutive attempts, up to the last, that brought nothing new."""
    outcome: Outcome | None = None
    """How the loop ended, once it did."""

    def with_attempt(self, attempt: AttemptRecord) -> Progress:
        """Return the progress with the current iteration's attempt filled in."""
        current = replace(self.iterations[-1], attempt=attempt)
        return replace(self, iterations=(*self.iterations[:-1], current))


class Step(NamedTuple):
    """What an event leads to."""

    state: State
    """The state after it."""
    progress: Progress
    """The progress after it."""
    effects: tuple[ef.Effect, ...]
    """What is to be done, in order."""


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
            progress.declaration, progress.iterations, progress.closing, progress.outcome
        )


def _illegal(what: str) -> InternalError:
    return InternalError("internal", f"repair loop: {what}")


# --- handlers, one per row of the table ---


def start(progress: Progress, _event: ev.LoopStarted) -> Step:
    """Open the first iteration."""
    return Step(State.RUNNING, progress, (ef.RunCommand(1),))


def judge_iteration(progress: Progress, event: ev.RunFinished) -> Step:
    """Judge an iteration's run: verify, ask for an attempt, or end on a lying exit status."""
    number = len(progress.iterations) + 1
    if event.closing or event.iteration != number:
        raise _illegal(f"run {number} was expected, not {event.iteration}")
    run = RunRecord(event.seen, judge(progress.declaration.condition, event.seen))
    refusals = _refusals(progress)
    progress = replace(progress, iterations=(*progress.iterations, IterationRecord(number, run)))
    if run.judgement.met:
        return Step(State.VERIFYING, progress, (ef.VerifyChange(),))
    if event.seen.lie is not None and not progress.kept:
        return _finished(progress, _lying(run))
    return Step(State.REPAIRING, progress, (ef.AskRepairer(number, run, refusals),))


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
    """Judge the last attempt; no edit can follow."""
    number = len(progress.iterations)
    if not event.closing or event.iteration != number:
        raise _illegal(f"the closing run of iteration {number} was expected")
    run = RunRecord(event.seen, judge(progress.declaration.condition, event.seen))
    progress = replace(progress, closing=run)
    if run.judgement.met:
        return Step(State.VERIFYING, progress, (ef.VerifyChange(),))
    return _finished(progress, _unsolved(progress))


def conclude(progress: Progress, event: ev.VerificationFinished) -> Step:
    """Believe the success unless a finding blocks it; test runners' reports decide with it."""
    first, last = progress.iterations[0].run.seen.reports, _last_run(progress).seen.reports
    findings = (*event.findings, *compared(first, last))
    verified, not_verified = event.verified, event.not_verified
    if verdict_of(findings) is Verdict.BLOCK:
        outcome = Outcome(
            Status.UNSOLVED,
            Ending.NOT_VERIFIED,
            "the condition was met, but the change as a whole breaks a rule",
            findings=findings,
            not_verified=not_verified,
        )
    else:
        if not same_tests(first, last):
            not_verified = (Check.SAME_TESTS, *not_verified)
        elif _last_run(progress) is not progress.iterations[0].run:  # one run says nothing
            verified = (Check.SAME_TESTS, *verified)
        outcome = Outcome(
            Status.SOLVED,
            Ending.CONDITION_MET,
            "the success condition is met",
            findings=findings,
            not_verified=not_verified,
            verified=verified,
        )
    return _finished(progress, outcome)


def stop(progress: Progress, event: ev.Interrupted) -> Step:
    """End where the loop stands."""
    return _finished(progress, _interrupted(event))


def stop_attempt(progress: Progress, event: ev.Interrupted) -> Step:
    """Roll back the attempt in progress and end."""
    step = _finished(progress, _interrupted(event))
    return step._replace(effects=(ef.RollBack(len(progress.iterations)), *step.effects))


_HANDLERS = cast(
    "Mapping[str, Callable[[Progress, ev.Event], Step]]",
    {
        handler.__name__: handler
        for handler in (
            start, judge_iteration, keep_attempt, refuse_attempt, note_failure, note_no_change,
            go_on, judge_closing, conclude, stop, stop_attempt,
        )
    },
)  # fmt: skip


# --- what handlers share ---


def _may_iterate(progress: Progress) -> bool:
    spent = len(progress.iterations) >= progress.declaration.budget
    return not spent and progress.idle < IDLE_LIMIT


def _last_run(progress: Progress) -> RunRecord:
    return progress.closing or progress.iterations[-1].run


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


def _lying(run: RunRecord) -> Outcome:
    lie = run.seen.lie
    return Outcome(
        Status.INPUT_ERROR,
        Ending.GUARD,
        "the command exits 0 while its own output reports failure",
        guard="lying-exit",
        require=lie.require if lie is not None else None,
    )


def _unsolved(progress: Progress) -> Outcome:
    budget, used = progress.declaration.budget, len(progress.iterations)
    if used < budget:
        reason = f"stopped early after iteration {used} of {budget}: two attempts in a row changed"
        return Outcome(
            Status.UNSOLVED, Ending.NO_PROGRESS, f"{reason} nothing, or made the same change again"
        )
    reason = f"the budget of {budget} is spent and the success condition is not met"
    return Outcome(Status.UNSOLVED, Ending.BUDGET_SPENT, reason)


def _interrupted(event: ev.Interrupted) -> Outcome:
    return Outcome(Status.UNSOLVED, Ending.INTERRUPTED, f"interrupted by {event.by}")
