"""CF02: the failure of a check no longer fails the run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.command_pairs import CommandPair
    from patchsmith.guard.facts.recipes import Recipe

_STRICT = re.compile(r"(?m)^\s*set\s+-\w*e|^\s*set\s+-o\s+errexit|^#!.*\s-\w*e")
_LAX = re.compile(r"^\s*set\s+\+\w*e|^\s*set\s+\+o\s+(errexit|pipefail)")
_TRAP = re.compile(
    r"\btrap\s+(['\"])[^'\"]*(?:\bexit\s+0|\btrue\b|:)[^'\"]*\1\s.*\b(?:EXIT|ERR|0)\b"
)
_QUIET = {"--exit-zero", "--suppress-tests-failed-exit-code", "--no-error-on-unmatched-pattern",
          "--no-fail", "--exit-zero-even-if-changed", "-fn", "--fail-never", "--no-exit-code",
          "--continue-on-error", "-i", "--ignore-errors"}  # fmt: skip
_SETTINGS = re.compile(
    r"(^|\.)(testFailureIgnore|ignoreFailures|maven\.test\.failure\.ignore|skipTests|failIfNoTests"
    r"|ignore_outcome|ignore_errors|failOnError|exit-zero|force-exclude-exit|fail_on_violation)$"
)
_IGNORES = {
    "failIfNoTests": "false", "failOnError": "false", "fail_on_violation": "false",
}  # fmt: skip


def look(context: Context) -> Iterator[Seen]:
    """Yield masks on checking commands, and switches that let failures pass."""
    for pair in context.commands:
        yield from _command(pair)
    before, after = context.recipes
    old = {(recipe.path, recipe.place): recipe for recipe in before}
    for recipe in after:
        if recipe.place == "" and recipe.path in context.changed:
            yield from _script(old.get((recipe.path, "")), recipe)
    for path, was, now in context.settings:
        for name, values in now.items():
            if "mypy" in name or not _SETTINGS.search(name) or was.get(name) == values:
                continue
            if values[:1] == (_IGNORES.get(name.rpartition(".")[2], "true"),):
                yield Seen(path, None, Severity.BLOCK, f"`{name}` lets failures pass")


def _command(pair: CommandPair) -> Iterator[Seen]:
    old, new = pair.old, pair.new
    reason = ""
    if new.mask and not old.mask:
        reason = new.mask
    elif pair.new_recipe.tolerated and not pair.old_recipe.tolerated:
        reason = "its failure is accepted"
    elif new.piped and not old.piped and not pair.new_recipe.strict_pipes:
        reason = "the status of its pipe counts instead"
    elif old.piped and new.piped and pair.old_recipe.strict_pipes:
        reason = "" if pair.new_recipe.strict_pipes else "`pipefail` is gone"
    else:
        added = {name for name, _ in new.options} - {name for name, _ in old.options}
        quiet = added & (_QUIET if new.tool.split()[0] != "make" else {"-i", "--ignore-errors"})
        if new.tool.split()[0] in ("grep", "sed", "pytest", "diff"):
            quiet -= {"-i"}
        reason = f"`{min(quiet)}`" if quiet else ""
    if reason:
        yield Seen(
            pair.new_recipe.path, new.line_no, Severity.BLOCK,
            f"`{new.tool}` can not fail the run: {reason}", before=old.text, after=new.text,
        )  # fmt: skip


def _script(old: Recipe | None, new: Recipe) -> Iterator[Seen]:
    """Yield what makes a whole script succeed."""
    if old is None:
        return
    checks = any(command.tool for command in new.commands)
    severity = Severity.BLOCK if checks else Severity.INFO
    had = old.text.split("\n")
    if _STRICT.search(old.text) and not _STRICT.search(new.text):
        yield Seen(new.path, 1, severity, "`set -e` is gone")
    for offset, line in enumerate(new.text.split("\n")):
        if line in had:
            continue
        number = new.line_no + offset
        if _LAX.search(line) and not any(_LAX.search(each) for each in had):
            yield Seen(new.path, number, severity, "errors are ignored", after=line.strip())
        if _TRAP.search(line):
            yield Seen(new.path, number, severity, "a trap sets its status", after=line.strip())
        if re.fullmatch(r"\s*(exit(\s+0)?|exit\s+\$\{?\w*:-0\}?|true|:)\s*;?", line):
            if not any(re.fullmatch(r"\s*exit(\s+0)?\s*", each) for each in had):
                yield Seen(new.path, number, severity, "it always succeeds", after=line.strip())


RULE = Rule(
    "CF02",
    "the failure of a check is masked",
    "block on a check, info elsewhere",
    "A check whose status is ignored can not fail the run.",
    "Masks stand on clean-up and uploads; checks keep their status, in pipes by `pipefail`.",
    look,
)
