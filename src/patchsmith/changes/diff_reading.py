"""Reads a unified diff into the change set it makes of given files.

    diff  : file*
    file  : ("diff --git" header* | nothing) ["---" "+++" hunk*]
    hunk  : "@@ -START[,COUNT] +START[,COUNT] @@" line*

Exact on purpose: a hunk stands where it says, and its old lines are the file's. A diff that says
less than all (binary content that is not shown, a mode alone) is refused, for nothing may pass
unread. Applying patches that are a little off is the business of `v4a`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.changes.between import change_set_between
from patchsmith.errors import EditError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from patchsmith.changes.change_set import ChangeSet

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_ESCAPED = {
    b"a": b"\a",
    b"b": b"\b",
    b"t": b"\t",
    b"n": b"\n",
    b"v": b"\v",
    b"f": b"\f",
    b"r": b"\r",
}


class Hunk(NamedTuple):
    """Lines that take the place of others."""

    old_no: int
    """1-based line of the first old line; the line before, when there is none."""
    old: list[bytes]
    """Old lines with their ends."""
    new_no: int
    """1-based line of the first new line; the line before, when there is none."""
    new: list[bytes]
    """New lines with their ends."""


class FileDiff(NamedTuple):
    """What a diff says of one file."""

    old: str | None
    """Its path before; None for a new file."""
    new: str | None
    """Its path after; None for a file that goes."""
    hunks: list[Hunk]
    """Its hunks, in order."""

    def inverse(self) -> FileDiff:
        """Return what undoes it."""
        hunks = [Hunk(each.new_no, each.new, each.old_no, each.old) for each in self.hunks]
        return FileDiff(self.new, self.old, hunks)


def read_diff(content: bytes) -> list[FileDiff]:
    """Read a unified diff as git and diff write it.

    Args:
        content: The diff.

    Raises:
        InputError: `patch-syntax`, it is none, or it does not show all that it changes.
    """
    found = list(_Reader(_lines(content)).files())
    if content.strip() and not found:
        raise InputError("patch-syntax", "this is no unified diff")
    return found


def change_set_of(diffs: list[FileDiff], files: Mapping[str, bytes]) -> ChangeSet:
    """Return what a diff makes of files.

    Args:
        diffs: What was read.
        files: The tree before, path -> content.

    Raises:
        EditError: `not-found`, `missing-file`, `exists`, the diff does not fit the files.
        InputError: `unsafe-path`.
    """
    tree = _Patched(files)
    for each in diffs:
        tree.apply(each)
    after = {name: content for name, content in tree.now.items() if content is not None}
    return change_set_between(tree.before, after)


class _Patched:
    """Files while a diff is applied; one file may be changed more than once."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.before: dict[str, bytes] = {}
        self.now: dict[str, bytes | None] = {}

    def apply(self, diff: FileDiff) -> None:
        content = b""
        if diff.old is not None:
            known = self._content(diff.old)
            if known is None:
                raise EditError("missing-file", "the diff changes a missing file", path=diff.old)
            content = known
        is_other = diff.new is not None and diff.new != diff.old
        if is_other and self._content(diff.new or "") is not None:
            raise EditError("exists", "the diff adds a file that is there", path=diff.new)
        path = diff.old or diff.new or ""
        patched = _patched(content, diff.hunks, path)
        if diff.new is None and diff.hunks and patched:
            raise EditError("not-found", "the diff removes less than the file holds", path=path)
        if diff.old is not None:
            self.now[diff.old] = None
        if diff.new is not None:
            self.now[diff.new] = patched

    def _content(self, path: str) -> bytes | None:
        if path not in self.now:
            found = self._files.get(path)
            if found is not None:
                self.before[path] = found
            self.now[path] = found
        return self.now[path]


def _lines(content: bytes) -> list[bytes]:
    """Split at newlines alone: a carriage return is part of its line."""
    return [line for line in re.split(rb"(?<=\n)", content) if line]


def _patched(content: bytes, hunks: list[Hunk], path: str) -> bytes:
    lines = _lines(content)
    done = 0
    found: list[bytes] = []
    for hunk in hunks:
        start = hunk.old_no - 1 if hunk.old else hunk.old_no
        if start < done or lines[start : start + len(hunk.old)] != hunk.old:
            raise EditError(
                "not-found", "the diff does not fit the file", path=path, line_no=hunk.old_no
            )
        found += lines[done:start] + hunk.new
        done = start + len(hunk.old)
    return b"".join(found + lines[done:])


class _Reader:
    """A position in the lines of a diff."""

    def __init__(self, lines: list[bytes]) -> None:
        self._lines = lines
        self._at = 0

    def files(self) -> Iterator[FileDiff]:
        names: tuple[str | None, str | None] | None = None
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.startswith((b"Binary files ", b"GIT binary patch", b"Subproject commit ")):
                raise self._wrong("the diff does not show what it changes")
            if line.startswith(b"diff --git "):
                if names is not None:
                    yield FileDiff(*names, [])
                self._at += 1
                names = self._header()
            elif self._is_start():
                names = (
                    self._named(line[4:], "a/"),
                    self._named(self._lines[self._at + 1][4:], "b/"),
                )
                self._at += 2
                hunks = list(self._hunks())
                yield FileDiff(*names, hunks)
                names = None
            elif line.startswith((b"@@ ", b"--- ", b"+++ ")):
                raise self._wrong("a part of the diff belongs to no file")
            else:
                self._at += 1
        if names is not None:
            yield FileDiff(*names, [])

    def _is_start(self) -> bool:
        here = self._lines[self._at : self._at + 2]
        return len(here) == 2 and here[0].startswith(b"--- ") and here[1].startswith(b"+++ ")

    def _header(self) -> tuple[str | None, str | None] | None:
        """Return the names that git's own lines give: a move, an empty file; else None."""
        old = new = None
        head = self._lines[self._at - 1]
        kind = b""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.startswith((b"diff --git ", b"--- ", b"Binary files ", b"GIT binary patch")):
                break
            if line.startswith(b"copy from "):
                raise self._wrong("the diff copies a file; write it with --no-renames")
            if line.startswith(b"rename from "):
                old = self._named(line.split(b" ", 2)[2], "")
            elif line.startswith(b"rename to "):
                new = self._named(line.split(b" ", 2)[2], "")
            elif line.startswith((b"new file", b"deleted file")):
                kind = line[:3]
            self._at += 1
        if old is not None and new is not None:
            return old, new
        if kind:
            path = self._named(head.rpartition(b" b/")[2], "")
            return (None, path) if kind == b"new" else (path, None)
        return None

    def _hunks(self) -> Iterator[Hunk]:
        while self._at < len(self._lines):
            match = _HUNK.match(self._lines[self._at])
            if match is None:
                return
            self._at += 1
            old_no, old_count, new_no, new_count = (
                1 if each is None else int(each) for each in match.groups()
            )
            old, new = self._body(old_count, new_count)
            yield Hunk(old_no, old, new_no, new)

    def _body(self, old_count: int, new_count: int) -> tuple[list[bytes], list[bytes]]:
        old: list[bytes] = []
        new: list[bytes] = []
        last: tuple[list[bytes], ...] = ()
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.startswith(b"\\"):
                for side in last:
                    side[-1] = side[-1].removesuffix(b"\n")
                self._at += 1
                continue
            if len(old) == old_count and len(new) == new_count:
                break
            last = {b"-": (old,), b"+": (new,), b" ": (old, new), b"\n": (old, new)}.get(
                line[:1], ()
            )
            if not last:
                raise self._wrong("a hunk is cut short")
            for side in last:
                side.append(line if line == b"\n" else line[1:])
            self._at += 1
        if (len(old), len(new)) != (old_count, new_count):
            raise self._wrong("a hunk does not have the lines that its head announces")
        return old, new

    def _named(self, text: bytes, prefix: str) -> str | None:
        name = text.rstrip(b"\r\n")
        if name.startswith(b'"'):
            name = _ESCAPE.sub(_unescaped, name[1:].rpartition(b'"')[0])
        else:
            name = name.partition(b"\t")[0]  # a time may stand behind it
        if name == b"/dev/null":
            return None
        return name.decode("utf-8", "surrogateescape").removeprefix(prefix)

    def _wrong(self, message: str) -> InputError:
        return InputError("patch-syntax", message, line_no=self._at + 1)


def _unescaped(match: re.Match[bytes]) -> bytes:
    text = match[1]
    return bytes([int(text, 8) & 255]) if len(text) == 3 else _ESCAPED.get(text, text)
