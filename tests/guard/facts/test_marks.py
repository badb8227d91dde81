"""Marks on tests."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.marks import mark_of, marks_of, module_marks
from patchsmith.guard.facts.syntax import Module, parsed


@pytest.mark.parametrize(
    ("code", "kind", "condition"),
    [
        ("pytest.mark.skip", "skip", ""),
        ("pytest.mark.skipif(x, reason='y')", "skip", "x"),
        ("unittest.skipUnless(x, 'y')", "skip", "x"),
        ("pytest.mark.xfail(strict=True)", "xfail", ""),
        ("unittest.expectedFailure", "xfail", ""),
        ("pytest.mark.flaky(reruns=3)", "retry", ""),
    ],
)
def test_a_mark_has_kind_and_condition(code: str, kind: str, condition: str) -> None:
    """Decorators of pytest and unittest are known."""
    mark = mark_of(ast.parse(code, mode="eval").body)
    assert mark is not None
    assert (mark.kind, mark.condition) == (kind, condition)


def test_other_decorators_are_none() -> None:
    """A mark of the project's own, or a method called skip, is none."""
    assert mark_of(ast.parse("pytest.mark.slow", mode="eval").body) is None
    assert mark_of(ast.parse("app.skip", mode="eval").body) is None


def test_marks_come_from_everywhere_above() -> None:
    """A test has the marks of its class and its module."""
    text = "pytestmark = [pytest.mark.skip]\n@pytest.mark.xfail\nclass A:\n    def test_a(self): pass\n"
    module = parsed("a.py", text)
    assert isinstance(module, Module)
    found = marks_of(module.functions[0], module_marks(module))
    assert [mark.kind for mark in found] == ["xfail", "skip"]
