"""What the loop says while it works: one line at a time, to whoever listens.

Says only what has happened or is about to; the report is made from the record, not from this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from patchsmith.errors import escaped
from patchsmith.replx import events as ev
from patchsmith.replx.phases import Part, Phase
from patchsmith.text.masking import Masker

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.loop.verifying import Verified
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.effects import RepeatCommand, RunCheck, RunCommand, RunLint, RunWhole
    from patchsmith.replx.protected import Protection
    from patchsmith.replx.record import FileLines, Outcome

Tell = Callable[[str], None]

_BESIDE = ev.CheckFinished | ev.RunRepeated | ev.LintFinished | ev.WholeFinished
_NAMES: Mapping[type[ev.Event], str] = {
    ev.CheckFinished: "check",
    ev.RunRepeated: "second execution",
    ev.LintFinished: "lint",
    ev.WholeFinished: "full command",
}


class Progress:
    """Tells a listener how a loop goes."""

    def __init__(
        self, declaration: Declaration, tell: Tell | None, masker: Masker | None = None
    ) -> None:
        self._declaration = declaration
        self._tell = tell
        self._masker = masker or Masker()

    def declared(self, root: Path, repairer: str, run_dir: Path, protection: Protection) -> None:
        """Print what is fixed from now on."""
        declaration = self._declaration
        self._say(f"target: {declaration.target.display}")
        self._say(f"success condition: {declaration.condition.describe()}")
        self._say(f"budget: {declaration.budget}")
        self._say(f"root: {root}")
        self._say(f"repairer: {repairer}")
        self._say(f"run folder: {run_dir}")
        for path in sorted(protection.command_files):
            if protection.findings([path]):
                self._say(f"protected: {path} (the command names it; --allow permits changes)")
        if declaration.phases is not None:
            for phase in Phase:
                command, source = (
                    declaration.phases.command(phase),
                    declaration.phases.source(phase),
                )
                self._say(f"phase {phase.value}: {command.display} ({source})")
        for derived in declaration.derived:
            self._say(f"derived: {derived}")
        for note in declaration.target.notes:
            self._say(f"note: {note}")

    def isolated(self, copy: Path) -> None:
        """Say where a loop works that does not work in the root."""
        self._say(f"isolated: working in the copy {copy}")

    def resumed(self, root: Path, repairer: str, run_dir: Path, lost: tuple[str, ...]) -> None:
        """Print what a loop that is gone on with began with, and what was brought back first."""
        self._say(f"resuming the run in {run_dir}")
        self._say(f"target: {self._declaration.target.display}")
        self._say(f"root: {root}")
        self._say(f"repairer: {repairer}")
        if lost:
            self._say(f"brought back to the last recorded step: {', '.join(lost)}")

    def running(self, effect: RunCommand) -> None:
        """Say that the command, or what of it is in question, is about to run."""
        what = "the command" if effect.part is Part.FULL else "build and test"
        self._say(f"{self._where(effect.iteration, effect.closing)}: running {what}")

    def checking(self, effect: RunCheck | RepeatCommand | RunLint | RunWhole, what: str) -> None:
        """Say that something is about to run that is no run of an iteration."""
        self._say(f"{self._where(effect.iteration, effect.closing)}: {what}")

    def asking(self, iteration: int, repairer: str) -> None:
        """Say that a repairer is about to be asked."""
        self._say(f"{self._where(iteration)}: {repairer} is looking for a fix")

    def heard(self, event: ev.Event, iteration: int) -> None:
        """Say what has happened."""
        where = self._where(iteration)
        if isinstance(event, ev.RunFinished):
            where = self._where(event.iteration, event.closing)
            self._say(f"{where}: {event.seen.ending} ({event.seen.duration_s:.1f} s)")
        elif isinstance(event, _BESIDE):
            what = _NAMES[type(event)]
            where = self._where(event.iteration, event.closing)
            self._say(f"{where}, {what}: {event.seen.ending} ({event.seen.duration_s:.1f} s)")
        elif isinstance(event, ev.CheckpointMade):
            kept = event.checkpoint.commit or event.checkpoint.diff or "nothing to keep"
            self._say(f"{where}: lint is clean, its edits are set apart: {kept}")
        elif isinstance(event, ev.AttemptMade):
            self._say(f"{where}: changed {_paths(event.changes)}")
            for finding in event.findings:
                self._say(f"{where}: {finding.rule} {finding.path}: {finding.message}")
        elif isinstance(event, ev.AttemptRefused):
            rules = ", ".join(f"{finding.rule} {finding.path}" for finding in event.findings)
            self._say(f"{where}: refused, rolling back: {rules}")
        elif isinstance(event, ev.NothingChanged):
            self._say(f"{where}: no change")
        elif isinstance(event, ev.RepairerFailed):
            self._say(f"{where}: the repairer failed: {event.message.splitlines()[0]}")
        elif isinstance(event, ev.Interrupted):
            self._say(f"interrupted by {event.by}")
        elif isinstance(event, ev.DeadlinePassed):
            self._say(f"the deadline of {event.seconds:g} s has passed")

    def held_out(self, size: int) -> None:
        """Say that there are checks the repairer is not told of; not which."""
        self._say(f"held-out: {size} {'file' if size == 1 else 'files'}, kept from the repairer")

    def verifying(self) -> None:
        """Say that the held-out checks are about to run."""
        self._say("verification: running the held-out checks in a copy of the tree")

    def verified(self, found: Verified) -> None:
        """Say what became of the held-out checks."""
        ending = "they hold" if found.finding is None else found.finding.message
        self._say(f"verification: {ending}")
        if found.problem is not None:
            self._say(f"verification: {found.problem}")

    def finished(self, outcome: Outcome) -> None:
        """Say how it ended."""
        self._say(f"{outcome.status.value}: {outcome.reason}")

    def _where(self, iteration: int, closing: bool = False) -> str:
        if closing:
            return "closing run"
        return f"iteration {iteration}/{self._declaration.budget}"

    def _say(self, line: str) -> None:
        if self._tell is not None:
            self._tell(escaped(self._masker.mask(line)).replace("\n", " "))


def _paths(changes: tuple[FileLines, ...]) -> str:
    return ", ".join(change.path for change in changes)
