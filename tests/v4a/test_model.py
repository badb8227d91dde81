"""Hunks know their two sides."""

from __future__ import annotations

from patchsmith.v4a.model import Hunk

HUNK = Hunk((), (" a", "-b", "+B", "+C", " c"), False, False, 3)


def test_old_and_new_are_the_two_sides() -> None:
    """Context belongs to both."""
    assert HUNK.old == ["a", "b", "c"]
    assert HUNK.new == ["a", "B", "C", "c"]


def test_first_change_counts_the_leading_context() -> None:
    """Without a change it is the number of old lines."""
    assert HUNK.first_change == 1
    assert Hunk((), (" a", " b"), False, False, 1).first_change == 2
    assert Hunk((), ("+a",), False, False, 1).first_change == 0
