"""Which check stands for which."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.assertion import Assertion
from patchsmith.guard.facts.forms import of_assert
from patchsmith.guard.facts.pairing import paired


def checks(*codes: str) -> list[Assertion]:
    found: list[Assertion] = []
    for code in codes:
        node = ast.parse(f"assert {code}").body[0]
        assert isinstance(node, ast.Assert)
        found += of_assert(node)
    return found


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        ("f(1) == 2", "f(1) == 3", "subject"),
        ("f(1) == 2", "f(1)", "subject"),
        ("a.f(1) == 2", "f(1) == 2", "subject"),
        ("f(1) == 2", "len(f(1)) == 1", "wrapped"),
        ("f('x') == 'y'", "g('x') == ('y', 1)", "moved"),
        ("f(11) == 12", "f(21) == 22", "callee"),
    ],
)
def test_a_check_finds_the_one_that_stands_for_it(old: str, new: str, relation: str) -> None:
    """From what is certain to what is likely."""
    (pair,) = paired(checks(old), checks(new)).pairs
    assert pair.relation == relation


def test_equal_checks_fall_away_and_the_rest_is_lost_or_new() -> None:
    """What nothing stands for is lost."""
    found = paired(checks("f(1) == 2", "g(11) == 12"), checks("f(1) == 2", "h(21) == 22"))
    assert [check.text for check in found.lost] == ["g(11) == 12"]
    assert [check.text for check in found.new] == ["h(21) == 22"]
