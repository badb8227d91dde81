"""Which line took which one's place."""

from __future__ import annotations

from patchsmith.guard.facts.line_pairs import replaced_lines


def test_replaced_lines_are_paired() -> None:
    """A changed line has the old one beside it, with its number after the change."""
    assert replaced_lines("a\nb\nc\n", "x\na\nB\nc\n") == [(3, "b", "B")]


def test_many_changed_lines_are_left_alone() -> None:
    """Beyond the bound nothing is compared."""
    old, new = ("\n".join(f"{name}{number}" for number in range(3000)) for name in "ab")
    assert replaced_lines(old, new) == []
