r"""Finding a block of whole lines in a document's body, strictest way first.

Four tiers, each over the whole file before the next: `exact`; `trailing` (white space at the
ends of lines differs); `stripped` (also at their beginnings); `unicode` (also look-alikes:
quotes, dashes, spaces, ellipsis, composed and decomposed letters). Every tier is a *view*: the
body with each line reduced to its key, in which plain substring search finds line-aligned
blocks. Python searches bytes in linear time in the worst case, so no input makes this quadratic.

A view is built only when the tier is reached and a cheap membership test says that the block
could be there at all. When many blocks are to be found in one file, `prime` has each view note,
in one pass, where the blocks' longest lines stand (line_index.py), so that each block is found
and proven unique without another walk through the file.

Positions are byte offsets of line starts in the body. Source of the tiers and of the
punctuation map: Codex `seek_sequence`; ellipsis and NFC/NFD are additions.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from patchsmith.text.line_index import LineIndex

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
_PRIMED_LINES = 2  # longest lines of each block whose places are noted


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


class View:
    """A body as one tier sees it; every line ends with a newline."""

    __slots__ = ("_body_size", "_body_starts", "_starts", "index", "text")

    def __init__(self, body: bytes, tier: str) -> None:
        self.index: LineIndex | None = None
        """Where the primed lines stand; None when no lines were primed."""
        self._starts: list[int] | None = None
        self._body_starts: list[int] | None = None
        self._body_size = len(body)
        if tier == EXACT:
            self.text: bytes = body if body.endswith(b"\n") or not body else body + b"\n"
            return
        lines = body.split(b"\n")
        if not lines[-1]:
            lines.pop()
        key = bytes.rstrip if tier == TRAILING and body.isascii() else _KEYS[tier]
        keys = list(map(key, lines))
        self.text = b"\n".join(keys) + b"\n" if keys else b""
        self._starts = _line_starts(keys)
        self._body_starts = _line_starts(lines)

    def to_body(self, offset: int) -> int:
        """Return the body offset of the line that starts at an offset of the view."""
        if self._starts is None or self._body_starts is None:
            return offset
        return self._body_starts[_index(self._starts, offset)]

    def from_body(self, offset: int) -> int:
        """Return the view offset of the line that starts at an offset of the body."""
        if self._starts is None or self._body_starts is None:
            return offset
        return self._starts[_index(self._body_starts, offset)]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the body span of a span of the `exact` or `trailing` view, not empty.

        It begins at the first and ends behind the last of its characters: white space that the
        view left out is inside only where it lies between two of them.
        """
        if self._starts is None or self._body_starts is None:
            return start, end
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
        return body_start, min(body_end, self._body_size)

    def next_line(self, offset: int) -> int:
        """Return the view offset of the line after the one that starts at an offset."""
        end = self.text.find(b"\n", offset)
        return len(self.text) if end < 0 else end + 1


class Finder:
    """Searches one body; keeps the views it had to build."""

    __slots__ = ("_primed", "_views", "body")

    def __init__(self, body: bytes) -> None:
        self.body = body
        self._views: dict[str, View] = {}
        self._primed: set[bytes] | None = None

    def prime(self, blocks: list[list[bytes]]) -> None:
        """Prepare for finding many blocks, each perhaps in every tier.

        Args:
            blocks: The blocks that will be looked for; single lines too.
        """
        lines: set[bytes] = set()
        for block in blocks:
            lines.update(sorted(block, key=len, reverse=True)[:_PRIMED_LINES])
        self._primed = lines

    def view(self, tier: str) -> View:
        """Return the body as a tier sees it."""
        if tier == UNICODE and self.body.isascii():
            tier = STRIPPED
        found = self._views.get(tier)
        if found is None:
            found = self._views[tier] = View(self.body, tier)
            if self._primed is not None:
                from patchsmith.text.line_index import LineIndex

                found.index = LineIndex(found.text, set(map(_KEYS[tier], self._primed)))
        return found

    def matches(self, block: list[bytes], tier: str, start: int = 0) -> Iterator[int]:
        """Yield the body offsets at which a block of lines occurs, ascending, overlaps included.

        Args:
            block: The lines, without endings; not empty.
            tier: How lines are compared.
            start: Body offset of the line to begin at.
        """
        key = _KEYS[tier]
        keys = [key(line) for line in block]
        if tier != EXACT and tier not in self._views and not self._possible(keys, tier):
            return
        view = self.view(tier)
        needle = b"\n".join(keys) + b"\n"
        first = view.from_body(start) if start else 0
        known = view.index.starts_of(keys, needle, first) if view.index is not None else None
        if known is not None:
            yield from map(view.to_body, known)
            return
        at = find_lines(view.text, needle, first)
        while at >= 0:
            yield view.to_body(at)
            at = find_lines(view.text, needle, view.next_line(at))

    def at(self, block: list[bytes], tier: str, offset: int) -> bool:
        """Return whether a block stands at the line that starts at a body offset."""
        key = _KEYS[tier]
        needle = b"\n".join([key(line) for line in block]) + b"\n"
        view = self.view(tier)
        return view.text.startswith(needle, view.from_body(offset))

    def _possible(self, keys: list[bytes], tier: str) -> bool:
        """Say cheaply whether a block could be found: its longest lines must occur somewhere."""
        if tier == UNICODE and not self.body.isascii():
            return True
        longest = sorted(keys, key=len, reverse=True)[:_PROBES]
        return all(probe in self.body for probe in longest)


def find_lines(text: bytes, needle: bytes, start: int) -> int:
    """Return the first offset, from a line start on, where whole lines occur; -1 for none."""
    if text.startswith(needle, start):
        return start
    at = text.find(b"\n" + needle, start)
    return at + 1 if at >= 0 else -1


def _line_starts(lines: list[bytes]) -> list[int]:
    starts = [0]
    total = 0
    for line in lines:
        total += len(line) + 1
        starts.append(total)
    return starts


def _index(starts: list[int], offset: int) -> int:
    from bisect import bisect_right

    return max(bisect_right(starts, offset) - 1, 0)
