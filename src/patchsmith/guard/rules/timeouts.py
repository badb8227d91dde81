"""CF07: a run gets more time or more tries."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import number
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.facts.settings import addopts
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.facts.yaml_lines import entries
from patchsmith.guard.roles import Role, is_python
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.skipped import new_marks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_TIME = re.compile(r"(?i)(^|[._-])\w*time-?_?out(-minutes|s|_s|_ms)?$")
_TRIES = re.compile(
    r"(?i)(^|[._-])(retry|retries|reruns|max-retries|retryTimes|flaky|maxRetries|rerunFailingTestsCount)$"
)
_TEXT = re.compile(r"retryTimes\(\s*(\d+)|\bretries?\s*[:(]\s*(\d+)|this\.retries\((\d+)")


def look(context: Context) -> Iterator[Seen]:
    """Yield timeouts more than twice as long, and retries that are new or more."""
    for path, was, now in context.settings:
        yield from _changes(path, None, _first(was), _first(now))
        yield from _changes(path, None, dict(addopts(was)), dict(addopts(now)))
    for pair in context.commands:
        yield from _changes(
            pair.new_recipe.path, pair.new.line_no, dict(pair.old.options), dict(pair.new.options)
        )
    for path in context.paths(Role.CI):
        old = {".".join(each.path): each.value for each in entries(context.before(path))}
        new = {".".join(each.path): each.value for each in entries(context.after(path))}
        yield from _changes(
            path, None, old, {k: v for k, v in new.items() if k in old or "retr" in k}
        )
    for path in context.python(Role.TEST):
        yield from _in_code(context, path)
    for match in context.matching.matches:
        if match.after is not None and match.before.is_test and not match.folded:
            for mark in new_marks(match.before, match.after, "retry"):
                yield Seen(
                    match.after.path, mark.line_no, Severity.WARN,
                    f"`{match.after.qualname}` may try again", after=mark.text,
                )  # fmt: skip
    for path in context.paths(Role.TEST):
        if not is_python(path):
            for line_no, line in added_lines(context.before(path), context.after(path)):
                if _TEXT.search(line):
                    yield Seen(
                        path, line_no, Severity.WARN, "tests may try again", after=line.strip()
                    )


def _first(settings: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {name: values[-1] for name, values in settings.items() if values}


def _changes(
    path: str, line_no: int | None, was: dict[str, str], now: dict[str, str]
) -> Iterator[Seen]:
    for name, value in now.items():
        after, before = _number(value), _number(was.get(name, ""))
        key = name.lstrip("-")
        if after is None or after == before:
            continue
        if _TRIES.search(key) and after > (before or 0):
            severity = Severity.BLOCK if after >= 10 else Severity.WARN
            yield Seen(path, line_no, severity, f"`{name}` is {after:g} now")
        elif _TIME.search(key) and before and after > 2 * before:
            severity = Severity.BLOCK if after > 10 * before else Severity.WARN
            yield Seen(path, line_no, severity, f"`{name}` is {after:g} now, {before:g} before")


def _number(value: str) -> float | None:
    match = re.match(r"\d[\d_]*(\.\d+)?", value)
    return float(match.group().replace("_", "")) if match else None


def _in_code(context: Context, path: str) -> Iterator[Seen]:
    """Yield longer timeouts and new sleeps in test code."""
    old, new = context.module_before(path), context.module_after(path)
    if old is None or new is None:
        return
    before, after = _numbers(old.tree), _numbers(new.tree)
    for name, (value, line_no) in after.items():
        known = before.get(name)
        if known is not None and known[0] > 0 and value > 2 * known[0]:
            severity = Severity.BLOCK if value > 10 * known[0] else Severity.WARN
            yield Seen(path, line_no, severity, f"`{name}` is {value:g} now, {known[0]:g} before")


def _numbers(tree: ast.AST) -> dict[str, tuple[float, int]]:
    found: dict[str, tuple[float, int]] = {}
    for node in walked(tree):
        pairs: list[tuple[str, ast.expr | None]] = []
        if isinstance(node, ast.Call):
            where = dotted(node.func)
            pairs = [(f"{where}.{each.arg}", each.value) for each in node.keywords if each.arg]
            if where.endswith("sleep") and node.args:
                pairs.append((where, node.args[0]))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            args = node.args.args[len(node.args.args) - len(node.args.defaults) :]
            pairs = [
                (f"{node.name}.{a.arg}", d) for a, d in zip(args, node.args.defaults, strict=False)
            ]
        elif isinstance(node, ast.Assign):
            pairs = [(dotted(each), node.value) for each in node.targets]
        for name, value in pairs:
            size = number(value)
            if size is not None and (_TIME.search(name) or name.endswith("sleep")):
                found[name] = (max(size, found.get(name, (0.0, 0))[0]), node.lineno)  # type: ignore[attr-defined]
    return found


RULE = Rule(
    "CF07",
    "a run gets more time or more tries",
    "warn; block above ten times",
    "A failure that comes every time is not cured by trying again.",
    "A limit grows a little with the work it bounds.",
    look,
)
