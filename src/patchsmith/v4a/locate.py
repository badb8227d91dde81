"""Deciding where a hunk goes: in one place, or a refusal that says why.

The cursor moves down: each hunk is looked for below the one before; above it only when there is
no match below. The first tier with a match decides. Within that tier the place must be the only
one in its scope: from the cursor on without anchors, the anchor's scope with them, where the
nearest match below the anchor counts.

All hunks of one file op are looked up in the file as it was before that op; a line that an
earlier hunk of the op changed is not matched again. Neighbouring hunks may share context lines.
"""

from __future__ import annotations

from patchsmith.text.matching import EXACT, TIERS, keys_of
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.text.matching import Finder
    from patchsmith.v4a.anchors import Scope, Scopes
    from patchsmith.v4a.model import Hunk

_MOST_CANDIDATES = 6  # enough to say "at five lines and more"
_MOST_BLANK_LINES = 1000  # blank lines at the end of a file that are looked past


class Found(Value):
    """The one place of a hunk."""

    __slots__ = ("offset", "tier", "leniency")  # noqa: RUF023 - field order

    offset: int
    """Body offset of the first old line, or of the insertion for a pure addition."""
    tier: str
    """The match tier that decided; `exact` for a pure addition."""
    leniency: str | None
    """The tolerated deviation without which it would not have been found."""


class NotFound(Value):
    """No place fits."""

    __slots__ = ("anchor",)

    anchor: str | None
    """The anchor that was not found; None when the old lines were not."""


class Ambiguous(Value):
    """Several places fit equally well."""

    __slots__ = ("offsets", "tier")

    offsets: tuple[int, ...]
    """Body offsets of the candidates, ascending; a bounded number of them."""
    tier: str
    """The match tier in which they were found."""


class Locator:
    """Places the hunks of one file op, one after another."""

    __slots__ = ("_changed", "_cursor", "_finder", "_lowest", "_scopes", "_shared")

    def __init__(self, finder: Finder) -> None:
        self._finder = finder
        self._scopes: Scopes | None = None
        self._cursor = 0
        """Behind the last old line of the hunk before."""
        self._shared = 0
        """Behind its last changed line: context from here on may be shared."""
        self._lowest = 0
        """Behind everything changed so far."""
        self._changed: list[tuple[int, int]] = []
        """Spans changed so far, ascending."""

    def place(self, hunk: Hunk, old: list[bytes] | None = None) -> Found | NotFound | Ambiguous:
        """Return where a hunk goes.

        Args:
            hunk: The hunk.
            old: Its old lines as the file spells them, where the caller has them already.
        """
        if old is None:
            old = [line.encode("utf-8", "surrogateescape") for line in hunk.old]
        if not old:
            return self._place_addition(hunk)
        if hunk.end_of_file:
            return self._place_at_end(old)
        if hunk.anchors:
            return self._place_in_scopes(hunk, old)
        at = self._finder.only(old, self._shared)
        if at >= self._cursor and at >= self._lowest:
            return Found(at, EXACT, None)  # what `_decide` says, without weighing candidates
        for tier in TIERS:
            found = self._decide(old, tier)
            if not isinstance(found, NotFound):
                return found
        return NotFound(None)

    def passed(self, match_end: int, changes: list[tuple[int, int]]) -> None:
        """Move the cursor behind a placed hunk and remember what it changed.

        Args:
            match_end: Body offset behind its last old line.
            changes: Body spans it replaces, ascending.
        """
        self._cursor = match_end
        self._shared = changes[-1][1] if changes else match_end
        if not changes:
            return
        if not self._changed or self._changed[-1] <= changes[0]:
            self._changed.extend(changes)
        else:
            from bisect import insort

            for change in changes:
                insort(self._changed, change)
        self._lowest = max(self._lowest, self._shared)

    @property
    def scopes(self) -> Scopes:
        """What anchors open in the file."""
        if self._scopes is None:
            from patchsmith.v4a.anchors import Scopes

            self._scopes = Scopes(self._finder)
        return self._scopes

    # --- without anchors

    def _decide(self, old: list[bytes], tier: str) -> Found | NotFound | Ambiguous:
        """Choose among the matches of one tier: the only one below the cursor, else above it."""
        below: list[int] = []
        shared: list[int] = []
        for offset in self._free(old, tier, self._shared):
            side = below if offset >= self._cursor else shared
            side.append(offset)
            if len(below) == _MOST_CANDIDATES:
                break
        above = [] if below or shared else self._above(old, tier)
        sides = ((below, None), (shared, "shared-context"), (above, "hunk-out-of-order"))
        for side, leniency in sides:
            if len(side) == 1:
                return Found(side[0], tier, leniency)
            if side:
                return Ambiguous(tuple(side), tier)
        return NotFound(None)

    def _above(self, old: list[bytes], tier: str) -> list[int]:
        found: list[int] = []
        if not self._shared:
            return found
        for offset in self._free(old, tier, 0):
            if offset >= self._shared or len(found) == _MOST_CANDIDATES:
                break
            found.append(offset)
        return found

    def _free(self, old: list[bytes], tier: str, start: int) -> Iterator[int]:
        """Yield matches from an offset on that hold no line which an earlier hunk changed."""
        for offset in self._finder.matches(old, tier, start):
            if offset >= self._lowest or not self._touches_changed(offset, len(old)):
                yield offset

    def _touches_changed(self, offset: int, count: int) -> bool:
        from bisect import bisect_left

        end = self._end_of_lines(offset, count)
        index = bisect_left(self._changed, (end,)) - 1
        return index >= 0 and self._changed[index][1] > offset

    def _end_of_lines(self, offset: int, count: int) -> int:
        body = self._finder.body
        for _ in range(count):
            end = body.find(b"\n", offset)
            if end < 0:
                return len(body)
            offset = end + 1
        return offset

    # --- at the end of the file

    def _place_at_end(self, old: list[bytes]) -> Found | NotFound:
        """Match the file's last lines; blank ones behind them are tolerated."""
        starts = self._last_starts(len(old))
        if not starts:
            return NotFound(None)
        lines = self._finder.body[starts[-1] :].split(b"\n")
        for tier in TIERS:
            wanted, found = keys_of(old, tier), keys_of(lines, tier)
            for index, start in zip(range(len(starts) - 1, -1, -1), starts, strict=True):
                if start < self._shared:
                    break
                if found[index] == wanted[0] and found[index : index + len(wanted)] == wanted:
                    return Found(start, tier, None)
        return NotFound(None)

    def _last_starts(self, count: int) -> list[int]:
        """Return where the last `count` lines start, then one line further up per blank line."""
        body = self._finder.body
        end = len(body) - 1 if body.endswith(b"\n") else len(body)
        before = end  # the newline in front of the first of the lines
        for _ in range(count):
            if before < 0:
                return []
            before = body.rfind(b"\n", 0, before)
        starts = [before + 1]
        while before >= 0 and len(starts) < _MOST_BLANK_LINES:
            line_start = body.rfind(b"\n", 0, end) + 1
            if line_start == 0 or body[line_start:end].strip():
                break
            end = line_start - 1
            before = body.rfind(b"\n", 0, before)
            starts.append(before + 1)
        return starts

    # --- with anchors

    def _place_in_scopes(self, hunk: Hunk, old: list[bytes]) -> Found | NotFound | Ambiguous:
        scopes, missing = self.scopes.of(hunk.anchors, self._cursor)
        if missing is not None:
            from patchsmith.v4a.readings import place_by_other_reading

            return place_by_other_reading(self, self._finder, hunk, missing, self._cursor)
        for tier in TIERS:
            for lows, leniency in self._lower_bounds(scopes):
                nearest = self._nearest(hunk, old, tier, scopes, lows)
                if len(nearest) == 1:
                    return Found(nearest[0], tier, leniency)
                if nearest:
                    return Ambiguous(tuple(nearest), tier)
        return NotFound(None)

    def _lower_bounds(self, scopes: list[Scope]) -> Iterator[tuple[list[int], str | None]]:
        """Yield from where changes may lie in each scope, the likeliest reading first.

        Below the hunk before when that lies in the scope; anywhere below the anchor; the anchor
        line too, for a hunk whose anchor names a line of its own.
        """
        if any(scope.start < self._cursor < scope.end for scope in scopes):
            inside = [
                self._shared if scope.start < self._cursor < scope.end else scope.start
                for scope in scopes
            ]
            yield inside, None
        yield [scope.start for scope in scopes], None
        yield [scope.anchor for scope in scopes], "anchor-in-hunk"

    def _nearest(
        self, hunk: Hunk, old: list[bytes], tier: str, scopes: list[Scope], lows: list[int]
    ) -> list[int]:
        """Return, for all scopes together, the first match in each whose first change lies in it.

        Leading context may reach above the anchor. Scopes and matches both ascend, so one walk
        over both serves all of them; what lies between two scopes is skipped.
        """
        lead = hunk.first_change
        inserts = lead < len(hunk.lines) and hunk.lines[lead][0] == "+"
        found: list[int] = []
        matches = self._free(old, tier, self._lines_above(lows[0], lead))
        match = next(matches, None)
        changed = self._end_of_lines(match, lead) if match is not None else 0
        for scope, low in zip(scopes, lows, strict=True):
            ahead = self._lines_above(low, lead) if match is not None and changed < low else 0
            if match is not None and ahead > match:
                matches = self._free(old, tier, ahead)
                match = next(matches, None)
                changed = self._end_of_lines(match, lead) if match is not None else 0
            while match is not None and changed < low:
                match = next(matches, None)
                changed = self._end_of_lines(match, lead) if match is not None else 0
            if match is None or len(found) == _MOST_CANDIDATES:
                break
            inside = changed < scope.end or (inserts and lead > 0 and changed == scope.end)
            if inside and match not in found:
                found.append(match)
        return found

    def _lines_above(self, offset: int, count: int) -> int:
        for _ in range(count):
            offset = self._finder.body.rfind(b"\n", 0, max(offset - 1, 0)) + 1
        return offset

    # --- pure additions

    def _place_addition(self, hunk: Hunk) -> Found | NotFound | Ambiguous:
        """Put added lines right after their anchor, or at the end of the file."""
        if not hunk.anchors or hunk.end_of_file:
            return Found(len(self._finder.body), EXACT, None)
        scopes, missing = self.scopes.of(hunk.anchors, self._cursor)
        if missing is not None:
            from patchsmith.v4a.readings import place_by_other_reading

            return place_by_other_reading(self, self._finder, hunk, missing, self._cursor)
        if len(scopes) > 1:
            return Ambiguous(tuple(scope.anchor for scope in scopes[:_MOST_CANDIDATES]), EXACT)
        return Found(scopes[0].start, EXACT, None)
