"""The functions of a test file: tests, and helpers that assert for them.

A unit is a test when a runner collects it. One that is there and is not collected keeps the
reason, so that "gone" and "hidden" are different findings.

Rules for editors: everything beyond names is made when first asked for; most units of a change
are as they were and are never looked into.
"""

from __future__ import annotations

import ast
from functools import cached_property
from typing import TYPE_CHECKING

from patchsmith.guard.facts.literals import atoms, text_of
from patchsmith.guard.facts.marks import Mark, marks_of, module_marks
from patchsmith.guard.facts.reach import Body, body_of
from patchsmith.guard.facts.rows import Row, rows_of
from patchsmith.guard.facts.syntax import constant_truth, dotted, walked

if TYPE_CHECKING:
    from patchsmith.guard.facts.assertion import Assertion
    from patchsmith.guard.facts.syntax import Function, Module


class Unit:
    """One function of a test file."""

    def __init__(
        self, module: Module, function: Function, hidden: str, of_module: tuple[Mark, ...] = ()
    ) -> None:
        self.module = module
        """The file."""
        self.function = function
        """The function."""
        self._of_module = of_module
        self.hidden = hidden
        """Why no runner collects it; empty for a test, `helper` for what never was one."""

    @property
    def path(self) -> str:
        """The file's path."""
        return self.module.path

    @property
    def qualname(self) -> str:
        """Names of classes and of the function, dotted."""
        return self.function.qualname

    @property
    def line_no(self) -> int:
        """1-based line of its `def`."""
        return self.function.node.lineno

    @property
    def is_test(self) -> bool:
        """Whether a runner collects it."""
        return not self.hidden

    @cached_property
    def source(self) -> str:
        """Its source lines."""
        return self.module.segment(self.function)

    @cached_property
    def fingerprint(self) -> str:
        """Canonical text of the body, without docstring and without `self.`."""
        body = self.function.node.body
        if len(body) > 1 and isinstance(body[0], ast.Expr):
            if isinstance(body[0].value, ast.Constant):
                body = body[1:]
        return "\n".join(text_of(each) for each in body).replace("self.", "")

    @cached_property
    def body(self) -> Body:
        """What its body does."""
        return body_of(self.function.node)

    @property
    def assertions(self) -> list[Assertion]:
        """Its checks, those that never run included."""
        return self.body.assertions

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        """Marks that apply to it."""
        return marks_of(self.function, self._of_module)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Cases it runs over."""
        return rows_of(self.module, self.function)

    @cached_property
    def atoms(self) -> frozenset[str]:
        """Literals of its body."""
        return atoms(self.function.node.body)

    @cached_property
    def trivial(self) -> bool:
        """Whether it calls nothing that could be wrong: no check of its says more than a name."""
        plain = {"hasattr", "isinstance", "callable", "len", "bool", "str", "print"}
        checks = [check for check in self.assertions if check.live]
        return self.calls <= plain and all(check.strength <= 20 for check in checks)

    @cached_property
    def calls(self) -> frozenset[str]:
        """Dotted names of all it calls, decorators left out."""
        return frozenset(
            dotted(each.func)
            for statement in self.function.node.body
            for each in walked(statement)
            if isinstance(each, ast.Call)
        )


def units_of(module: Module, *, prefix: str = "test") -> list[Unit]:
    """Return the functions of a test file, each with why it is not collected.

    Args:
        module: The file.
        prefix: What names of tests begin with.
    """
    last: dict[str, ast.AST] = {}
    for function in module.functions:
        if not function.dead:
            last[function.qualname] = function.node
    switched = _switched_off(module)
    of_module = module_marks(module)
    found = []
    for function in module.functions:
        hidden = _hidden(function, prefix)
        if not hidden and last.get(function.qualname) is not function.node:
            hidden = "shadowed: a later definition has the same name"
        if not hidden and function.qualname in switched:
            hidden = switched[function.qualname]
        if not hidden and function.classes:
            hidden = switched.get(".".join(each.name for each in function.classes), "")
        found.append(Unit(module, function, hidden, of_module))
    return found


def _hidden(function: Function, prefix: str) -> str:
    if not function.name.startswith(prefix):
        return "helper"
    if any(_is_fixture(each) for each in function.node.decorator_list):
        return "helper"
    if function.nested:
        return "it is defined inside another function"
    if function.dead:
        return "its condition never holds"
    return _class_hides(function.classes[-1]) if function.classes else ""


def _is_fixture(decorator: ast.expr) -> bool:
    name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return name.endswith("fixture")


def _class_hides(node: ast.ClassDef) -> str:
    bases = [dotted(each) for each in node.bases]
    derived = any("Test" in base.rpartition(".")[2] for base in bases)
    if not derived and not node.name.startswith("Test"):
        return "its class is none that a runner collects"
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__" and not derived:
            return "its class has a constructor"
        if isinstance(each, ast.Assign) and _sets_false(each, "__test__"):
            return "its class is switched off by __test__"
    return ""


def _sets_false(node: ast.Assign, name: str) -> bool:
    return constant_truth(node.value) is False and any(
        dotted(target) == name for target in node.targets
    )


def _switched_off(module: Module) -> dict[str, str]:
    """Return the names that statements outside definitions hide, with the reason."""
    found: dict[str, str] = {}
    for node in module.tree.body:
        if isinstance(node, ast.Delete):
            for target in node.targets:
                found[dotted(target)] = "shadowed: its name is deleted"
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                name = dotted(target)
                if name == "__test__" or not name:
                    continue
                if name.endswith(".__test__"):
                    if constant_truth(node.value) is False:
                        found[name.removesuffix(".__test__")] = "it is switched off by __test__"
                else:
                    found[name] = "shadowed: its name is bound to something else"
    if any(isinstance(n, ast.Assign) and _sets_false(n, "__test__") for n in module.tree.body):
        found |= {each.qualname: "its module is switched off" for each in module.functions}
    return found
