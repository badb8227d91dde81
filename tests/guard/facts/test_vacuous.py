"""Expressions that can not be false."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.vacuous import always_true


@pytest.mark.parametrize(
    "code",
    [
        "True",
        "(x, 'm')",
        "x or 1",
        "x == x",
        "x in (True, False)",
        "len(x) >= 0",
        "x or not x",
        "f'{x}'",
    ],
)
def test_always_true(code: str) -> None:
    """Such an expression has a reason."""
    assert always_true(ast.parse(code, mode="eval").body)


@pytest.mark.parametrize("code", ["x", "x == 1", "x or y", "len(x) >= 1", "()", "x in (1, 2)"])
def test_may_be_false(code: str) -> None:
    """Anything that depends on the code may be false."""
    assert always_true(ast.parse(code, mode="eval").body) == ""
