"""TD05: a test, or what it asserts with, is replaced by something of the same name."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.roles import Role, is_python
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_JUDGES = {"pytest", "unittest", "raises", "approx", "self.assertEqual", "self.assertTrue"}
_NAMES = r"(assert|expect|should|t)"
_REBOUND = re.compile(
    rf"^\s*(const|let|var)?\s*{_NAMES}\s*=\s*(new Proxy|\(\)\s*=>|\(\.\.\.|function|\{{|jest\.fn|vi\.fn|Object\.)"
)
_MACRO = re.compile(r"macro_rules!\s*(assert\w*|panic)\b")


def look(context: Context) -> Iterator[Seen]:
    """Yield tests hidden by a later name, and rebound names of what judges."""
    before = {(u.path, u.qualname) for u in _units(context, after=False) if _shadowed(u)}
    live = {(u.path, u.qualname, u.fingerprint) for u in _units(context, after=True) if u.is_test}
    known = {u.qualname for u in _units(context, after=False)}
    for unit in _units(context, after=True):
        where = (unit.path, unit.qualname)
        if not _shadowed(unit) or where in before or unit.qualname not in known:
            continue
        if (unit.path, unit.qualname, unit.fingerprint) not in live:
            reason = unit.hidden.partition(": ")[2]
            yield Seen(
                unit.path, unit.line_no, Severity.BLOCK, f"`{unit.qualname}` is hidden: {reason}"
            )
    for path in context.python(Role.TEST):
        yield from _rebound(context, path)
    for path in context.paths(Role.TEST, Role.PRODUCTION):
        if not is_python(path):
            for line_no, line in added_lines(context.before(path), context.after(path)):
                if _REBOUND.search(line) or _MACRO.search(line):
                    yield Seen(
                        path,
                        line_no,
                        Severity.BLOCK,
                        "what asserts is replaced",
                        after=line.strip(),
                    )


def _units(context: Context, *, after: bool):  # type: ignore[no-untyped-def]  # noqa: ANN202
    matching = context.matching
    if not after:
        return [match.before for match in matching.matches]
    found = {id(u): u for match in matching.matches if (u := match.after) is not None}
    return [*found.values(), *matching.added]


def _shadowed(unit: object) -> bool:
    return bool(getattr(unit, "hidden", "").startswith("shadowed"))


def _rebound(context: Context, path: str) -> Iterator[Seen]:
    module, old = context.module_after(path), context.module_before(path)
    if module is None:
        return
    known = set() if old is None else {name for name, _ in _bindings(old.tree)}
    for name, line_no in _bindings(module.tree):
        judged = name in _JUDGES or name.startswith(("self.assert", "unittest.", "pytest."))
        if judged and name not in known:
            yield Seen(path, line_no, Severity.BLOCK, f"`{name}` is bound to something else")


def _bindings(tree: ast.AST) -> list[tuple[str, int]]:
    found = []
    for node in walked(tree):
        if isinstance(node, ast.Assign):
            found += [(dotted(target), node.lineno) for target in node.targets]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in _JUDGES:
            found.append((node.name, node.lineno))
    return found


RULE = Rule(
    "TD05",
    "a test or what it asserts with is shadowed",
    "block",
    "Only the last definition of a name runs; a replaced assertion never fails.",
    "Each test has a name of its own; assertions come from the framework.",
    look,
)
