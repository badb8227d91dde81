"""Builds a case step by step: files, the command, a seeded defect, checks that are held out.

Decides the fix from the defect: a patch that turns the seeded files into the right ones. Whatever
is built wrongly is a `ValueError` at the step that is wrong, not a case that fails later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.changes.between import change_set_between
from patchsmith.testing.cases import Case
from patchsmith.v4a.writer import write_patch

if TYPE_CHECKING:
    import os
    from pathlib import Path
    from typing import Self


class CaseBuilder:
    """A case in the making; every step returns the builder."""

    def __init__(self, folder: Path) -> None:
        """Begin an empty case.

        Args:
            folder: A new folder of the test, such as pytest's `tmp_path`.
        """
        self._folder = folder
        self._right: dict[str, bytes] = {}
        self._seeded: dict[str, bytes] = {}
        self._held_out: dict[str, bytes] = {}
        self._words: tuple[str, ...] = ()
        self._verify: str | None = None

    def file(self, path: str, content: str | bytes) -> Self:
        """Add a file; one that begins with `#!` is executable.

        Args:
            path: Relative to the project.
            content: Text stands for its UTF-8.
        """
        self._right[path] = self._seeded[path] = _raw(content)
        return self

    def command(self, *words: str | os.PathLike[str]) -> Self:
        """Set the command; a single word may be a shell string."""
        self._words = tuple(str(word) for word in words)
        return self

    def bug(self, path: str, right: str, wrong: str) -> Self:
        """Seed a defect: one text of a file becomes another; the fix turns it back.

        Args:
            path: A file that was added before.
            right: Text that occurs in it once.
            wrong: What takes its place.

        Raises:
            ValueError: There is no such file, or the text does not occur once.
        """
        if path not in self._seeded:
            raise ValueError(f"there is no file {path!r} in the case yet")
        count = self._seeded[path].count(right.encode())
        if count != 1:
            raise ValueError(f"{right!r} occurs {count} times in {path!r}, not once")
        self._seeded[path] = self._seeded[path].replace(right.encode(), wrong.encode())
        return self

    def held_out(self, path: str, content: str | bytes) -> Self:
        """Add a check that is laid over a copy of the tree only when the loop's condition holds."""
        self._held_out[path] = _raw(content)
        return self

    def verify(self, command: str) -> Self:
        """Set the command that is run on the held-out checks; the case's own by default."""
        self._verify = command
        return self

    def build(self) -> Case:
        """Return the case; nothing is written before it is run.

        Raises:
            ValueError: It has no file or no command.
        """
        if not self._seeded or not self._words:
            raise ValueError("a case needs files and a command")
        change = change_set_between(self._seeded, self._right)
        return Case(
            folder=self._folder,
            files=dict(self._seeded),
            words=self._words,
            fix=write_patch(change) if change.changes else None,
            held_out=dict(self._held_out),
            verify=self._verify,
        )


def _raw(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
