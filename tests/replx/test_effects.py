"""Rules for effects."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from patchsmith.replx import effects as ef


def test_a_run_belongs_to_an_iteration_unless_it_closes() -> None:
    """The closing run is told apart from the iteration's own."""
    assert ef.RunCommand(2) == ef.RunCommand(2, closing=False)
    assert ef.RunCommand(2) != ef.RunCommand(2, closing=True)


def test_an_order_can_not_be_changed() -> None:
    """Whoever carries an effect out can not make another of it."""
    with pytest.raises(FrozenInstanceError):
        ef.RollBack(1).iteration = 2  # type: ignore[misc]
