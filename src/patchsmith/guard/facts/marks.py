"""Marks that keep a test from judging: skip, expected failure, retries; where they come from."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.syntax import dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from patchsmith.guard.facts.syntax import Function, Module

_KINDS = {
    "skip": "skip", "skipif": "skip", "skipIf": "skip", "skipUnless": "skip",
    "xfail": "xfail", "expectedFailure": "xfail", "flaky": "retry", "timeout": "timeout",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark on a test, its class, its module or one of its rows."""

    kind: str
    """`skip`, `xfail`, `retry` or `timeout`."""
    text: str
    """The code of the mark."""
    line_no: int
    """1-based line."""
    condition: str = ""
    """When it applies; empty when always."""
    strict: bool = False
    """Whether an expected failure that passes fails the run."""


def mark_of(node: ast.expr) -> Mark | None:
    """Return the mark that a decorator or an entry of `pytestmark` is, None when it is none."""
    call = node if isinstance(node, ast.Call) else None
    name = dotted(call.func if call else node)
    parts = name.split(".")
    kind = _KINDS.get(parts[-1])
    if kind is None or not ("mark" in parts or "unittest" in parts or len(parts) == 1):
        return None
    condition, strict = "", False
    if call is not None:
        if parts[-1] in ("skipif", "skipIf", "skipUnless") and call.args:
            condition = text_of(call.args[0])
        if parts[-1] == "xfail" and call.args:
            condition = text_of(call.args[0])
        for each in call.keywords:
            if each.arg == "condition":
                condition = text_of(each.value)
            if each.arg == "strict":
                strict = text_of(each.value) == "True"
    return Mark(kind, text_of(node), node.lineno, condition, strict)


def marks_of(function: Function, of_module: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """Return all marks that apply to a test: its own, its classes', its module's.

    Args:
        function: The test.
        of_module: The marks of its module.
    """
    found = list(_of(function.node.decorator_list))
    for each in function.classes:
        found += _of(each.decorator_list)
        found += _assigned(each.body)
    return (*found, *of_module)


def module_marks(module: Module) -> tuple[Mark, ...]:
    """Return the marks that a module gives to all its tests."""
    return tuple(_assigned(module.tree.body))


def _assigned(body: Iterable[ast.stmt]) -> Iterator[Mark]:
    """Yield the marks that `pytestmark` gives to a module or class."""
    for node in body:
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(each, ast.Name) and each.id == "pytestmark" for each in targets):
            value = node.value
            yield from _of(value.elts if isinstance(value, ast.List | ast.Tuple) else [value])


def _of(nodes: Iterable[ast.expr]) -> Iterator[Mark]:
    for node in nodes:
        mark = mark_of(node)
        if mark is not None:
            yield mark
