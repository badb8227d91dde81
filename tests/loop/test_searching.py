"""Rules for searching output in bounded time."""

from __future__ import annotations

import os
import time

import pytest

from patchsmith.loop.searching import BoundedSearch
from patchsmith.replx.condition import TooSlowError, search_lines

LINES = ["first", "a\rb\x0c\u2028c \udcff\ud800é", "", "x" * 5000 + "end", "12 passed"]
PATTERNS = [
    ("^12 passed$",),
    ("c \udcff",),
    ("end",),
    ("^$", "never"),
    ("no", "x{5}"),
    ("nowhere",),
]


@pytest.mark.parametrize("patterns", PATTERNS, ids=str)
def test_the_same_line_is_found_as_in_this_process(patterns: tuple[str, ...]) -> None:
    """Whatever characters it holds; of a long line the beginning is searched and returned."""
    found, expected = BoundedSearch(os.environ)(patterns, LINES), search_lines(patterns, LINES)
    assert found == (None if expected is None else expected[:2000])


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a*)*b"])
def test_a_search_without_end_is_ended(pattern: str) -> None:
    """And the expression is named."""
    began = time.monotonic()
    with pytest.raises(TooSlowError, match="took longer than 1 s") as caught:
        BoundedSearch(os.environ, timeout_s=1)((pattern,), ["fine", "a" * 60 + "!"])
    assert repr(pattern) in str(caught.value)
    assert time.monotonic() - began < 30


def test_an_empty_output_holds_nothing() -> None:
    """No line matches."""
    assert BoundedSearch(os.environ)(("x",), []) is None
