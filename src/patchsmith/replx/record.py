"""What happened in a loop, as values: what reports, JSON and the run folder are made from.

A record states what was seen and done. It never calls a spent budget anything but unsolved.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from patchsmith.replx.phase_runs import finals_of, last_of

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.phase_runs import Checkpoint, PhaseRun
    from patchsmith.replx.run_record import RunRecord

SCHEMA_VERSION = 1
"""Version of the JSON form; raised when a field changes its meaning or goes."""


class Status(StrEnum):
    """How a loop ended."""

    SOLVED = "solved"
    UNSOLVED = "unsolved"
    INPUT_ERROR = "input-error"


class AttemptKind(StrEnum):
    """What became of an attempt."""

    MADE = "made"
    REFUSED = "refused"
    UNCHANGED = "unchanged"
    FAILED = "failed"


class Ending(StrEnum):
    """Why the loop ended when it did."""

    CONDITION_MET = "condition-met"
    BUDGET_SPENT = "budget-spent"
    NO_PROGRESS = "no-progress"
    GUARD = "guard"
    NOT_VERIFIED = "not-verified"
    INTERRUPTED = "interrupted"
    DEADLINE = "deadline"
    CONFLICT = "conflict"
    """Solved in a copy, and the original had changed meanwhile."""


class Check(StrEnum):
    """A check of a success, beyond the success condition."""

    SAME_TESTS = "same-tests"
    """That the same tests ran as in the first run."""
    HELD_OUT = "held-out"
    """Checks kept from the repairer."""


@dataclass(frozen=True, slots=True)
class FileLines:
    """One changed file with its line counts."""

    path: str
    """Relative to the root."""
    status: str
    """`added`, `modified` or `deleted`."""
    added: int = 0
    """Lines added; 0 for a binary file."""
    removed: int = 0
    """Lines removed; 0 for a binary file."""
    binary: bool = False
    """Whether lines can not be counted."""
    note: str = ""
    """What lines do not show: another kind of file, other permissions."""

    def to_dict(self) -> dict[str, object]:
        """Return the change as JSON holds it."""
        return {
            "path": self.path,
            "status": self.status,
            "added": self.added,
            "removed": self.removed,
            "binary": self.binary,
            **({"note": self.note} if self.note else {}),
        }


@dataclass(frozen=True, slots=True)
class Account:
    """What a repairer said about its attempt; its word, not evidence."""

    text: str
    """Root cause and fix in its words."""
    ruled_out: tuple[str, ...] = ()
    """Causes it dismissed."""
    next_step: str | None = None
    """What it would try next."""


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt and what became of it."""

    kind: AttemptKind
    """Kept, refused, without a change, or failed."""
    account: Account
    """What the repairer said."""
    changes: tuple[FileLines, ...] = ()
    """Files it changed, also when it was rolled back."""
    findings: tuple[Finding, ...] = ()
    """Why it was refused, or what stands against it."""
    repeats: bool = False
    """Whether an earlier attempt made the same change."""

    def to_dict(self) -> dict[str, object]:
        """Return the attempt as JSON holds it."""
        return {
            "kind": self.kind.value,
            "diagnosis": self.account.text,
            "ruled_out": list(self.account.ruled_out),
            "next_step": self.account.next_step,
            "changes": [change.to_dict() for change in self.changes],
            "findings": [finding.to_dict() for finding in self.findings],
            "repeats": self.repeats,
        }


@dataclass(frozen=True, slots=True)
class IterationRecord:
    """One iteration: a run and at most one attempt."""

    number: int
    """1-based."""
    run: RunRecord
    """Its one run."""
    attempt: AttemptRecord | None = None
    """Its attempt; None when the run ended the loop or the loop was interrupted."""

    def to_dict(self) -> dict[str, object]:
        """Return the iteration as JSON holds it."""
        attempt = self.attempt.to_dict() if self.attempt is not None else None
        return {"number": self.number, "run": self.run.to_dict(), "attempt": attempt}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the loop ended."""

    status: Status
    """Solved, unsolved or input-error."""
    ending: Ending
    """Why it ended when it did."""
    reason: str
    """One clause that says so."""
    guard: str | None = None
    """For an input error: the guard's name."""
    require: str | None = None
    """For an input error: what to pass instead."""
    findings: tuple[Finding, ...] = ()
    """What verification found."""
    not_verified: tuple[Check, ...] = ()
    """Checks that were not made."""
    verified: tuple[Check, ...] = ()
    """Checks that were made and hold."""

    def to_dict(self) -> dict[str, object]:
        """Return the outcome as JSON holds it."""
        return {
            "status": self.status.value,
            "ending": self.ending.value,
            "reason": self.reason,
            "guard": self.guard,
            "require": self.require,
            "findings": [finding.to_dict() for finding in self.findings],
            "not_verified": list(self.not_verified),
            "verified": list(self.verified),
        }


@dataclass(frozen=True, slots=True)
class Isolated:
    """What a loop that worked in a copy did to the original."""

    brought_back: tuple[str, ...] = ()
    """Files changed there by the verified diff."""
    outside: tuple[str, ...] = ()
    """Files that somebody changed there while the loop was at work in the copy."""

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {"brought_back": list(self.brought_back), "outside": list(self.outside)}


@dataclass(frozen=True, slots=True)
class LoopRecord:
    """A whole loop, from declaration to outcome."""

    declaration: Declaration
    """What was declared."""
    iterations: tuple[IterationRecord, ...]
    """In order; at most as many as the budget."""
    closing: RunRecord | None
    """The closing run, when there was one."""
    outcome: Outcome
    """How it ended."""
    verification_runs: int = 0
    """Runs made to verify a success, beyond iterations and closing run."""
    check_runs: int = 0
    """Runs of the check command."""
    repeat_runs: int = 0
    """Second executions of the command, made to see the same result twice."""
    phase_runs: tuple[PhaseRun, ...] = ()
    """In phases: lint alone, and the final runs that `verification_runs` counts; in order."""
    checkpoint: Checkpoint | None = None
    """In phases: the lint-only edits that were set apart."""
    final_diff: tuple[FileLines, ...] = ()
    """Files that differ from the baseline by the loop's attempts."""
    written_by_command: tuple[str, ...] = ()
    """Files in the tree that the command itself wrote."""
    repairer: str = ""
    """Short name of the repairer."""
    root: str = ""
    """Folder the loop worked in."""
    deadline_s: float | None = None
    """Seconds the whole loop was given."""
    run_dir: str | None = None
    """Folder that holds outputs, events and diffs."""
    isolated: Isolated | None = None
    """What became of the original; None when the loop worked in the root itself."""

    @property
    def runs(self) -> int:
        """Runs of the command: iterations and closing run, verification apart."""
        return len(self.iterations) + (self.closing is not None)

    @property
    def last_run(self) -> RunRecord | None:
        """The run that judged the tree last; None when none was made."""
        return last_of(self.iterations, self.closing, self.phase_runs)

    def run_after(self, number: int) -> RunRecord | None:
        """Return the run that judged an iteration's attempt; None when none did.

        Args:
            number: 1-based number of the iteration.
        """
        is_last = number >= len(self.iterations)
        run = self.closing if is_last else self.iterations[number].run
        after = number if is_last else number + 1
        finals = finals_of(self.phase_runs, iteration=after, closing=is_last)
        return finals[-1].run if finals else run

    def to_dict(self) -> dict[str, object]:
        """Return the record as JSON holds it."""
        return {
            "schema_version": SCHEMA_VERSION,
            "declaration": self.declaration.to_dict(),
            "iterations": [iteration.to_dict() for iteration in self.iterations],
            "closing_run": self.closing.to_dict() if self.closing is not None else None,
            "outcome": self.outcome.to_dict(),
            "iterations_used": len(self.iterations),
            "runs": self.runs,
            "verification_runs": self.verification_runs,
            "check_runs": self.check_runs,
            "repeat_runs": self.repeat_runs,
            "phase_runs": [each.to_dict() for each in self.phase_runs],
            "checkpoint": None if self.checkpoint is None else self.checkpoint.to_dict(),
            "final_diff": [change.to_dict() for change in self.final_diff],
            "written_by_command": list(self.written_by_command),
            "repairer": self.repairer,
            "root": self.root,
            "deadline_s": self.deadline_s,
            "run_dir": self.run_dir,
            **({} if self.isolated is None else {"isolated": self.isolated.to_dict()}),
        }
