"""Files that git ignores one by one, such as `.env`: in no snapshot, and yet edited by attempts.

Decides what of them an attempt has edited: text of bounded size that was there at the last run. It
is reported, since no diff shows it, and put back when the attempt is rolled back. What programs
leave behind (logs, reports, databases, whole ignored folders) is not looked at. Contents are kept
in memory alone: these are the files that hold secrets.
"""

from __future__ import annotations

import contextlib
import difflib
import os
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.replx.record import FileLines

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.snapshots.deep import DeepStore

_MAX_BYTES = 256 * 1024
_MAX_FILES = 500
_LEFT_BEHIND = (".log", ".out", ".tmp", ".pid", ".lock", ".xml", ".html", ".lcov", ".info")


class IgnoredWatch:
    """The ignored files of one root in the course of one loop."""

    def __init__(self, root: Path, store: DeepStore) -> None:
        self._root = root
        self._store = store
        self._last: dict[str, bytes] = {}
        self.note_run()

    def note_run(self) -> None:
        """Take the files as they are after a run; the next attempt is compared with them."""
        self._last = {}
        for path in self._store.ignored()[:_MAX_FILES]:
            content = None if path.endswith(_LEFT_BEHIND) else self._read(path)
            if content is not None and b"\0" not in content:
                self._last[path] = content

    def edited(self) -> tuple[FileLines, ...]:
        """Return the files that are not as they were at the last run, with lines counted."""
        now = {path: self._read(path) for path in self._last}
        return tuple(
            _lines(path, before, now[path])
            for path, before in self._last.items()
            if now[path] != before
        )

    def contents(self) -> bytes:
        """Return what tells edits apart: paths and contents as they are now."""
        edited = [each.path for each in self.edited()]
        return b"".join(b"%b\0%b" % (os.fsencode(path), self._read(path) or b"") for path in edited)

    def findings(self) -> tuple[Finding, ...]:
        """Return what is to be said of the files that were edited."""
        seen = "an attempt edited this file, which git ignores: no diff of the loop shows it"
        return tuple(Finding("PT09", Severity.WARN, each.path, seen) for each in self.edited())

    def put_back(self) -> None:
        """Bring the files back to what they were at the last run, as far as the disk lets us."""
        for path, before in self._last.items():
            place = self._root / path
            if self._read(path) != before and not place.is_symlink():
                with contextlib.suppress(OSError):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_bytes(before)

    def _read(self, path: str) -> bytes | None:
        """Return a file's content; None for what is gone, too large or no file."""
        place = self._root / path
        try:
            if place.is_symlink() or not place.is_file() or place.stat().st_size > _MAX_BYTES:
                return None
            return place.read_bytes()
        except OSError:
            return None


def _lines(path: str, before: bytes, after: bytes | None) -> FileLines:
    if after is None:
        return FileLines(path, "deleted", 0, len(before.splitlines()), note="ignored by git")
    old, new = before.splitlines(), after.splitlines()
    same = difflib.SequenceMatcher(None, old, new, autojunk=len(old) > 1000).get_matching_blocks()
    kept = sum(block.size for block in same)
    return FileLines(path, "modified", len(new) - kept, len(old) - kept, note="ignored by git")
