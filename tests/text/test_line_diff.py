"""The line diff."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsmith.text.line_diff import Block, changed_blocks

FEW = st.lists(st.sampled_from([b"a", b"b", b"c", b"", b"x", b"y"]), max_size=25)


def rebuilt(old: list[bytes], new: list[bytes], blocks: list[Block]) -> list[bytes]:
    """Return the old lines with the blocks replaced."""
    lines: list[bytes] = []
    at = 0
    for block in blocks:
        lines += old[at : block.start] + new[block.new_start : block.new_end]
        at = block.end
    return lines + old[at:]


@given(old=FEW, new=FEW)
def test_blocks_turn_one_text_into_the_other(old: list[bytes], new: list[bytes]) -> None:
    """Replacing them rebuilds the new lines; between two of them stands an equal line."""
    blocks = changed_blocks(old, new)
    assert rebuilt(old, new, blocks) == new
    for block in blocks:
        assert block.end > block.start or block.new_end > block.new_start
    for first, second in pairwise(blocks):
        assert first.end < second.start
        assert second.start - first.end == second.new_start - first.new_end
        assert old[first.end : second.start] == new[first.new_end : second.new_start]


@pytest.mark.parametrize(
    ("old", "new", "blocks"),
    [
        ("abc", "abc", []),
        ("abc", "aXc", [(1, 2, 1, 2)]),
        ("abc", "abXc", [(2, 2, 2, 3)]),
        ("", "ab", [(0, 0, 0, 2)]),
        ("ab", "", [(0, 2, 0, 0)]),
        ("aaaa", "aaa", [(3, 4, 3, 3)]),
        ("abcde", "aXcYe", [(1, 2, 1, 2), (3, 4, 3, 4)]),
        ("bab", "bcb", [(1, 2, 1, 2)]),
        ("aXbX", "aXcXbX", [(2, 2, 2, 4)]),
        ("fgfg", "fgXfg", [(2, 2, 2, 3)]),
    ],
)
def test_small_texts(old: str, new: str, blocks: list[tuple[int, int, int, int]]) -> None:
    """What a reader would mark is marked."""
    found = changed_blocks([*map(str.encode, old)], [*map(str.encode, new)])
    assert [(b.start, b.end, b.new_start, b.new_end) for b in found] == blocks


def test_a_moved_function_is_one_removal_and_one_addition() -> None:
    """Lines that occur once tie the rest together."""
    first, second = [b"def f():", b"  return", b""], [b"def g():", b"  return", b""]
    third = [b"def h():", b"  return", b""]
    blocks = changed_blocks([*first, *second, *third], [*second, *third, *first])
    assert [(b.start, b.end, b.new_start, b.new_end) for b in blocks] == [
        (0, 3, 0, 0),
        (9, 9, 6, 9),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([b"x"] * 20_000, [b"x"] * 10_000 + [b"y"] * 10_000),
        ([b"a", b"b"] * 10_000, [b"b", b"a", b"c"] * 7_000),
        ([b"%d" % n for n in range(20_000)], [b"%d" % n for n in range(20_000, 0, -1)]),
        ([b"%d" % (n % 50) for n in range(20_000)], [b"%d" % (n % 49) for n in range(20_000)]),
    ],
    ids=["repeats", "alternating", "reversed", "periodic"],
)
def test_bad_input_stays_cheap(old: list[bytes], new: list[bytes]) -> None:
    """Twenty thousand lines that defeat a naive comparison take seconds at most."""
    begun = time.monotonic()
    assert rebuilt(old, new, changed_blocks(old, new)) == new
    assert time.monotonic() - begun < 30


def test_many_scattered_changes_are_found_one_by_one() -> None:
    """Changes of single lines in a large file stay changes of single lines."""
    chance = random.Random(1)
    old = [b"line %d" % number for number in range(20_000)]
    new = list(old)
    places = sorted(chance.sample(range(0, 20_000, 2), 500))
    for place in places:
        new[place] = b"changed"
    assert [block.start for block in changed_blocks(old, new)] == places
