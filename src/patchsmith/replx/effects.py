"""What the machine wants done. Imperative; the loop carries effects out in their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.replx.phases import Part

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.replx.record import Outcome
    from patchsmith.replx.run_record import RunRecord


@dataclass(frozen=True, slots=True)
class RunCommand:
    """Execute the command exactly once; answer with `RunFinished`."""

    iteration: int
    """1-based iteration the run belongs to; the last one for the closing run."""
    closing: bool = False
    """Whether this is the closing run, after which nothing is edited."""
    part: Part = Part.FULL
    """The declared command, or in phases what of it is still in question."""


@dataclass(frozen=True, slots=True)
class RunLint:
    """Execute lint alone, once; answer with `LintFinished`."""

    iteration: int
    """1-based iteration whose run it follows."""
    closing: bool = False
    """Whether that run is the closing run."""


@dataclass(frozen=True, slots=True)
class RunWhole:
    """Execute the declared command once more, to judge the condition; answer `WholeFinished`."""

    iteration: int
    """1-based iteration whose run it follows."""
    closing: bool = False
    """Whether that run is the closing run."""


@dataclass(frozen=True, slots=True)
class SetApart:
    """Checkpoint the lint-only edits made so far; answer with `CheckpointMade`."""

    iteration: int
    """1-based iteration whose run showed that lint is clean."""


@dataclass(frozen=True, slots=True)
class RunCheck:
    """Execute the check command once, on the tree as the run left it; answer `CheckFinished`."""

    iteration: int
    """1-based iteration of the run that is checked."""
    closing: bool = False
    """Whether that run is the closing run."""


@dataclass(frozen=True, slots=True)
class RepeatCommand:
    """Execute the command a second time, as part of its check; answer with `RunRepeated`."""

    iteration: int
    """1-based iteration of the run that is repeated."""
    closing: bool = False
    """Whether that run is the closing run."""


@dataclass(frozen=True, slots=True)
class AskRepairer:
    """Have one attempt made and compare the tree; answer with what became of it.

    Answers: `AttemptMade`, `AttemptRefused`, `NothingChanged`, `RepairerFailed`.
    """

    iteration: int
    """1-based."""
    run: RunRecord
    """The run that did not meet the condition."""
    refusals: tuple[Finding, ...] = ()
    """Why the attempt just before was rolled back; empty when it was not."""


@dataclass(frozen=True, slots=True)
class RollBack:
    """Bring the tree back to what it was at the last run; answer with `AttemptRolledBack`.

    No answer is taken when `Finish` comes with it.
    """

    iteration: int
    """1-based iteration of the attempt."""


@dataclass(frozen=True, slots=True)
class VerifyChange:
    """Check the whole change from the baseline; answer with `VerificationFinished`."""


@dataclass(frozen=True, slots=True)
class Finish:
    """Write the report; no event is taken after it."""

    outcome: Outcome
    """How the loop ended."""


Effect = (
    RunCommand
    | RunLint
    | RunWhole
    | SetApart
    | RunCheck
    | RepeatCommand
    | AskRepairer
    | RollBack
    | VerifyChange
    | Finish
)
