"""Literal values in Python expressions: which there are, which mean something.

`atoms` are the maximal literal parts of code: `[334, 333, 333]` is one, and so are its numbers.
A literal is telling when it is unlikely to stand somewhere by chance: not 0, 1, "" or None.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.guard.facts.syntax import walked

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAIN = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp)


def text_of(node: ast.AST) -> str:
    """Return the canonical text of code: one spelling of quotes, spaces and brackets."""
    return ast.unparse(node)


def is_literal(node: ast.AST) -> bool:
    """Return whether an expression is made of literals alone."""
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub | ast.UAdd) and is_literal(node.operand)
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(is_literal(each) for each in node.elts)
    if isinstance(node, ast.Dict):
        return all(each is not None and is_literal(each) for each in [*node.keys, *node.values])
    return False


def atoms(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """Return the texts of all literals in code, the parts of a display and the display itself.

    Docstrings and the messages of assertions are left out.
    """
    found: set[str] = set()
    for top in nodes:
        todo: list[ast.AST] = [top]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            if isinstance(node, _PLAIN) and is_literal(node):
                found.add(text_of(node))
            if isinstance(node, ast.Assert):
                todo.append(node.test)
                continue
            todo.extend(ast.iter_child_nodes(node))
    return frozenset(found)


def values_in(node: ast.AST) -> list[object]:
    """Return the values of all constants below a node."""
    return [each.value for each in walked(node) if isinstance(each, ast.Constant)]


def telling(value: object) -> bool:
    """Return whether a constant is unlikely to stand in two places by chance."""
    if value is None or value is Ellipsis or isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return abs(value) > 10
    if isinstance(value, str | bytes):
        return len(value.strip()) > 1
    return True


def number(node: ast.AST | None) -> float | None:
    """Return the number that an expression is, None for all else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = number(node.left), number(node.right)
        if base is None or power is None or abs(power) > 300 or base == 0:
            return None
        return float(base) ** power if abs(base) <= 10 else None
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        if isinstance(node.value, bool) or abs(node.value) > 1e300:
            return None
        return float(node.value)
    return None
