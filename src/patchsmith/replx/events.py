"""What has happened, as the machine is told it. Past tense; nothing here does anything.

A repairer's mistake is an event, not an exception: the loop goes on, and says what happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.replx.observation import RunSeen
    from patchsmith.replx.phase_runs import Checkpoint
    from patchsmith.replx.record import Account, Check, FileLines


@dataclass(frozen=True, slots=True)
class LoopStarted:
    """The declaration was printed and the baseline recorded."""


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The command was executed once, to its end."""

    iteration: int
    """1-based iteration the run belongs to; of the last one for the closing run."""
    closing: bool
    """Whether it is the closing run."""
    seen: RunSeen
    """What it showed."""


@dataclass(frozen=True, slots=True)
class LintFinished:
    """Lint alone was executed once, to its end."""

    iteration: int
    """1-based iteration whose run it followed."""
    closing: bool
    """Whether that run is the closing run."""
    seen: RunSeen
    """What it showed."""


@dataclass(frozen=True, slots=True)
class WholeFinished:
    """The declared command was executed once more, after build, test and lint passed."""

    iteration: int
    """1-based iteration whose run it followed."""
    closing: bool
    """Whether that run is the closing run."""
    seen: RunSeen
    """What it showed."""


@dataclass(frozen=True, slots=True)
class CheckpointMade:
    """The lint-only edits were set apart."""

    checkpoint: Checkpoint
    """What they are, and where they are kept."""


@dataclass(frozen=True, slots=True)
class CheckFinished:
    """The check command was executed once after a run, to its end."""

    iteration: int
    """1-based iteration of the run."""
    closing: bool
    """Whether the run is the closing run."""
    seen: RunSeen
    """What the check showed."""


@dataclass(frozen=True, slots=True)
class RunRepeated:
    """The command was executed a second time on the tree of its run."""

    iteration: int
    """1-based iteration of the run."""
    closing: bool
    """Whether the run is the closing run."""
    seen: RunSeen
    """What the second execution showed."""


@dataclass(frozen=True, slots=True)
class AttemptMade:
    """The tree differs from the last run's, and nothing forbids the change."""

    account: Account
    """What the repairer said."""
    changes: tuple[FileLines, ...]
    """Files changed; at least one."""
    fingerprint: str
    """Equal for two attempts exactly when they make the same change."""
    findings: tuple[Finding, ...] = ()
    """What was noted about the change without refusing it."""


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """The tree differs, and a rule blocks the change; it is still in the tree."""

    account: Account
    """What the repairer said."""
    changes: tuple[FileLines, ...]
    """Files changed."""
    findings: tuple[Finding, ...]
    """The rules broken; at least one."""


@dataclass(frozen=True, slots=True)
class NothingChanged:
    """The repairer ended and the tree is as it was at the last run."""

    account: Account
    """What the repairer said."""


@dataclass(frozen=True, slots=True)
class RepairerFailed:
    """The repairer could not do its work; what it changed until then is still in the tree."""

    message: str
    """Why, in its error's words."""


@dataclass(frozen=True, slots=True)
class AttemptRolledBack:
    """The tree is as it was at the last run again."""


@dataclass(frozen=True, slots=True)
class VerificationFinished:
    """The whole change from the baseline was checked."""

    findings: tuple[Finding, ...]
    """What was found; a blocking one means not solved."""
    not_verified: tuple[Check, ...] = ()
    """Checks that were not made."""
    verified: tuple[Check, ...] = ()
    """Checks that were made and hold."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The caller asked to stop; whatever was running has ended."""

    by: str
    """Name of the signal, such as `SIGINT`."""


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """The time of the whole loop is up; whatever was running has ended."""

    seconds: float
    """Seconds the loop was given."""


Event = (
    LoopStarted
    | RunFinished
    | LintFinished
    | WholeFinished
    | CheckpointMade
    | CheckFinished
    | RunRepeated
    | AttemptMade
    | AttemptRefused
    | NothingChanged
    | RepairerFailed
    | AttemptRolledBack
    | VerificationFinished
    | Interrupted
    | DeadlinePassed
)
