"""Assertions as values."""

from __future__ import annotations

from patchsmith.guard.facts.assertion import STRENGTH, Assertion, Kind


def test_every_kind_has_a_strength() -> None:
    """The order that decides what is looser is complete."""
    assert set(STRENGTH) == set(Kind)
    assert (
        STRENGTH[Kind.EXACT] > STRENGTH[Kind.APPROX] > STRENGTH[Kind.MEMBER] > STRENGTH[Kind.BOUND]
    )
    assert STRENGTH[Kind.BOUND] > STRENGTH[Kind.TYPE] > STRENGTH[Kind.TRUE]


def test_a_placed_check_is_live_only_where_it_can_fail() -> None:
    """Dead, swallowed and vacuous checks are not live."""
    check = Assertion(Kind.EXACT, "f()", "1", 3, "f() == 1")
    assert check.live
    assert not check.placed(dead="x", swallowed=False, guards=(), line_no=4).live
    assert not check.placed(dead="", swallowed=True, guards=(), line_no=4).live
    assert check.placed(dead="", swallowed=False, guards=("x",), line_no=4).key == check.key
