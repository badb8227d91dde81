"""Which command stands for which."""

from __future__ import annotations

from patchsmith.guard.facts.command_pairs import lost_tools, paired_commands
from patchsmith.guard.facts.recipes import recipes_of


def test_the_same_place_comes_first() -> None:
    """A command is compared with the one in its own recipe."""
    before = recipes_of("Makefile", "a:\n\tpytest a\nb:\n\tpytest b\n")
    after = recipes_of("Makefile", "a:\n\tpytest a\nb:\n\tpytest b -x\n")
    pairs = [(pair.old.text, pair.new.text) for pair in paired_commands(before, after)]
    assert pairs == [("pytest a", "pytest a"), ("pytest b", "pytest b -x")]


def test_a_tool_that_nothing_runs_any_more_is_lost() -> None:
    """A move to another recipe is no loss."""
    before = recipes_of("Makefile", "a:\n\tpytest\n\tmypy src\n")
    after = recipes_of("Makefile", "b:\n\tpytest\n")
    assert [command.tool for command, _ in lost_tools(before, after)] == ["mypy"]
