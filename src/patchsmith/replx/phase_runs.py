"""What a loop in phases does beside its iterations, as values: lint alone, the last judgement.

These runs are no iterations: they are counted and shown apart, and no budget pays for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.replx.record import FileLines, IterationRecord
    from patchsmith.replx.run_record import RunRecord


class Purpose(StrEnum):
    """Why something was run beside the iterations."""

    PROBE = "probe"
    """Lint alone, because a failing full run did not tell whether lint was clean."""
    FINAL_LINT = "final-lint"
    """Lint once more, after build and test passed."""
    FINAL_FULL = "final-full"
    """The full command, on which the declared condition is judged."""


@dataclass(frozen=True, slots=True)
class PhaseRun:
    """One run beside the iterations."""

    iteration: int
    """1-based iteration it follows; the last one after the closing run."""
    closing: bool
    """Whether it follows the closing run."""
    purpose: Purpose
    """Why it was made."""
    run: RunRecord
    """What it showed, and its judgement."""

    @property
    def verifies(self) -> bool:
        """Whether it is a verification run; a probe only tells where a failure is."""
        return self.purpose is not Purpose.PROBE

    def to_dict(self) -> dict[str, object]:
        """Return the run as JSON holds it."""
        return {
            "iteration": self.iteration,
            "closing": self.closing,
            "purpose": self.purpose.value,
            "run": self.run.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The lint-only edits, set apart before build and test are repaired."""

    changes: tuple[FileLines, ...]
    """Files they changed."""
    snapshot: str
    """Id of the tree in the run folder's store."""
    diff: str
    """Name of their diff in the run folder; empty without changes."""
    commit: str | None = None
    """The commit that holds them; None without `--commit` or when there was nothing to commit."""
    left_out: tuple[str, ...] = ()
    """Files not committed, because the caller's own uncommitted work is in them."""
    problem: str = ""
    """Why a commit that was asked for could not be made; empty otherwise."""

    def to_dict(self) -> dict[str, object]:
        """Return the checkpoint as JSON holds it."""
        return {
            "changes": [change.to_dict() for change in self.changes],
            "snapshot": self.snapshot,
            "diff": self.diff,
            "commit": self.commit,
            "left_out": list(self.left_out),
            "problem": self.problem,
        }


def finals_of(
    phase_runs: Sequence[PhaseRun], *, iteration: int, closing: bool
) -> tuple[PhaseRun, ...]:
    """Return the verification runs that followed an iteration's run, or the closing run."""
    return tuple(
        each
        for each in phase_runs
        if each.verifies and (each.iteration, each.closing) == (iteration, closing)
    )


def last_of(
    iterations: Sequence[IterationRecord],
    closing: RunRecord | None,
    phase_runs: Sequence[PhaseRun],
) -> RunRecord | None:
    """Return the run that judged the tree last; None when none was made."""
    finals = finals_of(phase_runs, iteration=len(iterations), closing=closing is not None)
    if finals:
        return finals[-1].run
    if closing is not None:
        return closing
    return iterations[-1].run if iterations else None
