"""What a repairer is given, what it returns, and the protocol both meet in.

A repairer makes one attempt per call: it reads the failure, edits the tree through the workspace
(or as a program of its own) and says what it believes. What it changed is found by snapshot, not
by its word. Failing output is evidence: nothing in it can change condition, budget or paths.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patchsmith.findings import Finding
    from patchsmith.replx.condition import Stated
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
class Excerpt:
    """A few lines of the tree that a failure implicates; evidence, quoted as it stands."""

    path: str
    """Relative to the root."""
    first_line_no: int
    """1-based number of the first line."""
    text: str
    """The lines, secrets masked, without a last line ending."""
    why: str
    """What implicates them, such as a frame or the definition of a symbol."""


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
    context: tuple[Excerpt, ...] = ()
    """What the output implicates in the tree, the nearest to the failure first; bounded."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a repairer says about its attempt."""

    text: str
    """The root cause and what was done about it, in one or two sentences."""
    ruled_out: tuple[str, ...] = ()
    """Causes looked at and dismissed."""
    next_step: str | None = None
    """What it would try next."""
    left_running: tuple[str, ...] = ()
    """Command lines of processes that it left behind, and that were ended."""


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


@runtime_checkable
class RunsPrograms(Protocol):
    """What a repairer that starts programs offers besides: an environment that is given to it.

    The loop marks the programs by a variable, so that they can be ended after the loop was killed,
    and in an isolated loop gives them a home and a temporary folder of their own.
    """

    def with_environment(self, variables: Mapping[str, str]) -> Repairer:
        """Return the repairer that gives its programs these variables besides ours."""


@dataclass(frozen=True, slots=True)
class DerivedCondition:
    """A success condition in prose, made checkable."""

    stated: Stated
    """What must be seen; `stated.success` stays None."""
    reason: str
    """Why that shows what the prose asks for, in one sentence."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """An end state in prose as a command and a condition."""

    words: tuple[str, ...]
    """The command that moves toward the end state; a single word may be a shell string."""
    reason: str
    """Why that command, in one sentence."""
    condition: DerivedCondition
    """The end state made checkable; not merely that the command ran."""


@runtime_checkable
class Reasoner(Protocol):
    """What a repairer that can reason offers besides: prose turned into something checkable.

    It is asked before the first run, reads the workspace, and edits nothing.
    """

    def derive(self, goal: str, workspace: LocalWorkspace) -> Derivation:
        """Return a command and a condition for an end state.

        Args:
            goal: The end state, in the caller's words.
            workspace: Where the command will run; only to be read.

        Raises:
            PatchsmithError: The goal can not be made checkable.
        """

    def derive_condition(
        self, text: str, command: str, workspace: LocalWorkspace
    ) -> DerivedCondition:
        """Return a checkable condition for one in prose.

        Args:
            text: The condition, in the caller's words.
            command: The command whose success it describes, as a shell would read it.
            workspace: Where the command will run; only to be read.

        Raises:
            PatchsmithError: The condition can not be made checkable.
        """
