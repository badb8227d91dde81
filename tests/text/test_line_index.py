"""Places of chosen lines, noted in one pass."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.text import line_index
from patchsmith.text.line_index import LineIndex
from patchsmith.text.matching import EXACT, TIERS, Finder

TEXTS = st.builds(
    lambda lines, count: b"".join(line + b"\n" for line in lines) * count,
    st.lists(st.sampled_from([b"a", b"b", b"ab", b"", b" a"]), max_size=30),
    st.sampled_from([1, 1, 1, 300]),
)
BLOCKS = st.lists(st.sampled_from([b"a", b"b", b"ab", b"", b"c"]), min_size=1, max_size=4)


@given(TEXTS, BLOCKS, BLOCKS, st.integers(0, 30))
def test_a_primed_finder_finds_the_same(
    text: bytes, block: list[bytes], other: list[bytes], line: int
) -> None:
    """With and without the index the matches are equal, in every tier, from every line."""
    plain, primed = Finder(text), Finder(text)
    primed.prime([block, other])
    starts = [0, *(i + 1 for i, byte in enumerate(text) if byte == 10)]
    start = starts[min(line, len(starts) - 1)]
    for tier in TIERS:
        assert list(primed.matches(block, tier, start)) == list(plain.matches(block, tier, start))


def test_lines_across_chunks_are_noted() -> None:
    """Every chunk ends behind a newline, so that no line is cut."""
    filler = b"x" * 1000 + b"\n"
    count = line_index._CHUNK // len(filler) + 5
    text = b"needle\n" + filler * count + b"needle\n" + filler + b"needle\n"
    places = LineIndex(text, {b"needle"}).starts_of([b"needle"], b"needle\n", 1)
    assert places == [7 + count * 1001, 14 + (count + 1) * 1001]


def test_a_very_common_line_tells_nothing() -> None:
    """The index answers None, and the finder finds it all the same."""
    text = b"a\n" * 1000 + b"b\na\n"
    index = LineIndex(text, {b"a", b"b"})
    assert index.starts_of([b"a"], b"a\n", 0) is None
    assert not index.tells([b"a"])
    assert index.tells([b"a", b"b"])
    finder = Finder(text)
    finder.prime([[b"a"], [b"b"]])
    assert next(finder.matches([b"a"], EXACT, 1990)) == 1990


def test_a_line_that_is_nowhere_is_known_to_be_nowhere() -> None:
    """No search is needed for a block that holds it."""
    assert LineIndex(b"a\n", {b"z"}).starts_of([b"a", b"z"], b"a\nz\n", 0) == []
