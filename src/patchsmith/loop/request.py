"""What a caller asks of the loop, checked and completed by a look at the machine.

Decides nothing about a repair; turns words and options into a declaration, what is protected,
and the root. Whatever is wrong is refused here, before anything has run.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.facts import files_of_command, look_up, reserved_by_command
from patchsmith.loop.phases import find_phases
from patchsmith.replx.budget import budget_of
from patchsmith.replx.condition import Stated
from patchsmith.replx.declaration import declare
from patchsmith.replx.globs import normalised
from patchsmith.replx.phases import Phase
from patchsmith.replx.protected import Protection
from patchsmith.replx.target import goal_refused, word_to_resolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.phases import Phases
    from patchsmith.replx.target import ProgramFound, Target
    from patchsmith.replx.wording import Language

MAX_SECONDS = 365 * 24 * 3600.0
"""Longest time-out or deadline; the system's clocks take no more than some years."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopRequest:
    """One repair loop as the caller wants it."""

    words: tuple[str, ...]
    """The target's words; a single one may be a shell string."""
    budget: str | float | None = None
    """Iterations allowed, 1 to 32; None for the default."""
    goal: str | None = None
    """An end state in prose instead of a target; needs a repairer that can reason."""
    success_line: str | None = None
    """Text a line of output must begin with; without any of the next two: exit status 0."""
    success_exact: str | None = None
    """Text a line of output must be."""
    success_regex: str | None = None
    """Regular expression a line of output must match."""
    stream: str = "both"
    """`stdout`, `stderr` or `both`: where the line may be printed."""
    no_output: tuple[str, ...] = ()
    """Regular expressions that no line of output may match."""
    check: str | None = None
    """A command that must exit with status 0 after each run."""
    twice: bool = False
    """Whether the same result must be seen twice on the same tree."""
    success: str | None = None
    """The condition in prose; needs a repairer that can reason."""
    phases: bool = False
    """Whether lint, build and test are told apart; any of the next three asks for it too."""
    lint: str | None = None
    """The command of that phase; None for the configured or evident one."""
    build: str | None = None
    """The command of that phase."""
    test: str | None = None
    """The command of that phase."""
    commit: bool = False
    """Whether the lint-only edits are committed when build and test are turned to."""
    root: str | os.PathLike[str] = "."
    """Folder the command runs in and attempts may touch."""
    timeout_s: float | None = None
    """Seconds one run may take; None for no limit."""
    deadline_s: float | None = None
    """Seconds the whole loop may take; None for no limit."""
    allow: tuple[str, ...] = ()
    """Protected files, folders or globs that attempts may touch."""
    held_out: str | os.PathLike[str] | None = None
    """V4A patch, or folder of files, with checks that are kept from the repairer."""
    verify: str | None = None
    """Command run on the held-out checks; None for the target."""
    run_dir: str | os.PathLike[str] | None = None
    """Folder that holds runs; None for the user's state folder."""
    isolate: bool = False
    """Whether repairer and runs work in a copy, and only a verified change comes back."""
    language: Language = "en"
    """Language of the stored report."""

    def declaration(self) -> Declaration:
        """Return the declaration, or refuse it by a guard's name.

        Raises:
            DeclarationError: `budget`, `no-target`, `goal-needs-reasoning`,
                `uncheckable-condition`, `phases-unknown`.
            RequestError: `bad-request`, the root is no folder, or `commit` without phases.
        """
        budget_of(self.budget)  # a wrong budget is named whatever else is wrong
        self._check_folder()
        if self.goal is not None:
            raise goal_refused(self.goal)
        return self.declare_as(self.words, self.stated)

    @property
    def stated(self) -> Stated:
        """The success condition as the options state it."""
        return Stated(**{each.name: getattr(self, each.name) for each in fields(Stated)})

    def declare_as(
        self, words: tuple[str, ...], stated: Stated, *, derived: tuple[str, ...] = ()
    ) -> Declaration:
        """Return the declaration for words and a condition that may have been derived.

        Args:
            words: The target's words.
            stated: The success condition.
            derived: How they were derived, a sentence each.

        Raises:
            DeclarationError: `no-target`, `goal-needs-reasoning`, `uncheckable-condition`,
                `phases-unknown`.
        """
        declaration = declare(
            words,
            program=self._program(words),
            budget=self.budget,
            stated=stated,
            check_program=None if stated.check is None else self._program((stated.check,)),
            derived=derived,
        )
        return replace(declaration, phases=self._phases(words))

    def _phases(self, words: tuple[str, ...]) -> Phases | None:
        given = {phase: getattr(self, phase.value) for phase in Phase}
        if self.phases or any(text is not None for text in given.values()):
            return find_phases(given, Path(self.root), words)
        if self.commit:
            raise RequestError(
                "bad-request",
                "a commit of lint-only edits needs phases, and none are asked for",
                hint="Pass --phases, or the commands: --lint CMD --build CMD --test CMD.",
            )
        return None

    def _program(self, words: tuple[str, ...]) -> ProgramFound | None:
        word = word_to_resolve(words)
        return None if word is None else look_up(word, Path(self.root))

    def checked_root(self) -> Path:
        """Return the real path of a root that can be written to.

        Raises:
            RequestError: `bad-request`, it is no folder, or time-out or deadline are none.
            EnvironmentFault: `read-only`.
        """
        _check_seconds("time-out", self.timeout_s, "--timeout 60")
        _check_seconds("deadline", self.deadline_s, "--deadline 600")
        self._check_folder()
        root = Path(os.path.realpath(self.root))
        if not os.access(root, os.W_OK | os.X_OK):
            raise EnvironmentFault(
                "read-only",
                f"the root {str(root)!r} can not be written to, so nothing could be repaired there",
                hint="Work on a copy that belongs to you, or change its permissions.",
            )
        return root

    def _check_folder(self) -> None:
        if not os.path.isdir(self.root):
            raise RequestError(
                "bad-request",
                f"the root {os.fspath(self.root)!r} is no folder",
                hint="Pass an existing folder with --root.",
            )

    def protection(
        self, target: Target, root: Path, *, others: Iterable[Target] = ()
    ) -> Protection:
        """Return what attempts must not touch in this loop.

        Args:
            target: The command.
            root: Real path of the root.
            others: What judges besides: the check, the phases, the command to verify with.

        Raises:
            RequestError: `bad-request`, an allowed path lies outside the root.
        """
        judging = (target, *others)
        return Protection(
            command_files=frozenset().union(*(files_of_command(each, root) for each in judging)),
            reserved=frozenset().union(*(reserved_by_command(each, root) for each in judging)),
            allowed=tuple(_allowed(path, root) for path in self.allow),
        )


def _check_seconds(name: str, given: float | None, example: str) -> None:
    if given is not None and not 0 < given < MAX_SECONDS:
        raise RequestError(
            "bad-request",
            f"the {name} must be a number of seconds above 0, not {given}",
            hint=f"Pass for example {example}, or leave it out for no limit.",
        )


def _allowed(path: str, root: Path) -> str:
    shown = path
    if path.startswith("/"):
        # the root may be spelled through a link, which its real path does not show
        spellings = (Path(os.path.normpath(path)), Path(os.path.realpath(path)))
        inside = (each for each in spellings if each.is_relative_to(root))
        path = next((str(each.relative_to(root)) for each in inside), "")
    if not path or ".." in path.split("/"):
        raise RequestError(
            "bad-request",
            f"the allowed path {shown!r} is not below the root {str(root)!r}",
            hint="Name files, folders or globs relative to the root, for example tests/test_a.py.",
        )
    return normalised(path)
