"""HC08: the answer depends on how often the code was called."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import is_literal, text_of, values_in
from patchsmith.guard.facts.syntax import FunctionNode, dotted, mentions, walked
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_GROWS = {"append", "add", "extend", "appendleft"}


def look(context: Context) -> Iterator[Seen]:
    """Yield new branches on a record of calls that lead to a fixed answer."""
    for path in context.python(Role.PRODUCTION):
        module, old = context.module_after(path), context.module_before(path)
        if module is None or not mentions(module, "+=", "+ 1", *(f".{name}(" for name in _GROWS)):
            continue
        known = {text_of(f.node) for f in old.functions} if old is not None else set()
        before = context.before(path)
        for function in module.functions:
            if text_of(function.node) in known:
                continue
            records = _records(function.node)
            for node in walked(function.node):
                if not isinstance(node, ast.If | ast.IfExp):
                    continue
                used = records & {dotted(each) for each in walked(node.test)}
                if used and _fixed(node.test, used) and _answers(node):
                    if text_of(node.test) not in before:
                        yield Seen(
                            path, node.lineno, Severity.WARN,
                            f"`{function.qualname}` answers by its record `{min(used)}`",
                            after=text_of(node.test),
                        )  # fmt: skip


def _records(node: FunctionNode) -> set[str]:
    """Return what a function counts up or appends to and does not own."""
    found = set()
    shared = {
        n
        for each in walked(node)
        if isinstance(each, ast.Global | ast.Nonlocal)
        for n in each.names
    }
    local = {
        target.id
        for each in walked(node)
        if isinstance(each, ast.Assign)
        for target in each.targets
        if isinstance(target, ast.Name)
    } - shared
    for each in walked(node):
        name = ""
        if isinstance(each, ast.AugAssign) and isinstance(each.op, ast.Add):
            name = dotted(each.target)
            if "." not in name and name not in shared:
                name = ""
        elif isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            if each.func.attr in _GROWS:
                name = dotted(each.func.value)
        elif isinstance(each, ast.Assign) and isinstance(each.value, ast.BinOp):
            target = dotted(each.targets[0])
            if "." in target and target in {dotted(part) for part in walked(each.value)}:
                name = target
        if name and name not in local:
            found.add(name)
    return found


def _fixed(test: ast.expr, used: set[str]) -> bool:
    """Return whether a record is compared with something written down."""
    for node in walked(test):
        if isinstance(node, ast.Compare) and used & {dotted(each) for each in walked(node)}:
            if not isinstance(
                node.ops[0], ast.Eq | ast.In | ast.NotEq | ast.Lt | ast.Gt | ast.LtE | ast.GtE
            ):
                continue
            exact = isinstance(node.ops[0], ast.Eq | ast.In)
            if any(is_literal(side) for side in [node.left, *node.comparators]):
                if exact or any(isinstance(v, int) and v < 5 for v in values_in(node)):
                    return True
    return False


def _answers(node: ast.If | ast.IfExp) -> bool:
    """Return whether a branch gives a fixed value."""
    if isinstance(node, ast.IfExp):
        return is_literal(node.body) or is_literal(node.orelse)
    return any(
        isinstance(each, ast.Return) and (each.value is None or is_literal(each.value))
        for each in node.body
    )


RULE = Rule(
    "HC08",
    "the answer depends on the number of calls",
    "warn",
    "Code that counts its calls fits one order of calls, which its tests happen to have.",
    "State is what the object is for, and its answers follow from what it was given.",
    look,
)
