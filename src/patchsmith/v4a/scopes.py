"""What an anchor opens: the stretch of the file in which its hunk must lie.

An anchor line that is followed by deeper lines opens a block: it runs to the next line that is
not deeper, lines that only close or open a bracket or end a signature not counted. A Markdown
heading or an INI section opens a section: it runs to the next heading of its level or above.
Any other line is a landmark inside its block: the scope runs to the end of that block, or of the
file for a line without indentation.

Positions are body offsets of line starts.
"""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Stops = Callable[[bytes, int], bool]

_TAB = 8  # only compared with other lines of the same file
_BRIDGE = (b"{", b")", b"]", b"}", b":")  # a line that starts so does not end its block


class ScopeEnds:
    """Where scopes end in one file.

    What a walk over lines has passed is remembered, so that many anchors in one block, or before
    one long stretch of closing lines, cost one walk together.
    """

    __slots__ = ("_body", "_walks")

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._walks: dict[tuple[Stops, int], list[tuple[int, int]]] = {}
        """Rule and depth -> ascending spans: from any line in one, the walk ends at its end."""

    def of(self, anchor: int) -> int:
        """Return the offset behind the scope of the anchor line that starts at an offset."""
        line, after = _line(self._body, anchor)
        heading = heading_of(line)
        if heading:
            return _next_heading(self._body, after, heading)
        depth = indentation(line)
        if self._opens_block(after, depth):
            return self._walk(_ends_block, depth, after)
        if not depth:
            return len(self._body)
        return self._walk(_ends_block, depth - 1, after)

    def _opens_block(self, start: int, depth: int) -> bool:
        at = self._walk(_tells, depth, start)
        return at < len(self._body) and indentation(_line(self._body, at)[0]) > depth

    def _walk(self, stops: Stops, depth: int, start: int) -> int:
        """Return the first line from one on at which a rule stops; the body's end for none."""
        size = len(self._body)
        walks = self._walks.setdefault((stops, depth), [])
        index = bisect_right(walks, (start, size))
        if index and start <= walks[index - 1][1]:
            return walks[index - 1][1]
        known, end = walks[index] if index < len(walks) else (size, size)
        at = start
        while at < known:
            line, after = _line(self._body, at)
            if stops(line, depth):
                break
            at = after
        else:
            at = end
            del walks[index : index + 1]
        walks.insert(index, (start, at))
        return at


def indentation(line: bytes) -> int:
    """Return the width of a line's leading blanks, tabs expanded."""
    blanks = line[: len(line) - len(line.lstrip(b" \t"))]
    return len(blanks.expandtabs(_TAB)) if b"\t" in blanks else len(blanks)


def _ends_block(line: bytes, depth: int) -> bool:
    """Say whether a line ends a block deeper than `depth`; closing lines of that depth do not."""
    bare = line.lstrip()
    if not bare:
        return False
    width = indentation(line)
    return width < depth or (width == depth and not bare.startswith(_BRIDGE))


def _tells(line: bytes, depth: int) -> bool:
    """Say whether a line below an anchor of a depth tells if the anchor opens a block."""
    bare = line.lstrip()
    return bool(bare) and not (bare.startswith(_BRIDGE) and indentation(line) == depth)


def _line(body: bytes, start: int) -> tuple[bytes, int]:
    """Return the line at an offset and the offset of the next one."""
    end = body.find(b"\n", start)
    if end < 0:
        end = len(body)
    return body[start:end], end + 1


def heading_of(line: bytes) -> bytes:
    """Return `##` for a Markdown heading, `[` for an INI section, else nothing."""
    if line.startswith(b"["):
        return b"[" if line.rstrip().endswith(b"]") else b""
    marks = line[: len(line) - len(line.lstrip(b"#"))]
    return marks if marks and line[len(marks) : len(marks) + 1] == b" " else b""


def _next_heading(body: bytes, start: int, heading: bytes) -> int:
    while start < len(body):
        line, after = _line(body, start)
        found = heading_of(line)
        if found and found[:1] == heading[:1] and len(found) <= len(heading):
            return start
        start = after
    return len(body)
