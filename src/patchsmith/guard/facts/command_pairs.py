"""Which checking command after a change stands for which before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patchsmith.guard.facts.commands import Command
    from patchsmith.guard.facts.recipes import Recipe


class CommandPair(NamedTuple):
    """A checking command after the change, and the one it stands for."""

    old: Command
    """Before the change."""
    new: Command
    """After it."""
    old_recipe: Recipe
    """Where the earlier one stood."""
    new_recipe: Recipe
    """Where the later one stands."""


def paired_commands(before: Sequence[Recipe], after: Sequence[Recipe]) -> list[CommandPair]:
    """Return the pairs: in the same place if there is one, else of the same tool anywhere.

    A command whose tool nothing ran before stands for nothing.
    """
    places: dict[tuple[str, str, str], list[tuple[Command, Recipe]]] = {}
    tools: dict[str, list[tuple[Command, Recipe]]] = {}
    for recipe in before:
        for command in recipe.commands:
            if command.tool:
                key = (recipe.path, recipe.place, command.tool)
                places.setdefault(key, []).append((command, recipe))
                tools.setdefault(command.tool, []).append((command, recipe))
    found = []
    used: dict[tuple[str, str, str], int] = {}
    for recipe in after:
        for command in recipe.commands:
            key = (recipe.path, recipe.place, command.tool)
            candidates = places.get(key) or tools.get(command.tool, [])
            if not candidates:
                continue
            same = next((each for each in candidates if each[0].words == command.words), None)
            number = used.get(key, 0)
            used[key] = number + 1
            old, old_recipe = same or candidates[min(number, len(candidates) - 1)]
            found.append(CommandPair(old, command, old_recipe, recipe))
    return found


def lost_tools(before: Iterable[Recipe], after: Iterable[Recipe]) -> list[tuple[Command, Recipe]]:
    """Return checking commands whose tool nothing that can run has after the change."""
    there = {command.tool for recipe in after if not recipe.disabled for command in recipe.commands}
    return [
        (command, recipe)
        for recipe in before
        if not recipe.disabled
        for command in recipe.commands
        if command.tool and command.tool not in there
    ]
