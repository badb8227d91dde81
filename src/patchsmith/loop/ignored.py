"""Files that git ignores one by one, such as `.env`: in no snapshot, and yet edited by attempts.

Decides what of them an attempt has edited: text of bounded size that was there at the last run. It
is reported, since no diff shows it, and put back when the attempt is rolled back. What programs
leave behind (logs, reports, databases, whole ignored folders) is not looked at. Contents are kept
in memory alone: these are the files that hold secrets.
"""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.findings import Finding, Severity
from patchsmith.replx.record import FileLines
from patchsmith.snapshots.restoring import TreeWriter

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.snapshots.deep import DeepStore

_MAX_BYTES = 256 * 1024
_MAX_FILES = 500
_LEFT_BEHIND = (".log", ".out", ".tmp", ".pid", ".lock", ".xml", ".html", ".lcov", ".info")


class Edited(NamedTuple):
    """What an attempt made of ignored files; empty of everything when it left them alone."""

    changes: tuple[FileLines, ...] = ()
    """The files that are not as they were at the last run, with lines counted."""
    contents: bytes = b""
    """What tells edits apart: paths and contents as they are now."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is to be said of the files."""
        seen = "an attempt edited this file, which git ignores: no diff of the loop shows it"
        return tuple(Finding("PT09", Severity.WARN, each.path, seen) for each in self.changes)


class _File(NamedTuple):
    content: bytes
    is_executable: bool


class IgnoredWatch:
    """The ignored files of one root in the course of one loop."""

    def __init__(self, root: Path, store: DeepStore) -> None:
        self._root = root
        self._store = store
        self._last: dict[str, _File] = {}
        self.note_run()

    def note_run(self) -> None:
        """Take the files as they are after a run; the next attempt is compared with them."""
        self._last = {}
        for path in self._store.ignored()[:_MAX_FILES]:
            found = None if path.endswith(_LEFT_BEHIND) else self._read(path)
            if found is not None and b"\0" not in found.content:
                self._last[path] = found

    def edited(self) -> Edited:
        """Return what is not as it was at the last run."""
        changes, contents = [], []
        for path, before in self._last.items():
            now = self._read(path)
            after = None if now is None else now.content
            if after != before.content:
                changes.append(_lines(path, before.content, after))
                contents.append(b"%b\0%b" % (os.fsencode(path), after or b""))
        return Edited(tuple(changes), b"".join(contents))

    def put_back(self) -> None:
        """Bring the files back to what they were at the last run.

        Raises:
            EnvironmentFault: `io`; `conflict`, a nested repository is in the way.
        """
        with TreeWriter(self._root) as writer:
            for path, before in self._last.items():
                now = self._read(path)
                if now is None or now.content != before.content:
                    writer.put_file(path, before.content, executable=before.is_executable)

    def _read(self, path: str) -> _File | None:
        """Return a file; None for what is gone, too large or no file."""
        place = self._root / path
        try:
            if place.is_symlink() or not place.is_file() or place.stat().st_size > _MAX_BYTES:
                return None
            return _File(place.read_bytes(), bool(place.stat().st_mode & 0o100))
        except OSError:
            return None


def _lines(path: str, before: bytes, after: bytes | None) -> FileLines:
    if after is None:
        return FileLines(path, "deleted", 0, len(before.splitlines()), note="ignored by git")
    old, new = before.splitlines(), after.splitlines()
    same = difflib.SequenceMatcher(None, old, new, autojunk=len(old) > 1000).get_matching_blocks()
    kept = sum(block.size for block in same)
    return FileLines(path, "modified", len(new) - kept, len(old) - kept, note="ignored by git")
