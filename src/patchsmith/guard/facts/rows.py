"""The cases a test runs over: rows of `parametrize`, of a constant it reads, of a loop in it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.guard.facts.literals import atoms, number, text_of
from patchsmith.guard.facts.marks import Mark, mark_of
from patchsmith.guard.facts.syntax import dotted, walked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.facts.syntax import Function, Module

_WRAPPERS = {"sorted", "list", "tuple", "set", "enumerate", "reversed", "iter", "frozenset"}
_MAX_ROWS = 5_000


@dataclass(frozen=True, slots=True)
class Row:
    """One case."""

    values: tuple[str, ...]
    """Canonical texts of its values."""
    line_no: int
    """1-based line."""
    atoms: frozenset[str]
    """All literals in it."""
    marks: tuple[Mark, ...] = ()
    """Marks of this case alone."""


def rows_of(module: Module, function: Function) -> tuple[Row, ...]:
    """Return the cases that a test runs over."""
    found: list[Row] = []
    for decorator in [*function.node.decorator_list, *_of_classes(function)]:
        if isinstance(decorator, ast.Call) and dotted(decorator.func).endswith("parametrize"):
            table = decorator.args[1] if len(decorator.args) > 1 else None
            for each in decorator.keywords:
                table = each.value if each.arg == "argvalues" else table
            if table is not None:
                found += _rows(table, module)
    for node in walked(function.node):
        if isinstance(node, ast.For) and _is_table(node.iter, module):
            found += _rows(node.iter, module)
    return tuple(found[:_MAX_ROWS])


def _of_classes(function: Function) -> Iterator[ast.expr]:
    for each in function.classes:
        yield from each.decorator_list


def resolved(table: ast.expr, module: Module) -> ast.expr:
    """Return the literal behind an expression: names one hop, `sorted(X)`, `X.items()`."""
    for _ in range(6):
        if isinstance(table, ast.Subscript) and isinstance(table.slice, ast.Slice):
            return _sliced(resolved(table.value, module), table.slice)
        if isinstance(table, ast.Name) and table.id in module.constants:
            table = module.constants[table.id]
        elif isinstance(table, ast.Call) and isinstance(table.func, ast.Attribute):
            if table.func.attr not in ("items", "keys", "values") or table.args:
                return table
            table = table.func.value
        elif isinstance(table, ast.Call) and dotted(table.func) in _WRAPPERS and table.args:
            table = table.args[0]
        else:
            return table
    return table


def _sliced(table: ast.expr, part: ast.Slice) -> ast.expr:
    """Return the part of a literal list that a slice with written-down ends takes."""
    ends = []
    for each in (part.lower, part.upper, part.step):
        size = number(each)
        if each is not None and size is None:
            return table
        ends.append(None if size is None else int(size))
    if ends[2] == 0:
        return table
    taken = slice(*ends)
    if isinstance(table, ast.Dict):
        return ast.Dict(table.keys[taken], table.values[taken])
    if isinstance(table, ast.List | ast.Tuple):
        return ast.List(table.elts[taken])
    return table


def _is_table(node: ast.expr, module: Module) -> bool:
    return isinstance(resolved(node, module), ast.List | ast.Tuple | ast.Set | ast.Dict)


def _rows(table: ast.expr, module: Module) -> Iterator[Row]:
    table = resolved(table, module)
    if isinstance(table, ast.Dict):
        for key, value in zip(table.keys, table.values, strict=True):
            if key is not None:
                yield Row((text_of(key), text_of(value)), key.lineno, atoms([key, value]))
    elif isinstance(table, ast.List | ast.Tuple | ast.Set):
        for each in table.elts:
            yield _row(each)


def _row(node: ast.expr) -> Row:
    marks: tuple[Mark, ...] = ()
    line_no = node.lineno
    if isinstance(node, ast.Call) and dotted(node.func).endswith("param"):
        for each in node.keywords:
            if each.arg == "marks":
                value = each.value
                entries = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
                marks = tuple(mark for entry in entries if (mark := mark_of(entry)) is not None)
        values = node.args
    elif isinstance(node, ast.Tuple | ast.List):
        values = node.elts
    else:
        values = [node]
    return Row(tuple(text_of(each) for each in values), line_no, atoms(values), marks)
