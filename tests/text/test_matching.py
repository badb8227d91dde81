"""Match tiers: where blocks of lines stand, strictest reading first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsmith.text import matching
from patchsmith.text.matching import (
    EXACT,
    STRIPPED,
    TIERS,
    TRAILING,
    UNICODE,
    Finder,
    View,
    fold,
    keys_of,
)

BLOCKS = st.lists(st.sampled_from([b"a", b"b", b""]), min_size=1, max_size=4)
BODIES = st.builds(
    lambda lines, count, end: b"\n".join(lines * count) + end,
    st.lists(st.sampled_from([b"a", b"b", b"", b"c"]), max_size=12),
    st.sampled_from([1, 1, 1, 300]),
    st.sampled_from([b"", b"\n"]),
)
"""Bodies of few different lines, some in more places than an index of lines notes."""


def found(body: str, block: list[str], tier: str, start: int = 0) -> list[int]:
    return list(Finder(body.encode()).matches([line.encode() for line in block], tier, start))


@pytest.mark.parametrize(
    ("body", "block", "tier"),
    [
        ("a\nb\n", ["b"], EXACT),
        ("a\nb", ["b"], EXACT),
        ("a\nb \t\n", ["b"], TRAILING),
        ("a\nb\n", ["b  "], TRAILING),
        ("a\n  b\n", ["\tb "], STRIPPED),
        ("a\n“b” — c\n", ['"b" - c'], UNICODE),
        ("a\nb c…\n", ["b c..."], UNICODE),
        ("a\ncafe\u0301\n", ["café"], UNICODE),
        ("a\nb - c\n", ["b – c"], UNICODE),
    ],
)
def test_the_first_tier_that_finds_a_block(body: str, block: list[str], tier: str) -> None:
    """Each tier finds what it is for, and no stricter tier does."""
    stricter = TIERS[: TIERS.index(tier)]
    assert all(found(body, block, name) == [] for name in stricter)
    assert found(body, block, tier) == [2]


@pytest.mark.parametrize("tier", TIERS)
def test_only_whole_lines_match(tier: str) -> None:
    """A line that merely contains the block's line is not a match."""
    assert found("xab\nabx\nab\n", ["ab"], tier) == [8]


@pytest.mark.parametrize("tier", TIERS)
def test_matches_ascend_and_may_overlap(tier: str) -> None:
    """Overlapping occurrences are all reported."""
    assert found("a\na\na\n", ["a", "a"], tier) == [0, 2]


def test_a_search_can_start_at_any_line() -> None:
    """The start is a body offset, in tolerant tiers too."""
    assert found(" a\nb\n a\n", ["a"], STRIPPED, 3) == [5]
    assert found("a\nb\na\n", ["a"], EXACT, 2) == [4]


def test_blank_lines_are_lines() -> None:
    """Blank context matches blank lines only, at the start of a file too."""
    assert found("\na\n\n\nb\n", ["", "a"], EXACT) == [0]
    assert found("\na\n\n\nb\n", ["", "", "b"], EXACT) == [3]
    assert found("a\n  \nb\n", ["", "b"], TRAILING) == [2]


def test_undecodable_bytes_are_compared_as_they_are() -> None:
    """A file that is not UTF-8 can still be searched in every tier."""
    finder = Finder(b"caf\xe9 \n  end\n")
    assert list(finder.matches([b"end"], UNICODE)) == [6]


@given(BODIES, BLOCKS, st.integers(0, 30), st.booleans())
def test_only_is_the_one_exact_match(
    body: bytes, block: list[bytes], line: int, primed: bool
) -> None:
    """It agrees with the list of all matches, primed or not."""
    starts = [0, *(i + 1 for i, byte in enumerate(body) if byte == 10)]
    start = starts[min(line, len(starts) - 1)]
    finder = Finder(body)
    if primed:
        finder.prime([block])
    found = list(Finder(body).matches(block, EXACT, start))
    assert finder.only(block, start) == (found[0] if len(found) == 1 else -1)


@given(st.lists(st.integers(0, 200_000), max_size=8))
def test_line_numbers_do_not_depend_on_the_order_of_asking(offsets: list[int]) -> None:
    """Counts between remembered points give the same as counting from the top."""
    body = b"ab\n\ncde\n" * 20_000
    finder = Finder(body)
    for offset in offsets:
        assert finder.line_no(offset) == body.count(b"\n", 0, offset) + 1


def test_membership_tests_are_bounded() -> None:
    """After a number of walks for lines that are nowhere, views are built instead."""
    finder = Finder(b"a \nb\n")
    for number in range(matching._MOST_PROBES + 5):
        assert list(finder.matches([b"%d" % number], TRAILING)) == []
    assert len(finder._probed) == matching._MOST_PROBES
    assert list(finder.matches([b"a"], TRAILING)) == [0]


def test_a_view_equal_to_the_body_maps_no_offsets() -> None:
    """Where a tier reduces nothing, offsets are those of the body, without a table of lines."""
    view = View(b"a\nb", TRAILING)
    assert [view.to_body(2), view.from_body(2)] == [2, 2]
    assert view.span(2, 4) == (2, 3)
    assert not view._starts


@given(st.lists(st.sampled_from(["a", " é ", "\x1c", "“x”", "e\u0301", "\u0301", "\u00a0", "x…"])))
def test_look_alikes_are_folded_alike_line_by_line_and_all_at_once(lines: list[str]) -> None:
    """Folding a whole chunk gives every line's own key."""
    encoded = [line.encode() for line in lines]
    view = View(b"".join(line + b"\n" for line in encoded), UNICODE)
    assert view.text == b"".join(key + b"\n" for key in keys_of(encoded, UNICODE))


def test_fold_leaves_plain_text_alone() -> None:
    """ASCII is returned as it is; look-alikes become plain."""
    assert fold('it\'s - "x"...') == 'it\'s - "x"...'
    assert fold("it’s\u00a0–\u3000…") == "it's - ..."
