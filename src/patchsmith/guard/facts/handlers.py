"""Handlers in production code: what they catch, what they do with it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.guard.facts.literals import is_literal, text_of
from patchsmith.guard.facts.syntax import dotted, mentions, walked

if TYPE_CHECKING:
    from patchsmith.guard.facts.syntax import Module

_BROAD = {"Exception", "BaseException"}


@dataclass(frozen=True, slots=True)
class Handler:
    """One handler or `suppress`."""

    function: str
    """The function it is in; empty at module level."""
    line_no: int
    """1-based line."""
    caught: str
    """Canonical text of what it catches; empty for everything."""
    broad: bool
    """Whether it catches every error."""
    silent: bool
    """Whether it neither raises, nor uses the error, nor gives a value."""
    default: str | None
    """Canonical text of the literal it gives instead, None when it gives none."""

    @property
    def key(self) -> tuple[str, str, bool, str | None]:
        """What makes two handlers the same."""
        return (self.function, self.caught, self.silent, self.default)


def handlers_of(module: Module) -> list[Handler]:
    """Return all handlers of a file."""
    found: list[Handler] = []
    if not mentions(module, "except", "suppress", "finally"):
        return found
    inside: dict[int, str] = {}
    for function in module.functions:
        for node in walked(function.node):
            inside[id(node)] = function.qualname
    for node in walked(module.tree):
        where = inside.get(id(node), "")
        if isinstance(node, ast.ExceptHandler):
            found.append(_handler(node, where))
        elif isinstance(node, ast.Try | ast.TryStar):
            last = node.finalbody[-1] if node.finalbody else None
            if isinstance(last, ast.Return):
                default = _default([last])
                caught = "every error, by a return in finally"
                found.append(Handler(where, last.lineno, caught, True, default is None, default))
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                call = item.context_expr
                if isinstance(call, ast.Call) and dotted(call.func).endswith("suppress"):
                    broad = any(dotted(each) in _BROAD for each in call.args)
                    caught = ", ".join(text_of(each) for each in call.args)
                    found.append(Handler(where, node.lineno, caught, broad, True, None))
    return found


def _handler(node: ast.ExceptHandler, where: str) -> Handler:
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    broad = node.type is None or any(each is not None and dotted(each) in _BROAD for each in kinds)
    caught = "" if node.type is None else text_of(node.type)
    raises = any(isinstance(each, ast.Raise) for each in walked(node))
    uses = node.name is not None and any(
        isinstance(each, ast.Name) and each.id == node.name and isinstance(each.ctx, ast.Load)
        for each in walked(node)
    )
    default = None if raises or uses else _default(node.body)
    idle = all(_is_idle(each) for each in node.body)
    return Handler(where, node.lineno, caught, broad, idle and not raises and not uses, default)


def _is_idle(node: ast.stmt) -> bool:
    if isinstance(node, ast.Pass | ast.Continue | ast.Break):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _default(body: list[ast.stmt]) -> str | None:
    last = body[-1]
    if isinstance(last, ast.Return):
        if last.value is None:
            return "None"
        empty = (
            isinstance(last.value, ast.Call)
            and not last.value.args
            and dotted(last.value.func) in ("dict", "list", "set", "tuple", "str")
        )
        return text_of(last.value) if is_literal(last.value) or empty else None
    if isinstance(last, ast.Assign) and is_literal(last.value):
        return text_of(last.value)
    return None
