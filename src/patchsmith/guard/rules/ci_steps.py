"""CF03: a check no longer runs in CI."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.command_pairs import lost_tools
from patchsmith.guard.facts.yaml_lines import entries, flow_list
from patchsmith.guard.roles import Role, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_WATCHED = ("push", "pull_request", "merge_request", "merge_group", "pull_request_target")


def look(context: Context) -> Iterator[Seen]:
    """Yield checks that are gone from CI or switched off, and triggers that are gone."""
    before, after = context.recipes
    own = [recipe for recipe in before if role_of(recipe.path) is Role.CI]
    told = set()
    for command, recipe in lost_tools(own, after):
        if command.tool in told or command.tool in context.tools_behind:
            continue
        told.add(command.tool)
        off = any(c.tool == command.tool for each in after if each.disabled for c in each.commands)
        what = "is switched off" if off else "no longer runs"
        yield Seen(
            recipe.path, None, Severity.BLOCK, f"`{command.tool}` {what}", before=command.text
        )
    for path in context.paths(Role.CI):
        if not any(recipe.path == path for recipe in own):
            continue
        if context.changed[path].after is None:
            continue
        lost = _triggers(context.before(path)) - _triggers(context.after(path))
        if lost:
            names = ", ".join(f"`{each}`" for each in sorted(lost))
            yield Seen(path, None, Severity.BLOCK, f"it no longer runs on {names}")
        grown = _filters(context.after(path)) - _filters(context.before(path))
        for each in sorted(grown):
            yield Seen(path, None, Severity.WARN, f"it no longer runs for `{each}`")


def _triggers(text: str) -> set[str]:
    found: set[str] = set()
    for entry in entries(text):
        if entry.path[:1] in (("on",), ("true",)):
            found |= set(entry.path[1:2]) | set(
                flow_list(entry.value) if len(entry.path) == 1 else ()
            )
            if entry.path[1:] and entry.path[1].startswith("["):
                found.add(entry.value)
            if len(entry.path) == 1 and entry.value.startswith("{"):
                found |= {name for name in _WATCHED if name in entry.value}
    return found & set(_WATCHED)


def _filters(text: str) -> set[str]:
    return {
        value
        for entry in entries(text)
        if entry.path[:1] in (("on",), ("true",))
        and {"paths-ignore", "branches-ignore"} & set(entry.path)
        for value in flow_list(entry.value)
    }


RULE = Rule(
    "CF03",
    "a check was taken out of CI",
    "block; warn for a path or branch that is left out",
    "What CI does not run is not checked for anyone.",
    "A step moves to another job with its command, or its actions are upgraded.",
    look,
)
