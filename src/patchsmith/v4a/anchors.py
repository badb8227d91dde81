"""From the anchors of a hunk to the scopes they name.

Each anchor is looked for as a whole line, strictest tier first; the next anchor inside the scope
that the one before opened. The innermost scopes are where the hunk may go.
"""

from __future__ import annotations

from bisect import bisect_left

from patchsmith.text.matching import TIERS
from patchsmith.v4a.scopes import ScopeEnds
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.text.matching import Finder

_MOST_SCOPES = 200  # places one anchor may stand in before it says nothing


class Scope(Value):
    """Where a hunk may go because of its anchor; body offsets of line starts."""

    __slots__ = ("anchor", "start", "end")  # noqa: RUF023 - field order

    anchor: int
    """The anchor line."""
    start: int
    """The line after it."""
    end: int
    """Behind the last line of the scope."""


class Scopes:
    """The scopes that anchors open in one file, each worked out once."""

    __slots__ = ("_ends", "_finder", "_known", "_places")

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._ends = ScopeEnds(finder.body)
        self._known: dict[int, Scope] = {}
        self._places: dict[tuple[str, str], _Places] = {}

    def of(self, anchors: tuple[str, ...], cursor: int) -> tuple[list[Scope], str | None]:
        """Return the scopes of the innermost anchor, or the anchor that was not found.

        Args:
            anchors: Outermost first; not empty.
            cursor: Body offset from which the first anchor is looked for; above it only when it
                is not below.

        Returns:
            Scopes in ascending order, and None; or no scope and the first anchor that no line
            equals.
        """
        whole = len(self._finder.body)
        scopes = [Scope(cursor, cursor, whole)]
        for depth, anchor in enumerate(anchors):
            inner = self._inside(anchor, scopes)
            if not inner and depth == 0 and cursor:
                inner = self._inside(anchor, [Scope(0, 0, whole)])
            if not inner:
                return [], anchor
            scopes = inner
        return scopes, None

    def at(self, offset: int) -> Scope:
        """Return the scope of the anchor line that starts at an offset."""
        scope = self._known.get(offset)
        if scope is None:
            body = self._finder.body
            after = body.find(b"\n", offset) + 1 or len(body)
            scope = self._known[offset] = Scope(offset, after, self._ends.of(offset))
        return scope

    def _inside(self, anchor: str, scopes: list[Scope]) -> list[Scope]:
        """Return the scopes an anchor opens inside others, from the first tier that has it."""
        for tier in TIERS:
            places = self._places_of(anchor, tier)
            found: set[int] = set()
            for scope in scopes:
                if len(found) < _MOST_SCOPES:
                    most = _MOST_SCOPES - len(found)
                    found.update(places.within(scope.start, scope.end, most))
            if found:
                return [self.at(offset) for offset in sorted(found)]
        return []

    def _places_of(self, anchor: str, tier: str) -> _Places:
        places = self._places.get((anchor, tier))
        if places is None:
            line = [anchor.encode("utf-8", "surrogateescape")]
            places = self._places[anchor, tier] = _Places(self._finder.matches(line, tier))
        return places


class _Places:
    """The places of one anchor line, found as far as they were asked for."""

    __slots__ = ("_known", "_rest")

    def __init__(self, matches: Iterator[int]) -> None:
        self._known: list[int] = []
        self._rest: Iterator[int] | None = matches

    def within(self, start: int, end: int, most: int) -> list[int]:
        """Return the first places between two offsets, the second one excluded."""
        known = self._known
        while self._rest is not None and (not known or known[-1] < start):
            self._find_next()
        first = bisect_left(known, start)
        while self._rest is not None and len(known) < first + most and known[-1] < end:
            self._find_next()
        return known[first : min(bisect_left(known, end, first), first + most)]

    def _find_next(self) -> None:
        assert self._rest is not None
        offset = next(self._rest, None)
        if offset is None:
            self._rest = None
        else:
            self._known.append(offset)
