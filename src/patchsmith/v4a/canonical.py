r"""Reading a patch that is the grammar to the letter, all at once.

Most patches are. Such a patch is read by a few calls over all of its lines: their first
characters, in one string, say what it holds and where. Whatever is not settled by that (padding,
blank lines, another spelling, an error) is left to `envelope`, which reads line by line, tolerates
and explains; what is read here is what it would have read.

Rules for editors: when in doubt return None; tests/property/test_stream_equals_batch.py holds
both readings against each other.
"""

from __future__ import annotations

from itertools import compress

from patchsmith.v4a.grammar import ADD, BEGIN, DELETE, END, END_OF_FILE, MOVE, UPDATE, suspicious
from patchsmith.v4a.model import AddFile, DeleteFile, Hunk, Patch, UpdateFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.model import FileOp

_BEGIN, _END, _END_OF_FILE = BEGIN.encode(), END.encode(), END_OF_FILE.encode()
_BARE = b"@\r"
"""A `@@` line, changed into one that is nothing else: no line of the patch holds a CR."""
_MARKER, _END_MARK = b"@*"
_NOT_ADDED, _NOT_REMOVED = (bytes(code != sign for code in range(256)) for sign in b"+-")
"""First character -> whether its line is an old one, and whether it is a new one."""
_ADD, _DELETE, _UPDATE, _MOVE = ADD.encode(), DELETE.encode(), UPDATE.encode(), MOVE.encode()


def canonical(text: str) -> Patch | None:
    """Return the patch; None when it has to be read line by line."""
    if "\r" in text:
        return None
    try:
        lines = text.encode().replace(b"\n@@\n", b"\n@\r\n").split(b"\n")
        if not lines[-1]:
            lines.pop()
        signs = bytes([line[0] for line in lines])
    except (UnicodeEncodeError, IndexError):  # a lone surrogate; an empty line
        return None
    last = len(lines) - 1
    if last < 0 or lines[0] != _BEGIN or lines[last] != _END:
        return None
    ops: list[FileOp] = []
    is_suspicious = suspicious(text)
    at = 1
    while at < last:
        end = signs.find(b"*", at + 1 + lines[at + 1].startswith(_MOVE))
        while lines[end] == _END_OF_FILE:
            end = signs.find(b"*", end + 1)
        op = _op(lines, signs, at, end, is_suspicious=is_suspicious)
        if op is None:
            return None
        ops.append(op)
        at = end
    return Patch(tuple(ops), ()) if ops and at == last else None


def _op(
    lines: list[bytes], signs: bytes, at: int, end: int, *, is_suspicious: bool
) -> FileOp | None:
    """Return the file op whose header is one line and that ends before another."""
    header = lines[at]
    if header.startswith(_UPDATE):
        path = _path(header, _UPDATE)
        first, move_to = at + 1, None
        if lines[first].startswith(_MOVE):
            move_to = _path(lines[first], _MOVE)
            first += 1
            path = path and move_to and path
        block = Block(lines[first:end], signs[first:end], first, is_suspicious=is_suspicious)
        return UpdateFile.later(block, path, move_to, at + 1) if path and block.regular else None
    if header.startswith(_ADD):
        path = _path(header, _ADD)
        if path and not signs[at + 1 : end].strip(b"+"):
            added = [line[1:].decode() for line in lines[at + 1 : end]]
            return AddFile(path, tuple(added), at + 1)
    elif header.startswith(_DELETE) and end == at + 1:
        path = _path(header, _DELETE)
        return DeleteFile(path, at + 1) if path else None
    return None


def _path(line: bytes, marker: bytes) -> str:
    """Return the path behind a marker; nothing when there is none or it is padded."""
    path = line[len(marker) :].decode()
    return path if path == path.strip() else ""


class Block:
    """The hunks of one update, as lines of the patch; called, it returns them as values."""

    __slots__ = ("_first", "_lines", "bare", "is_suspicious", "regular", "signs")

    def __init__(
        self, lines: list[bytes], signs: bytes, first: int, *, is_suspicious: bool
    ) -> None:
        """Judge some lines of a patch.

        Args:
            lines: The lines, bare `@@` ones as `_BARE`.
            signs: Their first characters.
            first: 0-based index of the first of them in the patch.
            is_suspicious: Whether the patch holds anything that must not be added to some files.
        """
        self.is_suspicious = is_suspicious
        """Whether added lines need a closer look; see `grammar.suspicious`."""
        self._lines = lines
        self.signs = signs
        """The first characters of all lines."""
        self._first = first
        markers = signs.translate(None, b" +-")
        is_hunks = signs[:1] == b"@" and signs[-1:] != b"@"
        self.bare: bool = len(markers) == lines.count(_BARE)
        """Whether all hunks start with `@@` alone, and none is at the end of the file."""
        self.regular: bool = is_hunks and (
            b"@@" not in signs if self.bare else self._is_regular(markers)
        )
        """Whether the lines are hunks by the grammar."""

    def sides(self) -> tuple[list[bytes], list[bytes]]:
        """Return the old lines of each bare hunk, and its new ones, with their newlines."""
        signs = self.signs
        lines = [line[1:] for line in self._lines]
        old = b"\n".join(compress(lines, signs.translate(_NOT_ADDED))) + b"\n"
        new = b"\n".join(compress(lines, signs.translate(_NOT_REMOVED))) + b"\n"
        return old.split(b"\r\n")[1:], new.split(b"\r\n")[1:]

    def __call__(self) -> tuple[Hunk, ...]:
        """Return the hunks."""
        signs, size = self.signs, len(self.signs)
        lines = [line.decode() for line in self._lines]
        hunks: list[Hunk] = []
        start = 0
        while start < size:
            inside = start + 1
            while signs[inside] == _MARKER:
                inside += 1
            after = signs.find(b"@", inside)
            after = after if after >= 0 else size
            at_end = signs[after - 1] == _END_MARK
            anchors = tuple([line[3:] for line in lines[start:inside] if line != "@\r"])
            line_no = self._first + start + 1
            hunks.append(
                Hunk(anchors, tuple(lines[inside : after - at_end]), at_end, False, line_no)
            )
            start = after
        return tuple(hunks)

    def _is_regular(self, markers: bytes) -> bool:
        """Say whether lines are hunks, some of them with anchors or at the end of the file.

        Bare markers and anchors never stand side by side.
        """
        signs = self.signs
        ends = signs.count(b"*@") + (signs[-1:] == b"*")
        if markers.strip(b"@*") or b"@*" in signs or signs.count(b"*") != ends:
            return False
        at = signs.find(b"@@")
        while at >= 0:
            if _BARE in self._lines[at : at + 2]:
                return False
            at = signs.find(b"@@", at + 1)
        named = [line for line in self._lines if line[0] == _MARKER and line != _BARE]
        return all(line.startswith(b"@@ ") and line[3:].decode().strip() for line in named)
