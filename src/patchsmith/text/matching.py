r"""Finding a block of whole lines in a document's body, strictest way first.

Four tiers, each over the whole file before the next: `exact`; `trailing` (white space at the
ends of lines differs); `stripped` (also at their beginnings); `unicode` (also look-alikes:
quotes, dashes, spaces, ellipsis, composed and decomposed letters). Every tier is a *view*: the
body with each line reduced to its key, in which plain substring search finds line-aligned
blocks. Python searches bytes in linear time in the worst case, so no input makes this quadratic.

A view is built only when the tier is reached and a cheap membership test says that the block
could be there at all; that test walks through the file, so it is made a bounded number of times.
When many blocks are to be found in one file, `prime` has each view note, in one pass, where each
block's longest line stands (line_index.py) and, for blocks in which that line is a common one,
where the whole block stands (block_index.py): each block is then found and proven unique without
another walk through the file.

Positions are byte offsets of line starts in the body. Source of the tiers and of the
punctuation map: Codex `seek_sequence`; ellipsis and NFC/NFD are additions.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from patchsmith.text.block_index import BlockIndex
    from patchsmith.text.line_index import LineIndex
    from patchsmith.text.nearest import Surroundings

EXACT, TRAILING, STRIPPED, UNICODE = "exact", "trailing", "stripped", "unicode"
TIERS = (EXACT, TRAILING, STRIPPED, UNICODE)
"""Names of the tiers, strictest first."""

_FOLDED = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "'": "\u2018\u2019\u201a\u201b",
    '"': "\u201c\u201d\u201e\u201f",
    " ": "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
    "...": "\u2026",
}
_PROBES = 8  # lines of a block that the membership test looks at
_MOST_PROBES = 24  # walks through the body for such tests; after them views are simply built
_CHUNK = 1 << 20  # bytes made into lines at a time, so that memory stays small beside the text
_COUNTED = 1 << 12  # bytes between two remembered line numbers


def fold(text: str) -> str:
    """Return text with look-alikes replaced by plain characters, letters composed (NFC)."""
    if text.isascii():
        return text
    import unicodedata

    text = unicodedata.normalize("NFC", text)
    for plain, alike in _FOLDED.items():
        for character in alike:
            if character in text:
                text = text.replace(character, plain)
    return text


def _unicode_key(line: bytes) -> bytes:
    if line.isascii():
        return line.strip()
    folded = fold(line.decode("utf-8", "surrogateescape"))
    return folded.strip().encode("utf-8", "surrogateescape")


def _unicode_keys(chunk: bytes, lines: list[bytes]) -> list[bytes]:
    """Return `_unicode_key` of all lines of a chunk, look-alikes replaced in one go."""
    if chunk.isascii():
        return [line.strip() for line in lines]
    folded = fold(chunk.decode("utf-8", "surrogateescape")).split("\n")
    return [
        line.strip() if line.isascii() else other.strip().encode("utf-8", "surrogateescape")
        for line, other in zip(lines, folded, strict=True)
    ]


def trimmed_end(line: bytes) -> bytes:
    """Return a line without the white space at its end, Unicode's blanks included."""
    line = line.rstrip()
    if not line or line[-1] < 0x80:
        return line
    return line.decode("utf-8", "surrogateescape").rstrip().encode("utf-8", "surrogateescape")


_KEYS: dict[str, Callable[[bytes], bytes]] = {
    EXACT: lambda line: line,
    TRAILING: trimmed_end,
    STRIPPED: bytes.strip,
    UNICODE: _unicode_key,
}


def keys_of(lines: list[bytes], tier: str) -> list[bytes]:
    """Return what a tier compares of some lines."""
    if tier == EXACT:
        return lines
    key = _KEYS[tier]
    return [key(line) for line in lines]


class View:
    """A body as one tier sees it; every line ends with a newline."""

    __slots__ = ("_body", "_body_starts", "_same", "_starts", "blocks", "lines", "text")

    def __init__(self, body: bytes, tier: str) -> None:
        self.lines: LineIndex | None = None
        """Where the primed blocks' longest lines stand; None when nothing was primed."""
        self.blocks: BlockIndex | None = None
        """Where primed blocks of common lines stand; None before the first is looked for."""
        self._body = body
        self._starts: Sequence[int] = ()
        self._body_starts: Sequence[int] = ()
        whole = body if body.endswith(b"\n") or not body else body + b"\n"
        keyed = whole if tier == EXACT else _keyed(whole, tier)
        self._same = keyed == whole
        self.text: bytes = whole if self._same else keyed

    def to_body(self, offset: int) -> int:
        """Return the body offset of the line that starts at an offset of the view."""
        if self._same:
            return offset
        self._number_lines()
        return self._body_starts[_index(self._starts, offset)]

    def from_body(self, offset: int) -> int:
        """Return the view offset of the line that starts at an offset of the body."""
        if self._same or not offset:
            return offset
        self._number_lines()
        return self._starts[_index(self._body_starts, offset)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the body span of a span of the `exact` or `trailing` view, not empty.

        It begins at the first and ends behind the last of its characters: white space that the
        view left out is inside only where it lies between two of them.
        """
        if self._same:
            return start, min(end, len(self._body))
        self._number_lines()
        first = _index(self._starts, start)
        last = _index(self._starts, end - 1)
        if self.text[start] == 0x0A:
            body_start = self._body_starts[first + 1] - 1
        else:
            body_start = self._body_starts[first] + start - self._starts[first]
        if self.text[end - 1] == 0x0A:
            body_end = self._body_starts[last + 1]
        else:
            body_end = self._body_starts[last] + end - self._starts[last]
        return body_start, min(body_end, len(self._body))

    def next_line(self, offset: int) -> int:
        """Return the view offset of the line after the one that starts at an offset."""
        end = self.text.find(b"\n", offset)
        return len(self.text) if end < 0 else end + 1

    def _number_lines(self) -> None:
        """See to it that the lines' starts are known: only a match needs them."""
        if not self._starts:
            self._starts = _line_starts(self.text)
            self._body_starts = _line_starts(self._body)


class Finder:
    """Searches one body; keeps the views it had to build."""

    __slots__ = (
        "_ascii",
        "_counts",
        "_latest",
        "_line",
        "_primed",
        "_probed",
        "_surroundings",
        "_views",
        "body",
    )

    def __init__(self, body: bytes) -> None:
        self.body = body
        self._views: dict[str, View] = {}
        self._primed: list[list[bytes]] = []
        self._probed: dict[bytes, bool] = {}
        """Lines that were looked for in the body at large, and whether they occur."""
        self._latest: dict[tuple[str, bytes], tuple[int, int]] = {}
        """The last walk for a block when many are looked for: from where, and what it found."""
        self._surroundings: Surroundings | None = None
        self._ascii: bool | None = None
        self._line = (0, 1)
        """The last offset that was asked for, and its line."""
        self._counts = [0]
        """Newlines before every `_COUNTED` bytes of the body, as far as they were needed."""

    @property
    def surroundings(self) -> Surroundings:
        """The body's lines, for saying what comes nearest to blocks that were not found."""
        if self._surroundings is None:
            from patchsmith.text.nearest import Surroundings

            self._surroundings = Surroundings(self.body)
        return self._surroundings

    def prime(self, blocks: list[list[bytes]]) -> None:
        """Prepare for finding many blocks, each perhaps in every tier.

        Args:
            blocks: The blocks that will be looked for; single lines too; none is empty.
        """
        self._primed = blocks

    def view(self, tier: str) -> View:
        """Return the body as a tier sees it."""
        if tier == UNICODE and self._is_ascii():
            tier = STRIPPED
        found = self._views.get(tier)
        if found is None:
            found = self._views[tier] = View(self.body, tier)
            if self._primed:
                from patchsmith.text.line_index import LineIndex

                longest = {max(block, key=len) for block in self._primed}
                found.lines = LineIndex(found.text, set(map(_KEYS[tier], longest)))
        return found

    def matches(self, block: list[bytes], tier: str, start: int = 0) -> Iterator[int]:
        """Yield the body offsets at which a block of lines occurs, ascending, overlaps included.

        Args:
            block: The lines, without endings; not empty.
            tier: How lines are compared.
            start: Body offset of the line to begin at.
        """
        keys = keys_of(block, tier)
        if tier != EXACT and tier not in self._views and not self._possible(keys, tier):
            return
        view = self.view(tier)
        needle = b"\n".join(keys) + b"\n"
        first = view.from_body(start) if start else 0
        known = self._known(view, tier, keys, needle, first)
        if known is not None:
            yield from map(view.to_body, known)
            return
        at = self._next(view, tier, needle, first)
        while at >= 0:
            yield view.to_body(at)
            at = self._next(view, tier, needle, view.next_line(at))

    def only(self, block: list[bytes], start: int) -> int:
        """Return where a block stands exactly, when that is once from an offset on; else -1.

        Args:
            block: The lines, without endings; not empty.
            start: Offset of the line to begin at.
        """
        view = self._views.get(EXACT) or self.view(EXACT)
        needle = b"\n".join([*block, b""])
        known = None
        if view.lines is not None:
            known = self._known(view, EXACT, block, needle, start)
        if known is not None:
            return known[0] if len(known) == 1 else -1
        at = self._next(view, EXACT, needle, start)
        if at < 0 or self._next(view, EXACT, needle, view.next_line(at)) >= 0:
            return -1
        return at

    def line_no(self, offset: int) -> int:
        """Return the 1-based number of the line that an offset of the body lies in.

        Asking for many costs one walk through the body, in whatever order they come.
        """
        at, line_no = self._line
        if not at <= offset < at + _COUNTED:
            counts = self._counts
            index = offset // _COUNTED
            while len(counts) <= index:
                start = (len(counts) - 1) * _COUNTED
                counts.append(counts[-1] + self.body.count(b"\n", start, start + _COUNTED))
            at, line_no = index * _COUNTED, counts[index] + 1
        line_no += self.body.count(b"\n", at, offset)
        self._line = offset, line_no
        return line_no

    def _is_ascii(self) -> bool:
        if self._ascii is None:
            self._ascii = self.body.isascii()
        return self._ascii

    def _known(
        self, view: View, tier: str, keys: list[bytes], needle: bytes, start: int
    ) -> list[int] | None:
        """Return the view offsets of a block from one on, when an index tells them."""
        if view.lines is None:
            return None
        found = view.lines.starts_of(keys, needle, start)
        if found is not None:
            return found
        if view.blocks is None:
            from patchsmith.text.block_index import BlockIndex

            blocks = [keys_of(block, tier) for block in self._primed]
            common = [block for block in blocks if not view.lines.tells(block)]
            view.blocks = BlockIndex(view.text, common)
        return view.blocks.starts_of(keys, start)

    def _next(self, view: View, tier: str, needle: bytes, start: int) -> int:
        """Return the first view offset of a block from a line on, by walking; -1 for none."""
        if view.lines is None:
            return find_lines(view.text, needle, start)
        low, found = self._latest.get((tier, needle), (start + 1, -1))
        if start < low or 0 <= found < start:
            found = find_lines(view.text, needle, start)
            self._latest[tier, needle] = (start, found)
        return found

    def _possible(self, keys: list[bytes], tier: str) -> bool:
        """Say cheaply whether a block could be found: its longest lines must occur somewhere."""
        if tier == UNICODE and not self._is_ascii():
            return True
        for probe in sorted(keys, key=len, reverse=True)[:_PROBES]:
            seen = self._probed.get(probe)
            if seen is None:
                if len(self._probed) >= _MOST_PROBES:
                    return True
                seen = self._probed[probe] = probe in self.body
            if not seen:
                return False
        return True


def find_lines(text: bytes, needle: bytes, start: int) -> int:
    """Return the first offset, from a line start on, where whole lines occur; -1 for none."""
    if text.startswith(needle, start):
        return start
    at = text.find(b"\n" + needle, start)
    return at + 1 if at >= 0 else -1


def _keyed(text: bytes, tier: str) -> bytes:
    """Return a text with every line reduced to its key."""
    from patchsmith.text.line_index import chunks

    pieces: list[bytes] = []
    for start, end in chunks(text, _CHUNK):
        chunk = text[start : end - 1]
        lines = chunk.split(b"\n")
        if tier == UNICODE:
            lines = _unicode_keys(chunk, lines)
        else:
            key = bytes.rstrip if tier == TRAILING and chunk.isascii() else _KEYS[tier]
            lines = list(map(key, lines))
        lines.append(b"")
        pieces.append(b"\n".join(lines))
    return b"".join(pieces)


def _line_starts(text: bytes) -> Sequence[int]:
    """Return the offsets of all lines, and the one behind the last line with its newline."""
    from array import array
    from itertools import accumulate

    from patchsmith.text.line_index import chunks

    starts = array("Q", [0])
    for start, end in chunks(text, _CHUNK):
        lines = text[start:end].split(b"\n")
        if not lines[-1]:
            lines.pop()
        starts.pop()
        starts.extend(accumulate([len(line) + 1 for line in lines], initial=start))
    return starts


def _index(starts: Sequence[int], offset: int) -> int:
    from bisect import bisect_right

    return max(bisect_right(starts, offset) - 1, 0)
