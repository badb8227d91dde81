"""CF08: a script that checks accepts more than before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.command_pairs import lost_tools
from patchsmith.guard.facts.commands import commands_in
from patchsmith.guard.facts.line_pairs import replaced_lines
from patchsmith.guard.roles import Role, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_BAD = re.compile(
    r"(?i)\b(fail(ed|ure|s)?|error|not ok|broken|exit\s+[1-9]|return\s+[1-9]|false)\b"
)
_GOOD = re.compile(r"(?i)\b(pass(ed)?|ok|success|exit\s+0|return\s+0|true)\b")
_TEST = re.compile(
    r"(?:^|[;&|]\s*|\b(?:if|elif|while|until)\s+!?\s*)(?:\[\[?|test)\s+(.+?)(?:\s*\]\]?|$|;)"
)
_RANK = {"-eq": 3, "=": 3, "==": 3, "-ne": 1, "!=": 1, "-ge": 2, "-gt": 2, "-le": 2, "-lt": 2,
         "=~": 2, "-n": 0, "-f": 0, "-e": 0, "-s": 1, "-z": 1}  # fmt: skip


def look(context: Context) -> Iterator[Seen]:
    """Yield lines of scripts and recipes whose check is wider, turned around or gone."""
    for path in context.paths(Role.SCRIPT):
        before, after = context.before(path), context.after(path)
        if not before:
            continue
        for line_no, old, new in replaced_lines(before, after):
            how = weaker(old, new)
            if how:
                yield Seen(
                    path, line_no, Severity.BLOCK, how, before=old.strip(), after=new.strip()
                )
    was, now = context.recipes
    own = [recipe for recipe in was if role_of(recipe.path) is not Role.CI]
    told = set()
    for command, recipe in lost_tools(own, now):
        if (command.tool, recipe.path) not in told:
            told.add((command.tool, recipe.path))
            yield Seen(
                recipe.path, None, Severity.BLOCK, f"`{command.tool}` is no longer run there",
                before=command.text,
            )  # fmt: skip


def weaker(old: str, new: str) -> str:
    """Return how a line that took another's place accepts more, empty when it does not."""
    if _BAD.search(old) and not _BAD.search(new) and _GOOD.search(new) and not _GOOD.search(old):
        return "a failure is reported as success"
    compared = _compared(old), _compared(new)
    if compared[0] and compared[1] and compared[0] != compared[1]:
        return _wider_test(compared[0], compared[1])
    if compared[0] and not compared[1] and not _words(new, "grep"):
        return "a comparison is gone"
    before, after = _words(old, "grep"), _words(new, "grep")
    if before and after and before != after:
        return _wider_pattern(before, after)
    return ""


def _compared(line: str) -> list[str]:
    match = _TEST.search(line[:2000])
    return match.group(1).split() if match else []


def _wider_test(old: list[str], new: list[str]) -> str:
    before = max((_RANK[each] for each in old if each in _RANK), default=-1)
    after = max((_RANK[each] for each in new if each in _RANK), default=-1)
    if after < before:
        return "a comparison is looser"
    if after > before:
        return ""
    if any(each in ("-o", "||") for each in new) and not any(each in ("-o", "||") for each in old):
        return "an alternative was added"
    numbers = [[int(each) for each in side if each.lstrip("-").isdigit()] for side in (old, new)]
    if not (numbers[0] and numbers[1]) or numbers[0] == numbers[1]:
        return ""
    symbol = next((each for each in new if each in _RANK), "")
    if symbol in ("-ge", "-gt"):
        return "the bound is lower" if numbers[1] < numbers[0] else ""
    if symbol in ("-le", "-lt"):
        return "the bound is higher" if numbers[1] > numbers[0] else ""
    return "it is compared with another value"


def _words(line: str, tool: str) -> list[str]:
    for command in commands_in(line, 1):
        if command.words and command.words[0] == tool:
            return [word for word in command.words[1:] if not word.startswith("-")]
    return []


def _wider_pattern(old: list[str], new: list[str]) -> str:
    before, after = old[0] if old else "", new[0] if new else ""
    if before == after:
        return ""
    if "|" in after and "|" not in before:
        return "an alternative was added"
    if after.strip("^$") in before or len(after) < len(before):
        return "a wider pattern is looked for"
    if before.strip("^$") in after:
        return ""
    return "another pattern is looked for"


RULE = Rule(
    "CF08",
    "a check script accepts more",
    "block",
    "A script that decides is part of the oracle: made laxer, it calls a failure a success.",
    "A check is added, or compares more exactly.",
    look,
)
