"""How far a loop has come, and what an event leads to: the values that handlers work on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.replx.phase_runs import PhaseRun, Purpose, last_of
from patchsmith.replx.phases import Part

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.replx import effects as ef
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.phase_runs import Checkpoint
    from patchsmith.replx.record import AttemptRecord, IterationRecord, Outcome
    from patchsmith.replx.run_record import RunRecord
    from patchsmith.replx.states import State


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
    pending: RunRecord | None = None
    """A run of which a check or a second execution is still to be made."""
    checks: int = 0
    """Runs of the check command."""
    repeats: int = 0
    """Second executions of the command."""
    noted: tuple[Finding, ...] = ()
    """What was found on the way and stands in the report."""
    part: Part = Part.FULL
    """What iterations run: the full command, or build and test since lint was clean."""
    phase_runs: tuple[PhaseRun, ...] = ()
    """Lint alone and the last judgement, in order."""
    mixed: bool = False
    """Whether an attempt was kept in front of the hand-over that was not made for lint."""
    checkpoint: Checkpoint | None = None
    """The lint-only edits, once they were set apart."""
    outcome: Outcome | None = None
    """How the loop ended, once it did."""

    @property
    def last_run(self) -> RunRecord | None:
        """The run that judged the tree last."""
        return last_of(self.iterations, self.closing, self.phase_runs)

    def with_phase_run(self, purpose: Purpose, run: RunRecord, *, closing: bool) -> Progress:
        """Return the progress with a run that is no iteration's."""
        made = PhaseRun(len(self.iterations), closing, purpose, run)
        return replace(self, phase_runs=(*self.phase_runs, made))

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
