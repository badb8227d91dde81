"""What a caller asks of the loop, checked and completed by a look at the machine.

Decides nothing about a repair; turns words and options into a declaration, what is protected,
and the root. Whatever is wrong is refused here, before anything has run.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.facts import files_of_command, look_up
from patchsmith.replx.budget import budget_of
from patchsmith.replx.declaration import declare
from patchsmith.replx.globs import normalised
from patchsmith.replx.protected import Protection
from patchsmith.replx.target import word_to_resolve

if TYPE_CHECKING:
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.target import Target
    from patchsmith.replx.wording import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopRequest:
    """One repair loop as the caller wants it."""

    words: tuple[str, ...]
    """The target's words; a single one may be a shell string."""
    budget: str | float | None = None
    """Iterations allowed, 1 to 32; None for the default."""
    success_line: str | None = None
    """Text a line of output must begin with; None with no `success_regex` for exit status 0."""
    success_regex: str | None = None
    """Regular expression a line of output must match."""
    stream: str = "both"
    """`stdout`, `stderr` or `both`: where the line may be printed."""
    root: str | os.PathLike[str] = "."
    """Folder the command runs in and attempts may touch."""
    timeout_s: float | None = None
    """Seconds one run may take; None for no limit."""
    allow: tuple[str, ...] = ()
    """Protected files, folders or globs that attempts may touch."""
    run_dir: str | os.PathLike[str] | None = None
    """Folder that holds runs; None for the user's state folder."""
    language: Language = "en"
    """Language of the stored report."""

    def declaration(self) -> Declaration:
        """Return the declaration, or refuse it by a guard's name.

        Raises:
            DeclarationError: `budget`, `no-target`, `goal-needs-reasoning`,
                `uncheckable-condition`.
            RequestError: `bad-request`, the root is no folder.
        """
        budget_of(self.budget)  # a wrong budget is named whatever else is wrong
        self._check_folder()
        word = word_to_resolve(self.words)
        return declare(
            self.words,
            program=None if word is None else look_up(word, Path(self.root)),
            budget=self.budget,
            success_line=self.success_line,
            success_regex=self.success_regex,
            stream=self.stream,
        )

    def checked_root(self) -> Path:
        """Return the real path of a root that can be written to.

        Raises:
            RequestError: `bad-request`, it is no folder, or the time-out is none.
            EnvironmentFault: `read-only`.
        """
        if self.timeout_s is not None and not 0 < self.timeout_s < math.inf:
            raise RequestError(
                "bad-request",
                f"the time-out must be a number of seconds above 0, not {self.timeout_s}",
                hint="Pass for example --timeout 60, or leave it out for no limit.",
            )
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

    def protection(self, target: Target, root: Path) -> Protection:
        """Return what attempts must not touch in this loop.

        Raises:
            RequestError: `bad-request`, an allowed path lies outside the root.
        """
        return Protection(
            command_files=files_of_command(target, root),
            allowed=tuple(_allowed(path, root) for path in self.allow),
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
