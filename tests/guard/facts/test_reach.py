"""Which checks run and are seen to fail."""

from __future__ import annotations

import ast
from textwrap import indent

import pytest

from patchsmith.guard.facts.reach import Body, body_of


def body(code: str) -> Body:
    node = ast.parse("def test_a():\n" + indent(code, "    ")).body[0]
    assert isinstance(node, ast.FunctionDef)
    return body_of(node)


@pytest.mark.parametrize(
    ("code", "live", "guards"),
    [
        ("assert f() == 1", True, ()),
        ("if x:\n    assert f() == 1", True, ("x",)),
        ("if x:\n    return\nassert f() == 1", True, ("not (x)",)),
        ("return\nassert f() == 1", False, ()),
        ("for _ in []:\n    assert f() == 1", False, ()),
        ("try:\n    assert f() == 1\nexcept Exception:\n    pass", False, ()),
        ("try:\n    assert f() == 1\nexcept Exception:\n    raise", True, ()),
        ("with suppress(AssertionError):\n    assert f() == 1", False, ()),
        ("def g():\n    assert f() == 1", False, ()),
        ("def g():\n    assert f() == 1\ng()", True, ()),
    ],
)
def test_a_check_is_live_where_it_runs(code: str, live: bool, guards: tuple[str, ...]) -> None:
    """Returns, conditions, handlers and uncalled functions decide."""
    (check,) = body(code).assertions
    assert (check.live, check.guards) == (live, guards)


def test_skips_and_idle_statements_are_collected() -> None:
    """What ends a test, and what only looks like a check, is kept."""
    found = body("pytest.skip('x')\nm.called\nm.was_called()\n")
    assert [skip.kind for skip in found.skips] == ["skip"]
    assert [text for _, text in found.idle] == ["m.called", "m.was_called()"]
