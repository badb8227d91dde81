"""Which assertions of a function can run, fail and be seen to; and what else its body does.

One walk over the statements, with what is around each: conditions, handlers, code that never
runs. Skips, swallowing handlers and statements that only look like a check are collected too.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patchsmith.guard.facts.forms import of_assert, of_call, of_with
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.syntax import FunctionNode, constant_truth, dotted, walked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.guard.facts.assertion import Assertion

BROAD = {"Exception", "BaseException", "AssertionError", "unittest.TestCase.failureException"}
"""Types whose handlers catch a failed assertion."""
_SKIPS = {
    "pytest.skip": "skip", "pytest.importorskip": "skip", "importorskip": "skip",
    "skipTest": "skip", "pytest.exit": "skip", "pytest.xfail": "xfail", "unittest.SkipTest": "skip",
    "SkipTest": "skip", "pytest.skip.Exception": "skip",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Skip:
    """A call or raise that ends a test without a verdict."""

    kind: str
    """`skip` or `xfail`."""
    line_no: int
    """1-based line."""
    guards: tuple[str, ...]
    """Conditions on which it happens."""
    text: str
    """The code."""


@dataclass(frozen=True, slots=True)
class Swallower:
    """A handler or `suppress` that keeps errors of its block from being seen."""

    line_no: int
    """1-based line."""
    text: str
    """What catches, in a few words."""
    calls: frozenset[str]
    """Canonical texts of the calls in its block."""


@dataclass(slots=True)
class Body:
    """What a function's body does."""

    assertions: list[Assertion] = field(default_factory=list)
    """All checks, in order, those that never run included."""
    skips: list[Skip] = field(default_factory=list)
    """What ends it without a verdict."""
    swallowers: list[Swallower] = field(default_factory=list)
    """What keeps errors from being seen."""
    idle: list[tuple[int, str]] = field(default_factory=list)
    """1-based line and text of statements that read an attribute or call what is no check."""


@dataclass(frozen=True, slots=True)
class _Place:
    dead: str = ""
    swallowed: bool = False
    guards: tuple[str, ...] = ()

    def under(self, guard: str) -> _Place:
        return _Place(self.dead, self.swallowed, (*self.guards, guard))

    def never(self, why: str) -> _Place:
        return _Place(self.dead or why, self.swallowed, self.guards)

    def caught(self) -> _Place:
        return _Place(self.dead, True, self.guards)


def body_of(node: FunctionNode) -> Body:
    """Return what a function's body does."""
    walk = _Walk(node)
    walk.block(node.body, _Place())
    return walk.body


class _Walk:
    def __init__(self, node: FunctionNode) -> None:
        self.body = Body()
        self._loose: set[str] = set()
        self._calls: dict[str, int] = {}
        for each in walked(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
                self._calls[each.id] = self._calls.get(each.id, 0) + 1
            elif isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
                self._loose.add(dotted(each.value.func))

    def block(self, statements: Sequence[ast.stmt], place: _Place) -> None:
        for statement in statements:
            self._statement(statement, place)
            if isinstance(statement, ast.Return | ast.Raise | ast.Continue | ast.Break):
                place = place.never("it stands after a statement that leaves the block")
            elif isinstance(statement, ast.If) and _leaves(statement.body):
                if constant_truth(statement.test) is True:
                    place = place.never("it stands after a statement that always leaves")
                elif not statement.orelse and not _judges(statement.body):
                    place = place.under(f"not ({text_of(statement.test)})")

    def _statement(self, node: ast.stmt, place: _Place) -> None:  # noqa: C901 - a dispatch
        if isinstance(node, ast.Assert):
            for each in of_assert(node):
                self._add(each, place, node.lineno)
        elif isinstance(node, ast.Expr):
            self._expression(node, place)
        elif isinstance(node, ast.If):
            self._conditional(node, place)
        elif isinstance(node, ast.For | ast.AsyncFor | ast.While):
            self._loop(node, place)
        elif isinstance(node, ast.Try | ast.TryStar):
            self._try(node, place)
        elif isinstance(node, ast.With | ast.AsyncWith):
            self._with(node, place)
        elif isinstance(node, FunctionNode):
            self.block(node.body, self._inner(node, place))
        elif isinstance(node, ast.Match):
            for case in node.cases:
                self.block(case.body, place.under(text_of(node.subject)))
        elif isinstance(node, ast.Raise) and node.exc is not None:
            self._raise(node, node.exc, place)
        elif isinstance(node, ast.Assign | ast.Return) and isinstance(node.value, ast.Call):
            self._skip(node.value, place)
            if isinstance(node, ast.Assign):
                self._expression(ast.Expr(node.value), place)

    def _add(self, found: Assertion, place: _Place, line_no: int) -> None:
        self.body.assertions.append(
            found.placed(
                dead=place.dead, swallowed=place.swallowed, guards=place.guards, line_no=line_no
            )
        )

    def _expression(self, node: ast.Expr, place: _Place) -> None:
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(value, ast.Call):
            if self._skip(value, place):
                return
            found = of_call(value)
            if found is not None:
                self._add(found, place, value.lineno)
            elif isinstance(value.func, ast.Attribute):
                self.body.idle.append((value.lineno, text_of(value)))
        elif isinstance(value, ast.Attribute | ast.Compare):
            self.body.idle.append((value.lineno, text_of(value)))

    def _skip(self, call: ast.Call, place: _Place) -> bool:
        kind = _SKIPS.get(dotted(call.func).removeprefix("self."))
        if kind is None:
            return False
        self.body.skips.append(Skip(kind, call.lineno, place.guards, text_of(call)))
        return True

    def _raise(self, node: ast.Raise, error: ast.expr, place: _Place) -> None:
        name = dotted(error.func) if isinstance(error, ast.Call) else dotted(error)
        if name in _SKIPS:
            self.body.skips.append(Skip("skip", node.lineno, place.guards, text_of(node)))

    def _conditional(self, node: ast.If, place: _Place) -> None:
        truth = constant_truth(node.test)
        test = text_of(node.test)
        never = "its condition never holds"
        self.block(node.body, place.never(never) if truth is False else place.under(test))
        self.block(node.orelse, place.never(never) if truth else place.under(f"not ({test})"))

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, place: _Place) -> None:
        inside = place
        test = node.test if isinstance(node, ast.While) else node.iter
        if constant_truth(test) is False or text_of(test) in ("range(0)", "set()", "list()"):
            inside = place.never("the loop around it never runs")
        elif isinstance(node, ast.While):
            inside = place.under(text_of(test))
        self.block(node.body, inside)
        self.block(node.orelse, place)

    def _try(self, node: ast.Try | ast.TryStar, place: _Place) -> None:
        silent = [each for each in node.handlers if _is_silent(each)]
        broad = [each for each in silent if catches_failures(each.type)]
        for handler in silent:
            what = "except" if handler.type is None else f"except {text_of(handler.type)}"
            self.body.swallowers.append(Swallower(handler.lineno, what, _calls_in(node.body)))
        self.block(node.body, place.caught() if broad else place)
        for handler in node.handlers:
            self.block(handler.body, place.under("an error"))
        self.block(node.orelse, place)
        self.block(node.finalbody, place)

    def _with(self, node: ast.With | ast.AsyncWith, place: _Place) -> None:
        inside = place
        for item in node.items:
            call = item.context_expr
            found = of_with(node, item)
            if found is not None:
                self._add(found, place, node.lineno)
                if isinstance(call, ast.Call) and call.args and _is_broad(call.args[0]):
                    inside = inside.caught()
            elif isinstance(call, ast.Call) and dotted(call.func).endswith("suppress"):
                self.body.swallowers.append(
                    Swallower(node.lineno, text_of(call), _calls_in(node.body))
                )
                if any(_is_broad(each) for each in call.args):
                    inside = inside.caught()
        self.block(node.body, inside)

    def _inner(self, node: FunctionNode, place: _Place) -> _Place:
        if node.name not in self._calls and not node.decorator_list:
            return place.never("the function around it is never called")
        if isinstance(node, ast.AsyncFunctionDef) and node.name in self._loose:
            if self._calls.get(node.name) == 1:
                return place.never("the coroutine around it is never awaited")
        return place


def catches_failures(kind: ast.expr | None) -> bool:
    """Return whether a handler of this type catches a failed assertion."""
    if kind is None:
        return True
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(_is_broad(each) for each in kinds)


def _is_broad(kind: ast.expr) -> bool:
    return dotted(kind).removeprefix("builtins.") in BROAD


def _is_silent(handler: ast.ExceptHandler) -> bool:
    """Return whether a handler lets nobody see the error: no raise, check, or use of it."""
    for node in walked(handler):
        if isinstance(node, ast.Raise | ast.Assert):
            return False
        if isinstance(node, ast.Call):
            last = dotted(node.func).rpartition(".")[2]
            if last.startswith("assert") or last in ("fail", "exit"):
                return False
        if isinstance(node, ast.Assign) and handler.name and handler.name in _names(node.value):
            return False
    return not any(
        isinstance(node, ast.Call)
        and dotted(node.func).endswith((".append", ".add"))
        and handler.name
        and handler.name in _names(node)
        for node in walked(handler)
    )


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in walked(node) if isinstance(each, ast.Name)}


def _calls_in(statements: Sequence[ast.stmt]) -> frozenset[str]:
    return frozenset(
        text_of(each)
        for statement in statements
        for each in walked(statement)
        if isinstance(each, ast.Call)
    )


def _leaves(statements: Sequence[ast.stmt]) -> bool:
    return bool(statements) and isinstance(statements[-1], ast.Return | ast.Continue | ast.Break)


def _judges(statements: Sequence[ast.stmt]) -> bool:
    return any(isinstance(each, ast.Assert) for node in statements for each in walked(node))
