"""Literals in expressions."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.literals import atoms, is_literal, number, telling, values_in


def expression(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def test_atoms_are_displays_and_their_parts() -> None:
    """A display of literals counts as one and as its parts; messages do not count."""
    assert atoms([expression("f([1, 2], x='a')")]) == {"[1, 2]", "1", "2", "'a'"}
    assert atoms(ast.parse("assert f(3), 'message'").body) == {"3"}


def test_what_is_a_literal() -> None:
    """A call is none, a negative number is one."""
    assert is_literal(expression("{'a': (-1, None)}"))
    assert not is_literal(expression("[f()]"))


@pytest.mark.parametrize("value", [None, True, 0, 3, "", "a"])
def test_common_values_tell_nothing(value: object) -> None:
    """What stands everywhere by chance is not telling."""
    assert not telling(value)


def test_numbers() -> None:
    """Signs and small powers are understood, names are not."""
    assert number(expression("-2.5")) == -2.5
    assert number(expression("10 ** -3")) == pytest.approx(1e-3)
    assert number(expression("x")) is None
    assert number(expression("9 ** 999")) is None
    assert values_in(expression("f(1, 'a')")) == ["a", 1]
