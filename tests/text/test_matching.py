"""Match tiers: where blocks of lines stand, strictest reading first."""

from __future__ import annotations

import pytest

from patchsmith.text.matching import EXACT, STRIPPED, TIERS, TRAILING, UNICODE, Finder, fold


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


def test_at_compares_in_place() -> None:
    """`at` says whether the block stands at one given line."""
    finder = Finder(b"a\n b\n")
    assert finder.at([b"b"], STRIPPED, 2)
    assert not finder.at([b"b"], EXACT, 2)


def test_fold_leaves_plain_text_alone() -> None:
    """ASCII is returned as it is; look-alikes become plain."""
    assert fold('it\'s - "x"...') == 'it\'s - "x"...'
    assert fold("it’s\u00a0–\u3000…") == "it's - ..."
