"""Functions of a test file: tests, helpers, hidden tests."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.syntax import Module, parsed
from patchsmith.guard.facts.units import Unit, units_of


def units(text: str) -> list[Unit]:
    module = parsed("tests/test_a.py", text)
    assert isinstance(module, Module)
    return units_of(module)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("def test_a(): pass\n", ""),
        ("def helper(): pass\n", "helper"),
        ("class TestA:\n    def test_a(self): pass\n", ""),
        ("class A(unittest.TestCase):\n    def test_a(self): pass\n", ""),
        ("class A:\n    def test_a(self): pass\n", "its class is none that a runner collects"),
        ("def test_a(): pass\ntest_a.__test__ = False\n", "it is switched off by __test__"),
        ("def test_a(): pass\ntest_a = None\n", "shadowed: its name is bound to something else"),
        (
            "def test_a(): pass\ndef test_a(): return 1\n",
            "shadowed: a later definition has the same name",
        ),
    ],
)
def test_what_a_runner_collects(text: str, hidden: str) -> None:
    """A function that is not collected says why."""
    assert units(text)[0].hidden == hidden


def test_a_fingerprint_is_the_body_alone() -> None:
    """Names, docstrings, layout and `self.` do not count."""
    one, other = (
        units("def test_a():\n    'x'\n    assert f(1)==2\n"),
        units("def test_b():\n    assert f(1) == 2\n"),
    )
    assert one[0].fingerprint == other[0].fingerprint


def test_a_trivial_test_says_only_that_a_name_is_there() -> None:
    """What calls nothing of the program is trivial."""
    assert units("def test_a():\n    assert hasattr(m, 'x')\n")[0].trivial
    assert not units("def test_a():\n    assert f()\n")[0].trivial
