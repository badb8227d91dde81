"""The forms that are assertions, each with its kind, subject and expected value."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.forms import of_assert, of_call, of_with

ASSERTS = {
    "f(1) == 2": ("exact", "f(1)", "2"),
    "2 == f(1)": ("exact", "f(1)", "2"),
    "expected == f(1)": ("exact", "f(1)", "expected"),
    "f() is None": ("exact", "f()", "None"),
    "f() == pytest.approx(0.1, abs=1e-3)": ("approx", "f()", "0.1"),
    "abs(f() - 0.1) < 1e-6": ("approx", "f()", "0.1"),
    "math.isclose(f(), 0.1)": ("approx", "f()", "0.1"),
    "'a' in f()": ("member", "f()", "'a'"),
    "f() in (1, 2)": ("member", "f()", "(1, 2)"),
    "f().startswith('a')": ("member", "f()", "'a'"),
    "f() > 3": ("bound", "f()", "3"),
    "1 < f() < 3": ("bound", "f()", "1 < f() < 3"),
    "isinstance(f(), int)": ("type", "f()", "int"),
    "f() != 3": ("unequal", "f()", "3"),
    "f()": ("true", "f()", ""),
    "not f()": ("false", "f()", ""),
}
CALLS = {
    "self.assertEqual(f(), 2)": ("exact", "f()", "2"),
    "self.assertIsNone(f())": ("exact", "f()", "None"),
    "self.assertAlmostEqual(f(), 0.1, places=3)": ("approx", "f()", "0.1"),
    "self.assertIn('a', f())": ("member", "f()", "'a'"),
    "self.assertGreater(f(), 1)": ("bound", "f()", "1"),
    "self.assertIsInstance(f(), int)": ("type", "f()", "int"),
    "self.assertTrue(f())": ("true", "f()", ""),
    "self.assertFalse(f())": ("false", "f()", ""),
    "self.assertTrue(f() == 2)": ("exact", "f()", "2"),
    "self.assertRaises(ValueError, f, 1)": ("raises", "f(1)", "ValueError"),
    "m.assert_called_once_with(3)": ("mock", "m", "3"),
    "pytest.fail('x')": ("fail", "", ""),
    "np.testing.assert_allclose(f(), 0.1)": ("approx", "f()", "0.1"),
}


@pytest.mark.parametrize(("code", "wanted"), ASSERTS.items(), ids=ASSERTS.keys())
def test_assert_statements(code: str, wanted: tuple[str, str, str]) -> None:
    """An `assert` is read by what it compares."""
    node = ast.parse(f"assert {code}").body[0]
    assert isinstance(node, ast.Assert)
    (check,) = of_assert(node)
    assert (str(check.kind), check.subject, check.expected) == wanted


@pytest.mark.parametrize(("code", "wanted"), CALLS.items(), ids=CALLS.keys())
def test_calls(code: str, wanted: tuple[str, str, str]) -> None:
    """Methods of test frameworks and of mocks are checks."""
    node = ast.parse(code, mode="eval").body
    assert isinstance(node, ast.Call)
    check = of_call(node)
    assert check is not None
    assert (str(check.kind), check.subject, check.expected) == wanted


def test_and_makes_several() -> None:
    """Each side of `and` is a check of its own."""
    node = ast.parse("assert f() == 1 and g() == 2").body[0]
    assert isinstance(node, ast.Assert)
    assert [check.subject for check in of_assert(node)] == ["f()", "g()"]


def test_a_block_that_expects_an_error() -> None:
    """`with raises` is a check of the statements in it."""
    node = ast.parse("with pytest.raises(ValueError, match='x'):\n    f(1)").body[0]
    assert isinstance(node, ast.With)
    check = of_with(node, node.items[0])
    assert check is not None
    assert (check.subject, check.expected, check.detail) == ("f(1)", "ValueError", "'x'")


def test_other_calls_are_none() -> None:
    """A misspelt check of a mock is no check."""
    node = ast.parse("m.was_called_once_with(3)", mode="eval").body
    assert isinstance(node, ast.Call)
    assert of_call(node) is None
