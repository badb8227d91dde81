"""From the anchors of a hunk to the scopes they name.

Each anchor is looked for as a whole line, strictest tier first; the next anchor inside the scope
that the one before opened. The innermost scopes are where the hunk may go.
"""

from __future__ import annotations

from patchsmith.text.matching import TIERS
from patchsmith.v4a.scopes import scope_end
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def scopes_of(
    finder: Finder, anchors: tuple[str, ...], cursor: int
) -> tuple[list[Scope], str | None]:
    """Return the scopes of the innermost anchor, or the anchor that was not found.

    Args:
        finder: The file.
        anchors: Outermost first; not empty.
        cursor: Body offset from which the first anchor is looked for; above it only when it is
            not below.

    Returns:
        Scopes in ascending order, and None; or the first anchor that no line equals.
    """
    whole = len(finder.body)
    scopes = [Scope(cursor, cursor, whole)]
    for depth, anchor in enumerate(anchors):
        inner = _inside(finder, anchor, scopes)
        if not inner and depth == 0 and cursor:
            inner = _inside(finder, anchor, [Scope(0, 0, whole)])
        if not inner:
            return [], anchor
        scopes = inner
    return scopes, None


def _inside(finder: Finder, anchor: str, scopes: list[Scope]) -> list[Scope]:
    """Return the scopes that an anchor opens inside others, from the first tier that has it."""
    line = [anchor.encode("utf-8", "surrogateescape")]
    for tier in TIERS:
        found: dict[int, Scope] = {}
        landmarks: dict[int, int] = {}
        for scope in scopes:
            for offset in finder.matches(line, tier, scope.start):
                if offset >= scope.end or len(found) >= _MOST_SCOPES:
                    break
                if offset not in found:
                    after = finder.body.find(b"\n", offset) + 1 or len(finder.body)
                    end = scope_end(finder.body, offset, landmarks)
                    found[offset] = Scope(offset, after, end)
        if found:
            return [found[offset] for offset in sorted(found)]
    return []
