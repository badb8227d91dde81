"""Carries out the machine's effects: runs, attempts, roll-backs, the report.

Decides nothing about the repair; the machine does. Must never run the command when no effect
asks for it, and never leave an attempt half made: whatever stops it, the tree is brought back to
what it was at the last run.
"""

from __future__ import annotations

import contextlib
from collections import deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.errors import EnvironmentFault, InternalError, PatchsmithError
from patchsmith.findings import Verdict, verdict_of
from patchsmith.loop.context import implicated_by
from patchsmith.loop.executing import Runs
from patchsmith.loop.failures import failure_of, output_lines
from patchsmith.loop.interruption import DEADLINE, Stopped
from patchsmith.loop.keeping import Kept
from patchsmith.loop.noticed import folder_changed, left_running
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.machine import Machine
from patchsmith.replx.outcomes import with_noted
from patchsmith.replx.record import Account, Check, Ending, LoopRecord
from patchsmith.replx.report import render
from patchsmith.replx.run_record import Decider
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from patchsmith.loop.executing import Execution, Printed
    from patchsmith.loop.interruption import Interruption
    from patchsmith.loop.isolation import Isolation
    from patchsmith.loop.progress import Progress
    from patchsmith.loop.request import LoopRequest
    from patchsmith.loop.run_folder import RunFolder
    from patchsmith.loop.trees import Trees
    from patchsmith.loop.verifying import Verification
    from patchsmith.repairers.base import Diagnosis, Repairer
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.observation import RunSeen
    from patchsmith.replx.record import Outcome


class Begun(NamedTuple):
    """A loop that an earlier process has begun: where it stands, and what is to be done next."""

    machine: Machine
    """The machine after all that was recorded."""
    effects: tuple[ef.Effect, ...]
    """What was under way, or next, when the loop was cut off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """One loop on this machine; `run` may be called once."""

    request: LoopRequest
    """What the caller asked for."""
    declaration: Declaration
    """What that declares."""
    repairer: Repairer
    """Who makes the attempts."""
    trees: Trees
    """Snapshots of the root; the baseline is taken."""
    folder: RunFolder
    """Where everything is written down."""
    progress: Progress
    """Who is told how it goes."""
    interruption: Interruption
    """Signals that stop the loop."""
    verification: Verification | None = None
    """Checks that are kept from the repairer; None when none were given."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Variables that what is run gets besides ours."""
    isolation: Isolation | None = None
    """The copy that the loop works in; None for one that works in the root."""
    begun: Begun | None = None
    """Where a loop is gone on with; None for one that begins."""

    def run(self) -> LoopRecord:
        """Drive the loop to its end and return its record.

        Raises:
            EnvironmentFault: The machine said no; an attempt in progress was rolled back.
        """
        return _Loop(self).run()


class _Execution(NamedTuple):
    """How an effect that executes something is carried out."""

    kind: Decider
    answer: Callable[[int, bool, RunSeen], ev.Event]
    told: str


_EXECUTIONS: Mapping[type[Execution], _Execution] = {
    ef.RunCommand: _Execution(Decider.RUN, ev.RunFinished, ""),
    ef.RunLint: _Execution(Decider.RUN, ev.LintFinished, "running lint alone"),
    ef.RunWhole: _Execution(
        Decider.RUN, ev.WholeFinished, "running the full command, to judge the condition"
    ),
    ef.RunCheck: _Execution(Decider.CHECK, ev.CheckFinished, "running the check"),
    ef.RepeatCommand: _Execution(
        Decider.REPEAT, ev.RunRepeated, "running the command a second time"
    ),
}
"""Effect -> what decides, the event that answers, what is told; a run tells its own."""


class _Loop:
    """The state of a driver under way."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        begun = driver.begun
        self._machine = Machine(driver.declaration) if begun is None else begun.machine
        self._workspace = LocalWorkspace(driver.trees.root)
        self._runs = Runs(
            driver.declaration,
            driver.folder,
            driver.trees.root,
            driver.request,
            driver.environment,
            has_run=bool(self._machine.progress.iterations),
        )
        self._attempting = False
        self._kept = Kept(driver.folder.path)
        self._verification_runs = 0

    def run(self) -> LoopRecord:
        try:
            return self._drive()
        except BaseException as error:
            trees, folder = self._driver.trees, self._driver.folder
            with contextlib.suppress(PatchsmithError):  # the first error is the one to show
                if self._attempting:
                    trees.roll_back()
                trees.note_end()
                folder.note("died", step=trees.step(), reason=_told(error))
            raise
        finally:
            self._kept.close()

    def _drive(self) -> LoopRecord:
        begun = self._driver.begun
        pending = deque(self._send(ev.LoopStarted()) if begun is None else begun.effects)
        while True:
            effect = pending.popleft()
            if isinstance(effect, ef.Finish):
                return self._finish()
            answer = self._carried_out(effect)
            if not pending:  # a roll-back that comes with `Finish` is not answered
                pending.extend(self._send(answer))

    def _send(self, event: ev.Event) -> tuple[ef.Effect, ...]:
        self._driver.folder.append(event, self._driver.trees.step())
        self._driver.progress.heard(event, len(self._machine.progress.iterations))
        return self._machine.send(event)

    def _carried_out(
        self, effect: Execution | ef.SetApart | ef.AskRepairer | ef.RollBack | ef.VerifyChange
    ) -> ev.Event:
        try:
            if isinstance(effect, ef.SetApart):
                return self._set_apart()
            if isinstance(effect, ef.AskRepairer):
                return self._ask(effect)
            if isinstance(effect, ef.RollBack):
                return self._roll_back()
            if isinstance(effect, ef.VerifyChange):
                return self._verify()
            return self._execute(effect)
        except Stopped:
            return self._stopped()
        except EnvironmentFault:
            # Ctrl-C reaches git too where it is in our group: its failing is the interruption
            if self._driver.interruption.by is None or isinstance(effect, ef.RollBack):
                raise
            return self._stopped()

    def _stopped(self) -> ev.Interrupted | ev.DeadlinePassed:
        by = self._driver.interruption.by or "signal"
        if by == DEADLINE:
            return ev.DeadlinePassed(self._driver.request.deadline_s or 0)
        return ev.Interrupted(by)

    # --- runs ---

    def _execute(self, effect: Execution) -> ev.Event:
        """Execute what an effect asks for, once, between two looks at the tree."""
        kind, answer, told = _EXECUTIONS[type(effect)]
        if isinstance(effect, ef.RunCommand):
            self._driver.progress.running(effect)
        else:
            self._driver.progress.checking(effect, told)
        self._driver.trees.note_meanwhile()
        with self._driver.interruption.allowed():
            seen = self._runs.executed(effect, kind, at_most_s=self._driver.interruption.left_s())
        self._driver.trees.note_run()
        return answer(effect.iteration, effect.closing, seen)

    # --- attempts ---

    def _ask(self, effect: ef.AskRepairer) -> ev.Event:
        driver = self._driver
        driver.progress.asking(effect.iteration, driver.repairer.name)
        printed = self._printed(effect)
        masker, names = driver.folder.masker, driver.trees.names()
        seen = implicated_by(output_lines(printed), driver.trees.root, names, masker.mask)
        driver.folder.write_context(effect.iteration, seen.excerpts)
        failure = failure_of(effect, self._machine.progress, printed, seen.excerpts)
        self._attempting = True
        self._kept.hold()
        try:
            with driver.interruption.allowed():
                diagnosis = driver.repairer.attempt(failure, self._workspace)
        except InternalError:
            raise
        except Exception as error:  # noqa: BLE001 - a repairer's mistake is an event
            return ev.RepairerFailed(_told(error))
        finally:
            self._put_back(effect.iteration)
        driver.trees.note(left_running(effect.iteration, diagnosis.left_running))
        account = _account(diagnosis)
        found = driver.trees.compare(effect.iteration)
        findings = found.findings or driver.trees.beyond(found.changes, seen.files, names)
        if verdict_of(findings) is Verdict.BLOCK:
            return ev.AttemptRefused(account, found.changes, findings)
        self._attempting = False
        if not found.changes:
            return ev.NothingChanged(account)
        driver.trees.keep(found.changes)
        return ev.AttemptMade(account, found.changes, found.fingerprint, findings)

    def _put_back(self, iteration: int) -> None:
        """Put the run's folder back, without which nothing can be compared or rolled back."""
        names, is_lost = self._kept.put_back()
        self._driver.trees.note(folder_changed(iteration, names, lost=is_lost))

    def _printed(self, effect: ef.AskRepairer) -> Printed | None:
        begun = self._driver.begun
        if begun is not None and effect in begun.effects:
            return self._runs.recall(effect)
        return self._runs.output(effect.run.decided_by, effect.run.part)

    def _roll_back(self) -> ev.AttemptRolledBack:
        try:
            self._driver.trees.roll_back()
        except EnvironmentFault:
            if self._driver.interruption.by is None:
                raise
            self._driver.trees.roll_back()  # the signal that reached git comes once
        self._attempting = False
        return ev.AttemptRolledBack()

    def _set_apart(self) -> ev.CheckpointMade:
        phases = self._driver.declaration.phases
        assert phases is not None, "only a loop in phases sets edits apart"
        message = f"lint: what `{phases.lint.display}` asked for"
        return ev.CheckpointMade(self._driver.trees.set_apart(message))

    # --- the end ---

    def _verify(self) -> ev.VerificationFinished:
        driver, findings = self._driver, self._driver.trees.verified()
        if driver.verification is None:
            return ev.VerificationFinished(findings, not_verified=(Check.HELD_OUT,))
        driver.progress.verifying()
        with driver.interruption.allowed():
            found = driver.verification.verified(
                driver.trees.root, at_most_s=driver.interruption.left_s()
            )
        self._verification_runs = found.runs
        driver.progress.verified(found)
        if found.finding is not None:
            return ev.VerificationFinished((*findings, found.finding))
        return ev.VerificationFinished(findings, verified=(Check.HELD_OUT,))

    def _finish(self) -> LoopRecord:
        driver, record = self._driver, self._machine.record()
        noted = (*self._machine.progress.noted, *driver.trees.noted())
        driver.trees.note_end()
        record = replace(
            record,
            outcome=with_noted(record.outcome, noted),
            verification_runs=record.verification_runs + self._verification_runs,
            final_diff=driver.trees.final_diff(),
            written_by_command=driver.trees.written_by_command(),
            repairer=driver.repairer.name,
            root=str(driver.isolation.original if driver.isolation else driver.trees.root),
            deadline_s=driver.request.deadline_s,
            run_dir=str(driver.folder.path),
        )
        if driver.isolation is not None:
            record = driver.isolation.concluded(record, driver.trees)
        driver.folder.write_report(render(record, driver.request.language), record.to_dict())
        driver.folder.note("ended", step=driver.trees.step(), status=word_for(record.outcome))
        driver.progress.finished(record.outcome)
        return record


def _account(diagnosis: Diagnosis) -> Account:
    return Account(diagnosis.text, diagnosis.ruled_out, diagnosis.next_step)


def word_for(outcome: Outcome) -> str:
    """Return how a loop ended in the word that lists of runs show."""
    interrupted = outcome.ending is Ending.INTERRUPTED
    return "interrupted" if interrupted else outcome.status.value


def _told(error: BaseException) -> str:
    return str(error) if isinstance(error, PatchsmithError) else f"{type(error).__name__}: {error}"
