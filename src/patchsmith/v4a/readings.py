"""Other readings of an anchor that no line of the file equals.

In turn: several anchors on one line, closing `@@` decoration, the numeric header of a unified
diff (numbers are dropped, the text behind them is a hint), a shortened line. The last two need a
body that is unique below the cursor: then the anchor is only a hint.

A pure addition is never placed by a hint: the anchor is all that says where it belongs.
"""

from __future__ import annotations

from patchsmith.v4a.locate import Ambiguous, Found, NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.text.matching import Finder
    from patchsmith.v4a.anchors import Scope
    from patchsmith.v4a.locate import Locator
    from patchsmith.v4a.model import Hunk

_MOST_LINES = 50  # lines that may contain a shortened anchor before it says nothing


def place_by_other_reading(
    locator: Locator, finder: Finder, hunk: Hunk, missing: str, cursor: int
) -> Found | NotFound | Ambiguous:
    """Return where a hunk goes when its anchors, as written, are not in the file.

    Args:
        locator: Places the hunk under another reading.
        finder: The file.
        hunk: The hunk.
        missing: The first of its anchors that no line equals.
        cursor: Body offset behind the hunk before.
    """
    numeric = _after_numbers(missing)
    if numeric is not None:
        return _place_by_hint(locator, hunk, (numeric,) if numeric else ())
    split = _split(hunk.anchors)
    if split != hunk.anchors:
        found = locator.place(hunk.replaced(anchors=split))
        return _marked(found, "one-line-anchors", missing)
    if not hunk.old:
        return NotFound(missing)
    return _place_by_part(locator, finder, hunk, missing, cursor)


def _after_numbers(anchor: str) -> str | None:
    """Return the text behind `-1,3 +1,4 @@`; None when the anchor is no numeric header."""
    words = anchor.split(None, 3)
    if len(words) < 2 or not _is_range(words[0], "-") or not _is_range(words[1], "+"):
        return None
    if len(words) > 2 and words[2] != "@@":
        return None
    return words[3].rstrip() if len(words) > 3 else ""


def _is_range(word: str, sign: str) -> bool:
    start, _, count = word[1:].partition(",")
    return word[:1] == sign and start.isdigit() and (not count or count.isdigit())


def _split(anchors: tuple[str, ...]) -> tuple[str, ...]:
    """Return anchors with those that were put on one line taken apart."""
    parts: list[str] = []
    for anchor in anchors:
        bare = anchor.rstrip()
        bare = bare.removesuffix("@@").rstrip() if bare.endswith(" @@") else anchor
        parts.extend(
            part.strip() if index else part for index, part in enumerate(bare.split(" @@ "))
        )
    return tuple(parts)


def _place_by_hint(
    locator: Locator, hunk: Hunk, anchors: tuple[str, ...]
) -> Found | NotFound | Ambiguous:
    """Use the text behind a numeric header as anchor, else the body alone."""
    if not hunk.old:
        return NotFound(hunk.anchors[-1])
    found: Found | NotFound | Ambiguous = NotFound(None)
    if anchors:
        found = locator.place(hunk.replaced(anchors=anchors))
    if isinstance(found, NotFound):
        found = locator.place(hunk.replaced(anchors=()))
    return _marked(found, "numeric-header", None)


def _place_by_part(
    locator: Locator, finder: Finder, hunk: Hunk, anchor: str, cursor: int
) -> Found | NotFound | Ambiguous:
    """Accept a unique body below a line that contains the anchor."""
    if len(hunk.anchors) > 1 or not anchor.strip():
        return NotFound(anchor)
    found = locator.place(hunk.replaced(anchors=()))
    if not isinstance(found, Found) or found.offset < cursor:
        return NotFound(anchor)
    if not any(
        scope.anchor <= found.offset < scope.end
        for scope in _containing(locator, finder, anchor.strip())
    ):
        return NotFound(anchor)
    return _marked(found, "shortened-anchor", anchor)


def _containing(locator: Locator, finder: Finder, part: str) -> list[Scope]:
    body, needle = finder.body, part.encode("utf-8", "surrogateescape")
    scopes: list[Scope] = []
    at = body.find(needle)
    while at >= 0 and len(scopes) < _MOST_LINES:
        start = body.rfind(b"\n", 0, at) + 1
        after = body.find(b"\n", at) + 1 or len(body)
        scopes.append(locator.scopes.at(start))
        at = body.find(needle, after) if after < len(body) else -1
    return scopes


def _marked(
    found: Found | NotFound | Ambiguous, leniency: str, missing: str | None
) -> Found | NotFound | Ambiguous:
    """Name the leniency that a place is owed to; a miss names the anchor as it was written."""
    if isinstance(found, Found):
        return Found(found.offset, found.tier, leniency)
    return NotFound(missing) if isinstance(found, NotFound) and missing else found
