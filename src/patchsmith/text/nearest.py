"""The block of a file that comes closest to one that was not found.

Only for messages: what it finds is shown, never edited. The work is bounded, so that a miss in a
large file costs little more than a hit.
"""

from __future__ import annotations

from patchsmith.text.matching import fold
from patchsmith.values import Value

_MOST_LINES = 200_000
_MOST_PLACES = 200
_MOST_FUZZY = 2_000
_MOST_COMPARED = 20_000_000  # characters of blocks' lines times characters of the file's lines


class Nearest(Value):
    """A place that resembles a block, and where the two part."""

    __slots__ = ("line_no", "differs_at", "expected", "actual")  # noqa: RUF023 - field order

    line_no: int
    """1-based line of the file at which the block would start."""
    differs_at: int
    """1-based line of the file that is the first to differ."""
    expected: str
    """The block's line for that place."""
    actual: str | None
    """The file's line there; None behind the end of the file."""


def nearest_block(body: bytes, block: list[str]) -> Nearest | None:
    """Return the place most of whose lines equal the block's, white space aside.

    Args:
        body: A document's body.
        block: The lines looked for, without endings.

    Returns:
        None when nothing resembles the block or the file is too large to search.
    """
    return Surroundings(body).nearest(block)


class Surroundings:
    """The lines of one file, for looking for the places nearest to several blocks."""

    __slots__ = ("_asked_before", "_budget", "_keys", "_lines", "_places", "_small")

    def __init__(self, body: bytes) -> None:
        self._small = body.count(b"\n") <= _MOST_LINES
        self._lines = body.decode("utf-8", "replace").split("\n") if self._small else []
        if self._lines and not self._lines[-1]:
            self._lines.pop()
        self._keys = [fold(line).strip() for line in self._lines]
        self._asked_before = False
        self._places: dict[str, list[int]] = {}
        """Line without white space around it -> its places; empty before they are needed."""
        self._budget = _MOST_COMPARED
        """What may still be spent on comparing lines character by character."""

    def nearest(self, block: list[str]) -> Nearest | None:
        """Return the place nearest to a block; see `nearest_block`."""
        if not self._small or not block:
            return None
        wanted = [fold(line).strip() for line in block]
        starts = self._starts(wanted) or self._fuzzy_starts(wanted)
        if not starts:
            return None
        best = max(starts, key=lambda start: (_equal(self._keys, wanted, start), -start))
        return _parting(self._lines, self._keys, wanted, block, best)

    def _starts(self, wanted: list[str]) -> list[int]:
        """Return candidate starts: where the block's rarest lines stand."""
        places = self._places
        if not self._asked_before:  # one block: noting its own lines is all that pays off
            self._asked_before = True
            places = _places(self._keys, set(wanted))
        elif not places:
            places = self._places = _places(self._keys, set(self._keys))
        starts: set[int] = set()
        for offset, key in enumerate(wanted):
            found = places.get(key, ())
            if len(key) > 1 and len(found) <= _MOST_PLACES:
                starts.update(max(index - offset, 0) for index in found)
            if len(starts) > _MOST_PLACES:
                break
        return sorted(starts)

    def _fuzzy_starts(self, wanted: list[str]) -> list[int]:
        """Return where a line resembles the block's longest one, in files of moderate size."""
        keys = self._keys
        if len(keys) > _MOST_FUZZY:
            return []
        from difflib import get_close_matches

        longest = max(range(len(wanted)), key=lambda index: len(wanted[index]))
        size = len(wanted[longest])
        if size < 4 or size > 500:
            return []
        likely = {key for key in keys if size * 3 <= len(key) * 7 and len(key) * 3 <= size * 7}
        self._budget -= size * sum(map(len, likely))
        if self._budget < 0:
            return []
        close = get_close_matches(wanted[longest], sorted(likely), n=1, cutoff=0.6)
        return [max(keys.index(close[0]) - longest, 0)] if close else []


def _places(keys: list[str], chosen: set[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        if key in chosen:
            places.setdefault(key, []).append(index)
    return places


def _equal(keys: list[str], wanted: list[str], start: int) -> int:
    return sum(1 for key, other in zip(wanted, keys[start:], strict=False) if key == other)


def _parting(
    lines: list[str], keys: list[str], wanted: list[str], block: list[str], start: int
) -> Nearest:
    for offset, key in enumerate(wanted):
        index = start + offset
        if index >= len(keys) or keys[index] != key:
            actual = lines[index] if index < len(lines) else None
            return Nearest(start + 1, index + 1, block[offset], actual)
    return Nearest(start + 1, start + 1, block[0], lines[start])
