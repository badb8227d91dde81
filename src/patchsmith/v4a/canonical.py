r"""Reading a patch that is the grammar to the letter, all at once.

Most patches are. Such a patch is read by a few calls over all of its lines: their first
characters, in one string, say what it holds and where. Whatever is not settled by that (padding,
blank lines, another spelling, an error) is left to `envelope`, which reads line by line, tolerates
and explains; what is read here is what it would have read.

Rules for editors: when in doubt return None; tests/property/test_stream_equals_batch.py holds
both readings against each other.
"""

from __future__ import annotations

from patchsmith.v4a.grammar import ADD, BEGIN, DELETE, END, END_OF_FILE, MOVE, UPDATE
from patchsmith.v4a.model import AddFile, DeleteFile, Hunk, Patch, UpdateFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.model import FileOp

_BEGIN, _END, _END_OF_FILE = BEGIN.encode(), END.encode(), END_OF_FILE.encode()
_ADD, _DELETE, _UPDATE, _MOVE = ADD.encode(), DELETE.encode(), UPDATE.encode(), MOVE.encode()


def canonical(text: str) -> Patch | None:
    """Return the patch; None when it has to be read line by line."""
    if "\r" in text:
        return None
    try:
        lines = text.encode().split(b"\n")
        if not lines[-1]:
            lines.pop()
        signs = bytes([line[0] for line in lines])
    except (UnicodeEncodeError, IndexError):  # a lone surrogate; an empty line
        return None
    last = len(lines) - 1
    if last < 0 or lines[0] != _BEGIN or lines[last] != _END:
        return None
    ops: list[FileOp] = []
    at = 1
    while at < last:
        end = signs.find(b"*", at + 1)
        while lines[end] == _END_OF_FILE:
            end = signs.find(b"*", end + 1)
        op = _op(text, lines, signs, at, end)
        if op is None:
            return None
        ops.append(op)
        at = end
    return Patch(tuple(ops), ()) if ops and at == last else None


def _op(text: str, lines: list[bytes], signs: bytes, at: int, end: int) -> FileOp | None:
    """Return the file op whose header is one line and that ends before another."""
    header = lines[at]
    if header.startswith(_UPDATE):
        path = _path(header, _UPDATE)
        first, move_to = at + 1, None
        if lines[first].startswith(_MOVE):
            move_to = _path(lines[first], _MOVE)
            first += 1
            path = path and move_to and path
        block = Block(text, lines, signs, first, end)
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

    __slots__ = ("bare", "end", "first", "lines", "regular", "signs", "text")

    def __init__(
        self, text: str, lines: list[bytes], signs: bytes, first: int, end: int
    ) -> None:
        """Judge some lines of a patch.

        Args:
            text: The patch.
            lines: All of its lines.
            signs: Their first characters.
            first: 0-based index of the first line of the first hunk.
            end: Index behind the last line of the last hunk.
        """
        self.text = text
        self.lines = lines
        self.signs = signs
        self.first = first
        self.end = end
        inner = signs[first:end]
        self.bare: bool = inner.count(b"@") == lines[first:end].count(b"@@")
        """Whether all hunks start with `@@` alone, and none is at the end of the file."""
        self.regular: bool = (
            inner[:1] == b"@"
            and not inner.translate(None, b"@ +-*")
            and b"@*" not in inner
            and inner[-1:] != b"@"
        )
        """Whether the lines are hunks by the grammar."""
        if b"*" in inner:
            self.bare = False
            if inner.count(b"*") != inner.count(b"*@") + (inner[-1:] == b"*"):
                self.regular = False
        if self.bare:
            self.regular = self.regular and b"@@" not in inner
        elif self.regular:
            self.regular = self._is_anchored()

    def _is_anchored(self) -> bool:
        """Say whether the lines with `@` are markers or name anchors, never both in one hunk."""
        inner = self.signs[self.first : self.end]
        heads = [line for line in self.lines[self.first : self.end] if line[0] == 0x40]
        named = [line for line in heads if line != b"@@"]
        if len(named) < len(heads) and b"@@" in inner:
            return False
        return all(line.startswith(b"@@ ") and line[3:].decode().strip() for line in named)

    def spans(self) -> list[tuple[int, int]]:
        """Return the indexes of each bare hunk's first line behind `@@`, and behind its last."""
        signs, end = self.signs, self.end
        spans: list[tuple[int, int]] = []
        start = self.first
        while start >= 0:
            after = signs.find(b"@", start + 1, end)
            spans.append((start + 1, after if after >= 0 else end))
            start = after
        return spans

    def __call__(self) -> tuple[Hunk, ...]:
        """Return the hunks."""
        signs, end = self.signs, self.end
        lines = [line.decode() for line in self.lines[self.first : end]]
        hunks: list[Hunk] = []
        start = self.first
        while start < end:
            body = start + 1
            while signs[body] == 0x40:
                body += 1
            after = signs.find(b"@", body, end)
            after = end if after < 0 else after
            at_end = signs[after - 1] == 0x2A
            heads = lines[start - self.first : body - self.first]
            inside = lines[body - self.first : after - self.first - at_end]
            anchors = tuple([head[3:] for head in heads if head != "@@"])
            hunks.append(Hunk(anchors, tuple(inside), at_end, False, start + 1))
            start = after
        return tuple(hunks)
