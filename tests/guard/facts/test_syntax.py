"""Python files as modules: functions, scopes, what can not be read."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.syntax import Module, constant_truth, dotted, parsed, same_tree


def module(text: str) -> Module:
    found = parsed("a.py", text)
    assert isinstance(found, Module)
    return found


def test_functions_know_their_scopes() -> None:
    """A function has the names around it, and says whether it can be reached."""
    found = module(
        "class A:\n    def b(self):\n        def c(): pass\nif False:\n    def d(): pass\n"
    )
    assert [(f.qualname, f.nested, f.dead) for f in found.functions] == [
        ("A.b", False, False),
        ("A.b.c", True, False),
        ("d", False, True),
    ]


def test_imports_and_constants() -> None:
    """Local names lead to what they stand for; a name bound twice is no constant."""
    found = module("import a.b\nfrom c import d as e\nX = 1\nY = 1\nY = 2\n")
    assert found.imports == {"a": "a", "e": "c.d"}
    assert list(found.constants) == ["X"]


@pytest.mark.parametrize("text", ["(" * 3000, "def f(:", "x = \0", "x" * 2_000_001])
def test_what_can_not_be_read_gives_a_reason(text: str) -> None:
    """No content raises."""
    assert isinstance(parsed("a.py", text), str)


def test_layout_and_comments_are_no_difference() -> None:
    """Two files with one tree are the same."""
    assert same_tree(module("x = [1,\n 2]  # y\n"), module("x = [1, 2]\n"))
    assert not same_tree(module("x = 1\n"), module("x = 2\n"))


@pytest.mark.parametrize(
    ("code", "truth"),
    [
        ("True", True),
        ("0", False),
        ("not 0", True),
        ("1 == 1", True),
        ("1 != 1", False),
        ("x", None),
    ],
)
def test_constant_truth(code: str, truth: bool | None) -> None:
    """Only what is written down is always true or false."""
    assert constant_truth(ast.parse(code, mode="eval").body) is truth


def test_dotted_names() -> None:
    """A chain of attributes is one name; anything else in it leaves the rest."""
    assert dotted(ast.parse("a.b.c", mode="eval").body) == "a.b.c"
    assert dotted(ast.parse("a().b", mode="eval").body) == ".b"
