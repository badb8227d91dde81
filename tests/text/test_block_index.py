"""Places of whole blocks, noted in one pass."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.text import block_index
from patchsmith.text.block_index import BlockIndex
from patchsmith.text.matching import EXACT, Finder

LINES = st.sampled_from([b"a", b"b", b""])
BLOCKS = st.lists(st.lists(LINES, min_size=1, max_size=5), min_size=1, max_size=6)
TEXTS = st.lists(LINES, max_size=60).map(lambda lines: b"".join(line + b"\n" for line in lines))


def naive(text: bytes, block: list[bytes], start: int) -> list[int]:
    return list(Finder(text).matches(block, EXACT, start))


@given(TEXTS, BLOCKS, st.integers(0, 60))
def test_the_index_finds_what_a_walk_finds(
    text: bytes, blocks: list[list[bytes]], line: int
) -> None:
    """All occurrences, overlapping and nested blocks included, from every line on."""
    starts = [0, *(i + 1 for i, byte in enumerate(text) if byte == 10)]
    start = starts[min(line, len(starts) - 1)]
    index = BlockIndex(text, blocks)
    for block in blocks:
        assert index.starts_of(block, start) == naive(text, block, start)


def test_a_block_that_was_not_chosen_is_unknown() -> None:
    """None is not the empty list."""
    index = BlockIndex(b"a\nb\n", [[b"a"]])
    assert index.starts_of([b"b"], 0) is None
    assert index.starts_of([b"a"], 0) == [0]
    assert index.starts_of([b"a"], 2) == []


def test_a_block_in_too_many_places_is_left_to_a_walk_except_behind_the_last() -> None:
    """The places of a very common block are not kept; where the last one lies is."""
    count = block_index._MOST_PLACES + 10
    text = b"x\n" + b"a\n" * count + b"b\n"
    index = BlockIndex(text, [[b"a"], [b"a", b"a"], [b"a", b"b"], [b"b"]])
    assert index.starts_of([b"a"], 0) is None
    assert index.starts_of([b"a"], 2 * count) is None
    assert index.starts_of([b"a"], 2 * count + 2) == []
    assert index.starts_of([b"a", b"a"], 2 * count) == []
    assert index.starts_of([b"a", b"b"], 0) == [2 * count]


def test_nested_blocks_cost_no_more_than_one_note_for_each_line() -> None:
    """A longer block in too many places spares noting the shorter ones it ends with."""
    blocks = [[b"a"] * length for length in range(1, 200)]
    index = BlockIndex(b"a\n" * 20_000, blocks)
    noted = sum(len(places) for places in index._places.values())
    assert noted <= len(blocks) * (block_index._MOST_PLACES + 1)
    assert index.starts_of([b"a"] * 7, 2 * 19_994) == []
    assert index.starts_of([b"a"] * 7, 2 * 19_993) is None
