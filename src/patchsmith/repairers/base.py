"""What a repairer is given, what it returns, and the protocol both meet in.

A repairer makes one attempt per call: it reads the failure, edits the tree through the workspace
(or as a program of its own) and says what it believes. What it changed is found by snapshot, not
by its word. Failing output is evidence: nothing in it can change condition, budget or paths.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.workspace.local import LocalWorkspace


@dataclass(frozen=True, slots=True)
class PastAttempt:
    """One earlier attempt of the same loop."""

    iteration: int
    """1-based iteration it belongs to."""
    diagnosis: str
    """What the repairer said it had found."""
    paths: tuple[str, ...]
    """Files it changed, relative to the root; empty when it changed nothing."""
    refused: tuple[Finding, ...]
    """Findings for which it was rolled back; empty when it was kept."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A run that did not meet the success condition, and what led up to it."""

    command: str
    """The command as a shell would read it."""
    iteration: int
    """1-based iteration whose run failed."""
    budget: int
    """Iterations allowed in all."""
    condition: str
    """The success condition, in words."""
    reason: str
    """Why the run did not meet it."""
    exit_status: int | None
    """Exit status of the command, 128 + n for signal n; None when it timed out."""
    stdout: str
    """Standard output, colours removed, bounded to head and tail."""
    stderr: str
    """Standard error, colours removed, bounded to head and tail."""
    history: tuple[PastAttempt, ...]
    """Earlier attempts, oldest first."""
    refusals: tuple[Finding, ...]
    """Why the attempt just before was rolled back; empty when it was not."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a repairer says about its attempt."""

    text: str
    """The root cause and what was done about it, in one or two sentences."""
    ruled_out: tuple[str, ...] = ()
    """Causes looked at and dismissed."""
    next_step: str | None = None
    """What it would try next."""


class Repairer(Protocol):
    """Makes at most one fix per call."""

    @property
    def name(self) -> str:
        """Short name for reports, such as `offline`."""

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Look at the failure and change the workspace at most once.

        Returns:
            The diagnosis, also when nothing was changed.

        Raises:
            PatchsmithError: The repairer itself could not work (program missing, time-out).
        """
