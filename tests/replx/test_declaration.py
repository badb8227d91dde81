"""Rules for what a loop is declared to do."""

from __future__ import annotations

import json

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.replx.condition import Condition, OutputLine, Stated
from patchsmith.replx.declaration import declare
from patchsmith.replx.target import ProgramFound

FOUND = ProgramFound(True)


def test_defaults_are_exit_status_zero_and_four_iterations() -> None:
    """A command alone is a declaration."""
    declared = declare(["make", "test"], program=FOUND)
    assert (declared.condition, declared.budget) == (Condition(), 4)
    assert declared.target.argv == ("make", "test")


def test_options_are_taken_over() -> None:
    """Budget and condition are the caller's."""
    stated = Stated(success_line="ok", stream="stdout")
    declared = declare(["make"], program=FOUND, budget="2", stated=stated)
    assert declared.budget == 2
    assert isinstance(declared.condition.oracle, OutputLine)


def test_the_budget_is_judged_first() -> None:
    """A wrong budget is named even when the target is wrong too."""
    with pytest.raises(DeclarationError) as caught:
        declare([], program=None, budget="0")
    assert caught.value.code == "budget"


def test_a_declaration_can_not_be_changed() -> None:
    """What was declared before the first run holds to the last."""
    declared = declare(["make"], program=FOUND)
    with pytest.raises(AttributeError):
        declared.budget = 5  # type: ignore[misc]


def test_it_can_be_written_down() -> None:
    """The JSON form names command, condition and budget."""
    found = json.loads(json.dumps(declare(["make"], program=FOUND).to_dict()))
    assert found["target"] == "make"
    assert found["condition"] == "exit status 0"
    assert found["budget"] == 4


def test_a_check_is_a_command_like_the_target() -> None:
    """A shell string goes through sh, and a program that does not exist is refused."""
    stated = Stated(check="test -e out && grep -q ok out")
    declared = declare(["make"], program=FOUND, stated=stated)
    assert declared.condition.check is not None
    assert declared.condition.check.argv[:2] == ("sh", "-c")
    with pytest.raises(DeclarationError, match="the check can not be run") as caught:
        declare(
            ["make"], program=FOUND, stated=Stated(check="nope"), check_program=ProgramFound(False)
        )
    assert caught.value.code == "uncheckable-condition"
