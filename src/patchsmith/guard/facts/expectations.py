"""What the baseline's tests put in and expect, as literals: for finding answers in the code.

One `Expectation` for each test and for each of its rows: which literals go in, which come out.
Production code that holds both has been told the answer.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.literals import atoms, text_of
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.facts.units import units_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from patchsmith.guard.facts.syntax import Module
    from patchsmith.guard.facts.units import Unit

MAX_EXPECTATIONS = 20_000
"""Expectations that are collected."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One test, or one row of its table."""

    path: str
    """The test's file."""
    name: str
    """The test's name."""
    inputs: frozenset[str]
    """Canonical texts of the literals that go in."""
    outputs: frozenset[str]
    """Canonical texts of the literals that come out, and names of the errors."""
    callees: frozenset[str]
    """Last names of what the test calls."""


def expectations_of(modules: Iterable[Module]) -> list[Expectation]:
    """Return what the tests of some files put in and expect."""
    found: list[Expectation] = []
    for module in modules:
        for unit in units_of(module):
            if unit.is_test:
                found += _of_unit(unit)
            if len(found) > MAX_EXPECTATIONS:
                return found
    return found


def _of_unit(unit: Unit) -> Iterator[Expectation]:
    arguments: list[ast.AST] = []
    for statement in unit.function.node.body:
        for node in walked(statement):
            if isinstance(node, ast.Call):
                arguments += [*node.args, *(each.value for each in node.keywords)]
    inputs = atoms(arguments)
    outputs: set[str] = set()
    for check in unit.assertions:
        if check.kind is Kind.RAISES:
            outputs |= {name for name in (check.expected, check.detail) if name}
        elif check.kind in (Kind.TRUE, Kind.FALSE):
            outputs.add(str(check.kind is Kind.TRUE))
        elif check.expected_node is not None:
            outputs |= atoms([check.expected_node])
    names = frozenset(each.rpartition(".")[2] for each in unit.calls)
    where = unit.path, unit.qualname
    yield Expectation(*where, inputs, frozenset(outputs), names)
    for row in unit.rows:
        if len(row.values) < 2:
            yield Expectation(*where, row.atoms, frozenset(outputs), names)
        else:
            last = _atoms(row.values[-1])
            first = frozenset(a for value in row.values[:-1] for a in _atoms(value))
            yield Expectation(*where, first | inputs, last | outputs, names)


def _atoms(text: str) -> frozenset[str]:
    try:
        return atoms([ast.parse(text, mode="eval").body])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset({text})


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition on literals in production code, and what follows from it."""

    function: str
    """The function it is in."""
    line_no: int
    """1-based line."""
    test: str
    """Canonical text of the condition."""
    compared: frozenset[str]
    """Literals that something is compared with, as canonical texts."""
    parts: frozenset[str]
    """Texts that something is looked for to hold."""
    outcome: frozenset[str]
    """Literals that are returned or set, and names of errors raised."""
    subjects: frozenset[str]
    """Names in what is compared."""

    @property
    def key(self) -> tuple[str, str, frozenset[str]]:
        """What makes two branches the same."""
        return (self.function, self.test, self.outcome)


def branches_of(module: Module) -> list[Branch]:
    """Return the branches of a file that depend on literals."""
    found = []
    for function in module.functions:
        for node in walked(function.node):
            if isinstance(node, ast.If | ast.IfExp):
                body: list[ast.AST] = [*node.body] if isinstance(node, ast.If) else [node.body]
                branch = _branch(function.qualname, node.test, body, node.lineno)
                if branch is not None:
                    found.append(branch)
            elif isinstance(node, ast.match_case):
                values = [e.value for e in walked(node.pattern) if isinstance(e, ast.MatchValue)]
                if values:
                    texts = frozenset(text_of(each) for each in values)
                    found.append(
                        Branch(
                            function.qualname,
                            values[0].lineno,
                            text_of(node.pattern),
                            texts,
                            frozenset(),
                            _outcome(node.body),
                            frozenset(),
                        )
                    )
    return found


def _branch(function: str, test: ast.expr, body: list[ast.AST], line_no: int) -> Branch | None:
    compared: set[str] = set()
    parts: set[str] = set()
    subjects: set[str] = set()
    for node in walked(test):
        if isinstance(node, ast.Compare):
            for op, right in zip(node.ops, node.comparators, strict=True):
                sides = [node.left, right]
                if isinstance(op, ast.Eq | ast.Is):
                    compared |= atoms(sides)
                elif isinstance(op, ast.In):
                    compared |= atoms([right])
                    parts |= {text_of(node.left)} if isinstance(node.left, ast.Constant) else set()
                subjects |= _words(sides)
        elif isinstance(node, ast.Call):
            name = dotted(node.func).rpartition(".")[2]
            if isinstance(node.func, ast.Attribute):
                name = node.func.attr
            if name in ("startswith", "endswith", "count", "match", "search", "fullmatch", "find"):
                parts |= {text_of(each) for each in node.args if isinstance(each, ast.Constant)}
    if not compared and not parts:
        return None
    return Branch(
        function, line_no, text_of(test), frozenset(compared), frozenset(parts), _outcome(body),
        frozenset(subjects),
    )  # fmt: skip


def _words(nodes: Iterable[ast.AST]) -> set[str]:
    found = set()
    for top in nodes:
        for node in walked(top):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Attribute):
                found.add(node.attr)
    return found


def _outcome(body: Iterable[ast.AST]) -> frozenset[str]:
    found: set[str] = set()
    for top in body:
        if not isinstance(top, ast.stmt):
            found |= atoms([top])
            continue
        for node in walked(top):
            if isinstance(node, ast.Return | ast.Assign | ast.AugAssign):
                found |= atoms([node.value] if node.value is not None else [])
            elif isinstance(node, ast.Raise) and node.exc is not None:
                error = node.exc
                found.add(dotted(error.func) if isinstance(error, ast.Call) else dotted(error))
                found |= atoms([error])
    return frozenset(found - {""})
