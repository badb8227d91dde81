r"""Finding `old_string` in a document's body: exactly, else with trailing blanks ignored.

Two tiers, and no third. `exact`: the text occurs as it is (the body spells CRLF as `\n`, so both
endings compare equal). `trailing`: it occurs once white space at the end of every line is
ignored on both sides; a final newline that the file's last line lacks counts as such white
space. The first tier with a match decides; more lenient ones were measured to buy a few rescued
edits with many silent wrong ones.

The trailing tier has rules of its own. A text of nothing but blanks is left to the exact tier,
or it would match everywhere. Where ignoring took blanks from the end of the text itself, the
match must end at a line's end, or `return x ` would match in `return xylo`; likewise a first
line of nothing but blanks must be a whole line.

Matches are counted with overlaps: in `}\n}\n}\n` the text `}\n}\n` has two places.
"""

from __future__ import annotations

from patchsmith.text.matching import EXACT, TRAILING, View, trimmed_end
from patchsmith.values import Value

SHOWN = 5
"""How many places an error lists."""
_MOST_COMPARED = 64_000_000  # bytes of matches that are counted before "at least" is said


class Found(Value):
    """Where a text occurs."""

    __slots__ = ("tier", "spans", "count", "complete")  # noqa: RUF023 - the order of the fields

    tier: str
    """The match tier that decided, `exact` or `trailing`."""
    spans: tuple[tuple[int, int], ...]
    """Body spans, ascending: with `every` all that do not overlap, else the first few."""
    count: int
    """Number of places: with `every` those of `spans`, else with overlaps."""
    complete: bool
    """False when counting was cut short, so that there are at least `count`."""


def find(body: bytes, needle: bytes, *, every: bool) -> Found | None:
    r"""Return where a text occurs in a body, by the strictest tier that finds it.

    Args:
        body: A document's body.
        needle: The text, UTF-8, lines ending with `\n`; not empty.
        every: Whether all places are wanted, not overlapping, in place of the only one.

    Returns:
        None when neither tier finds it.
    """
    exact = _gathered(EXACT, body, needle, len(needle), every=every)
    return exact if exact is not None else _find_trailing(body, needle, every=every)


def first_line_nos(body: bytes, found: Found) -> list[int]:
    """Return the 1-based line numbers of the first few places."""
    line_nos: list[int] = []
    at, line_no = 0, 1
    for start, _ in found.spans[:SHOWN]:
        line_no += body.count(b"\n", at, start)
        at = start
        line_nos.append(line_no)
    return line_nos


def _gathered(tier: str, text: bytes, pattern: bytes, size: int, *, every: bool) -> Found | None:
    """Collect and count the places of a pattern, of which the first `size` bytes are the match."""
    spans: list[tuple[int, int]] = []
    count = 0
    at = text.find(pattern)
    while at >= 0:
        count += 1
        if every or count <= SHOWN:
            spans.append((at, at + size))
        elif count * size > _MOST_COMPARED:
            return Found(tier, tuple(spans), count, complete=False)
        at = text.find(pattern, at + (size if every else 1))
    return Found(tier, tuple(spans), count, complete=True) if count else None


def _find_trailing(body: bytes, needle: bytes, *, every: bool) -> Found | None:
    lines = needle.split(b"\n")
    keys = [trimmed_end(line) for line in lines]
    trimmed = b"\n".join(keys)
    if not trimmed.strip() or max(keys, key=len) not in body:
        return None
    view = View(body, TRAILING)
    blank_start = bool(lines[0]) and not keys[0]
    lead = b"\n" if blank_start else b""
    tail = b"\n" if lines[-1] != keys[-1] else b""
    found = _gathered(
        TRAILING,
        lead + view.text + tail if lead or tail else view.text,
        lead + trimmed + tail,
        len(trimmed),
        every=every,
    )
    if found is None:
        return None
    spans = [view.span(*span) for span in found.spans]
    if blank_start:  # the blanks of that line belong to the match
        spans = [(body.rfind(b"\n", 0, start) + 1, end) for start, end in spans]
    return found.replaced(spans=tuple(spans))
