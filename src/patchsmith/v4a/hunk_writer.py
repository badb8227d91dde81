"""From changed lines to hunks that our own locator places where they belong, and nowhere else.

Every hunk shows `context` lines above and below its changes where there are as many. Hunks that
would touch are one hunk, so that no line is shown twice. What is added only where a hunk would
otherwise fit several places: `*** End of File` for one that reaches it, `@@` lines with the blocks
that the place is in, innermost first, then more and more context.

Each hunk is tried on the locator, in order, before it is taken.
"""

from __future__ import annotations

from patchsmith.text.matching import EXACT, Finder
from patchsmith.v4a.locate import Found, Locator
from patchsmith.v4a.model import Hunk
from patchsmith.v4a.scopes import heading_of, indentation
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.text.line_diff import Block

_MANY = 8  # hunks from which on one pass over the file pays off
_MOST_ANCHORS = 4
_MOST_ALIKE = 16  # lines like an outermost anchor with which it still says something
_MOST_LINES_UP = 5000  # lines above a place in which its blocks are looked for
_CLOSING = (b"{", b")", b"]", b"}", b":")  # such a line opens nothing by itself


class Unwritable(Exception):  # noqa: N818 - it never leaves the writer
    """What a change holds can not stand in a patch; the message says why."""


class _Span(Value):
    """What one hunk shows and changes; 0-based line indexes."""

    __slots__ = ("blocks", "start", "end", "step")  # noqa: RUF023 - field order

    blocks: tuple[Block, ...]
    """The changes, ascending."""
    start: int
    """First old line shown."""
    end: int
    """Behind the last old line shown."""
    step: int
    """How many lines more to show on each side when the hunk fits several places."""


class HunkWriter:
    """Writes the hunks of one update."""

    __slots__ = ("_body", "_context", "_finder", "_locator", "_new", "_old", "_starts")

    def __init__(self, body: bytes, old: list[bytes], new: list[bytes], context: int) -> None:
        """Prepare for one file.

        Args:
            body: The document's body before.
            old: Its lines, without endings.
            new: The lines afterwards.
            context: How many unchanged lines to show above and below changes.
        """
        self._body = body
        self._old = old
        self._new = new
        self._context = context
        self._finder = Finder(body)
        self._locator = Locator(self._finder)
        self._starts = _starts(old, len(body))

    def hunks(self, blocks: list[Block]) -> list[Hunk]:
        """Return hunks for all changes, in the order of the file.

        Raises:
            Unwritable: A line can not stand in a patch, or no hunk is unmistakable.
        """
        todo = self._spans(blocks)[::-1]
        self._prime(todo)
        found: list[Hunk] = []
        shown_to = 0
        while todo:
            span = todo.pop()
            hunk = self._fitting(span)
            if hunk is None:
                todo.append(self._grown(span, shown_to, todo))
                continue
            found.append(hunk)
            shown_to = span.end
            starts = self._starts
            self._locator.passed(
                starts[span.end], [(starts[b.start], starts[b.end]) for b in span.blocks]
            )
        return found

    def unchanged(self) -> Hunk | None:
        """Return a hunk that changes nothing, for a rename; None when there is no line to show."""
        count = min(max(self._context, 1), len(self._old))
        if not count:
            return None
        for start in (0, len(self._old) - count):
            hunk = self._fitting(_Span((), start, start + count, 0))
            if hunk is not None:
                return hunk
        return None

    # --- which lines

    def _spans(self, blocks: list[Block]) -> list[_Span]:
        """Return one span for each hunk: changes whose context touches are together."""
        spans: list[_Span] = []
        for block in blocks:
            start = max(block.start - self._context, 0)
            end = min(block.end + self._context, len(self._old))
            if spans and start <= spans[-1].end:
                last = spans.pop()
                spans.append(last.replaced(blocks=(*last.blocks, block), end=end))
            else:
                spans.append(_Span((block,), start, end, max(self._context, 1)))
        return spans

    def _grown(self, span: _Span, shown_to: int, todo: list[_Span]) -> _Span:
        """Return a span with more context; it takes in the following ones that it reaches."""
        start = max(span.start - span.step, shown_to)
        end = min(span.end + span.step, len(self._old))
        if (start, end) == (span.start, span.end):
            raise Unwritable("no hunk says unmistakably which lines are meant")
        blocks = list(span.blocks)
        while todo and todo[-1].start <= end:
            reached = todo.pop()
            blocks.extend(reached.blocks)
            end = max(end, reached.end)
        return _Span(tuple(blocks), start, end, span.step * 2)

    def _prime(self, spans: list[_Span]) -> None:
        if len(spans) > _MANY:
            shown = [self._old[span.start : span.end] for span in spans]
            self._finder.prime([lines for lines in shown if lines])

    # --- how it is found

    def _fitting(self, span: _Span) -> Hunk | None:
        """Return the plainest hunk for a span that the locator places there; None for none."""
        lines = self._lines(span)
        for anchors, end_of_file in self._ways(span):
            hunk = Hunk(anchors, lines, end_of_file, False, 1)
            where = self._locator.place(hunk)
            if where == Found(self._starts[span.start], EXACT, None):
                return hunk
        return None

    def _lines(self, span: _Span) -> tuple[str, ...]:
        lines: list[str] = []
        at = span.start
        for block in span.blocks:
            lines.extend(_signed(" ", self._old[at : block.start]))
            lines.extend(_signed("-", self._old[block.start : block.end]))
            lines.extend(_signed("+", self._new[block.new_start : block.new_end]))
            at = block.end
        lines.extend(_signed(" ", self._old[at : span.end]))
        return tuple(lines)

    def _ways(self, span: _Span) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Yield anchors, and whether the end of the file is named, the plainest first."""
        yield (), False
        if span.end == len(self._old):
            yield (), True
        anchors: list[str] = []
        for line in self._enclosing(span):
            text = line.decode("utf-8", "replace")
            if "\ufffd" in text or "\0" in text or text.endswith("\r"):
                return
            anchors.insert(0, text)
            if self._body.count(b"\n%b\n" % line) <= _MOST_ALIKE:
                yield tuple(anchors), False

    def _enclosing(self, span: _Span) -> Iterator[bytes]:
        """Yield the lines that open the blocks around the first change, innermost first."""
        at = span.blocks[0].start if span.blocks else span.start
        depth = indentation(self._sample(span))
        flat = depth == 0
        found = 0
        for index in range(at - 1, max(at - _MOST_LINES_UP, 0) - 1, -1):
            line = self._old[index]
            bare = line.strip()
            if not bare:
                continue
            if (flat and heading_of(line)) or (
                indentation(line) < depth and not bare.startswith(_CLOSING)
            ):
                yield line
                found += 1
                depth = indentation(line)
            if found == _MOST_ANCHORS or (found and not depth):
                return

    def _sample(self, span: _Span) -> bytes:
        """Return a line that shows how deep the first change lies."""
        if not span.blocks:
            return b""
        block = span.blocks[0]
        near = [
            *self._old[block.start : block.end],
            *self._new[block.new_start : block.new_end],
            *self._old[block.end : span.end],
        ]
        return next((line for line in near if line.strip()), b"")


def _signed(sign: str, lines: list[bytes]) -> Iterator[str]:
    for line in lines:
        yield sign + patch_text(line)


def patch_text(line: bytes) -> str:
    """Return a line as a patch can hold it.

    Raises:
        Unwritable: It can not.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise Unwritable("a line that the patch would show is not UTF-8") from None
    if "\0" in text:
        raise Unwritable("a line that the patch would show holds a NUL: the file is binary")
    if text.endswith("\r"):
        raise Unwritable(
            "a line that the patch would show has a carriage return before its line end, and a "
            "patch's own line ends may be CRLF"
        )
    return text


def _starts(lines: list[bytes], size: int) -> list[int]:
    """Return the body offset of every line, and of the end."""
    starts: list[int] = []
    at = 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    starts.append(size)
    return starts
