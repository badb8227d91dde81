"""How a later check is weaker."""

from __future__ import annotations

import ast

import pytest

from patchsmith.guard.facts.drops import is_looser, tolerance_ratio
from patchsmith.guard.facts.forms import of_assert
from patchsmith.guard.facts.pairing import Pair, paired


def pair(old: str, new: str) -> Pair:
    sides = []
    for code in (old, new):
        node = ast.parse(f"assert {code}").body[0]
        assert isinstance(node, ast.Assert)
        sides.append(list(of_assert(node)))
    (found,) = paired(*sides).pairs
    return found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("f() == 'abc'", "f()"),
        ("f() == 'abc'", "'a' in f()"),
        ("f() == 'abc'", "f()[:1] == 'a'"),
        ("f() > 5", "f() > 1"),
        ("f() in (1, 2)", "f() in (1, 2, 3)"),
    ],
)
def test_the_direction_counts(old: str, new: str) -> None:
    """A drop is one, a rise is none."""
    assert is_looser(pair(old, new))
    assert not is_looser(pair(new, old))


def test_tolerances_are_compared_as_numbers() -> None:
    """Relative and absolute tolerances of one value are comparable."""
    wide = pair("f() == approx(100.0, abs=0.1)", "f() == approx(100.0, rel=0.1)")
    assert tolerance_ratio(wide.old, wide.new) == pytest.approx(100)
    tight = pair("f() == 0.3", "f() == approx(0.3)")
    assert tolerance_ratio(tight.old, tight.new) <= 1
