"""A loop that was cut off, opened again: its machine, its trees, its folder.

Decides where it stands from what was recorded and nothing else: the events are fed to a fresh
machine, and what that asks for next is what was under way. The events must lead there; a folder
in which they do not is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import InternalError, RequestError
from patchsmith.loop.commits import Commits
from patchsmith.loop.driver import Begun
from patchsmith.loop.run_folder import RunFolder
from patchsmith.loop.run_log import read_run
from patchsmith.loop.trees import Recorded, Trees
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.machine import Machine

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Self

    from patchsmith.loop.run_log import Entry, RunLog
    from patchsmith.loop.steps import Step

_RUNS = (ev.RunFinished, ev.CheckFinished, ev.RunRepeated, ev.LintFinished, ev.WholeFinished)


@dataclass(frozen=True, slots=True)
class Reopened:
    """A run that another process has begun; its lock is held."""

    log: RunLog
    """What was recorded."""
    folder: RunFolder
    """Where the recording goes on."""
    trees: Trees
    """The trees, as they stood."""
    begun: Begun
    """The machine, and what is next."""

    @classmethod
    def of(cls, path: Path) -> Self | None:
        """Open a run; None when it was cut off before its baseline was recorded.

        Raises:
            RequestError: `bad-request`, the folder is no sound run.
            EnvironmentFault: `conflict`, a nested repository is gone; `io`.
        """
        log = read_run(path)
        if not log.events:
            return None
        found = begun(log)
        folder = RunFolder.reopened(path, lines=len(log.entries), sound_bytes=log.sound_bytes)
        commits = Commits.open(log.work_root) if log.told["options"].get("commit") else None
        recorded = _recorded(log, folder)
        trees = Trees(log.work_root, folder, log.protection, recorded, commits=commits)
        return cls(log, folder, trees, found)

    @property
    def was_attempting(self) -> bool:
        """Whether an attempt was under way, or being rolled back."""
        return any(isinstance(each, ef.AskRepairer | ef.RollBack) for each in self.begun.effects)

    def roll_back_attempt(self) -> None:
        """Roll back an attempt that was under way; its diff is kept.

        Raises:
            EnvironmentFault: `io`, `conflict`.
        """
        if self.was_attempting:
            number = len(self.begun.machine.progress.iterations)
            self.trees.go_back(f"{number:02d}-cut-off", of_attempt=True)


def begun(log: RunLog) -> Begun:
    """Return the machine after all that was recorded, and what it asks for next.

    Raises:
        RequestError: `bad-request`, the events do not follow on each other.
    """
    machine = Machine(log.declaration)
    effects: tuple[ef.Effect, ...] = ()
    try:
        for each in log.events:
            assert each.event is not None
            effects = machine.send(each.event)
    except (InternalError, IndexError, AssertionError) as error:
        raise RequestError(
            "bad-request",
            f"the run {log.id} can not be gone on with: its events do not follow on each other",
            path=str(log.path),
        ) from error
    return Begun(machine, effects)


def _recorded(log: RunLog, folder: RunFolder) -> Recorded:
    events = log.events
    runs = [each for each in events if isinstance(each.event, _RUNS)]
    baseline = folder.steps.load(events[0].step)

    def load(entry: Entry) -> Step:
        return folder.steps.load(entry.step)

    kept = (each.event for each in events if isinstance(each.event, ev.AttemptMade))
    return Recorded(
        baseline=baseline,
        first=load(runs[0]) if runs else None,
        last_run=load(runs[-1]) if runs else baseline,
        current=load(events[-1]),
        touched=frozenset(change.path for made in kept for change in made.changes),
    )
