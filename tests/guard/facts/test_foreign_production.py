"""Literals of tests in production code that only text rules read."""

from __future__ import annotations

from patchsmith.guard.facts.foreign_production import ForeignProduction

TESTS = frozenset({"a-b", "a_b", "404"})


def test_a_line_that_decides_by_a_test_is_found() -> None:
    """Input and answer block, an input alone warns."""
    both = ForeignProduction("a.js", "", "if (s === 'a-b') return 'a_b';\n", TESTS)
    one = ForeignProduction("a.js", "", "if (s === 'a-b') return g(s);\n", TESTS)
    assert [str(weight) for _, _, weight in both.special_cases] == ["block"]
    assert [str(weight) for _, _, weight in one.special_cases] == ["warn"]


def test_codes_and_known_literals_are_none() -> None:
    """A status, or what stood in the code before, is no special case."""
    assert (
        ForeignProduction("a.js", "", "if (res.status === 404) throw e;\n", TESTS).special_cases
        == []
    )
    known = ForeignProduction("a.js", "x = 'a-b';\n", "if (s === 'a-b') return 1;\n", TESTS)
    assert known.special_cases == []
