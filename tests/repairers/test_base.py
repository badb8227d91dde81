"""What all repairers have in common."""

from __future__ import annotations

import dataclasses

import pytest

from patchsmith.repairers.base import Diagnosis, Repairer
from patchsmith.repairers.command import CommandRepairer
from patchsmith.repairers.offline import OfflineRepairer
from repairers.offline.project_runs import failure_of


def test_every_repairer_has_a_name_for_reports() -> None:
    """Names are short and told apart; the type checker holds each to the protocol."""
    repairers: list[Repairer] = [CommandRepairer(("true",)), OfflineRepairer()]
    assert [repairer.name for repairer in repairers] == ["command", "offline"]


def test_what_a_repairer_is_given_can_not_be_changed() -> None:
    """A failure is a value; history and condition are not a repairer's to edit."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(failure_of(), "budget", 32)  # noqa: B010 - the type checker refuses the plain form


def test_a_diagnosis_may_be_its_text_alone() -> None:
    """Ruled-out causes and a next step are optional."""
    assert Diagnosis("x") == Diagnosis("x", (), None)
