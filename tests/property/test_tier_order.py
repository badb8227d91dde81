"""Law: a stricter match is never passed over, and matches are what they claim."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.text.matching import TIERS, Finder, fold
from patchsmith.v4a.locate import Ambiguous, Found, Locator, NotFound
from patchsmith.v4a.model import Hunk
from strategies import LINES, texts

KEYS: dict[str, Callable[[str], str]] = {
    "exact": lambda line: line,
    "trailing": lambda line: line.encode().rstrip().decode(),
    "stripped": lambda line: line.encode().strip().decode(),
    "unicode": lambda line: fold(line).strip() if not line.isascii() else line.strip(" \t\n\r\f\v"),
}


def naive(lines: list[str], block: list[str], tier: str) -> list[int]:
    """Return the 0-based line indexes of a block, by comparing line by line."""
    key = KEYS[tier]
    keys, wanted = [key(line) for line in lines], [key(line) for line in block]
    return [i for i in range(len(keys) - len(wanted) + 1) if keys[i : i + len(wanted)] == wanted]


def split(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[:-1] if not lines[-1] else lines


@given(texts(mixed=False).map(lambda t: t.replace("\r\n", "\n")),
       st.lists(LINES, min_size=1, max_size=3))  # fmt: skip
def test_every_tier_finds_what_a_line_by_line_search_finds(text: str, block: list[str]) -> None:
    """The views and the byte search agree with the definition of the tiers."""
    body = text.encode()
    finder = Finder(body)
    lines = split(text)
    for tier in TIERS:
        offsets = list(finder.matches([line.encode() for line in block], tier))
        indexes = [body.count(b"\n", 0, offset) for offset in offsets]
        assert indexes == naive(lines, block, tier)


@given(texts(mixed=False).map(lambda t: t.replace("\r\n", "\n")),
       st.lists(LINES, min_size=1, max_size=3))  # fmt: skip
def test_the_first_tier_with_a_match_decides(text: str, block: list[str]) -> None:
    """One match is found there; several are ambiguous; none in any tier is not found."""
    place = Locator(Finder(text.encode())).place(
        Hunk((), tuple(" " + line for line in block), False, False, 1)
    )
    lines = split(text)
    for tier in TIERS:
        matches = naive(lines, block, tier)
        if matches:
            assert isinstance(place, Found if len(matches) == 1 else Ambiguous)
            assert place.tier == tier
            return
    assert place == NotFound(None)
