"""Rules of three commands as the phases of one driver."""

from __future__ import annotations

import pytest

from loops import declaration, phases
from patchsmith.errors import DeclarationError
from patchsmith.replx.phases import Part, Phase, PhaseCommand, phases_of
from patchsmith.replx.target import ProgramFound


def test_build_and_test_are_one_command() -> None:
    """Test runs only where build passed; one execution is one run."""
    assert phases().rest.argv == ("sh", "-c", "make build && make test")


@pytest.mark.parametrize(
    ("build", "text"),
    [
        ("a; b", "(a; b) && t"),
        ("a || b", "(a || b) && t"),
        ("a # why", "(a # why\n) && t"),
        (" a ", "a && t"),
    ],
)
def test_a_compound_build_keeps_its_meaning(build: str, text: str) -> None:
    """Its own operators and comments do not reach behind it."""
    assert phases(build=build, test="t").rest.argv[-1] == text


def test_what_is_missing_is_named() -> None:
    """And the three commands are asked for."""
    known = {Phase.LINT: PhaseCommand("make lint", "Makefile")}
    with pytest.raises(DeclarationError, match="build and test are neither given") as caught:
        phases_of(known, dict.fromkeys(Phase))
    assert caught.value.code == "phases-unknown"
    assert caught.value.hint == "Pass the three commands: --lint CMD --build CMD --test CMD."
    with pytest.raises(DeclarationError, match="lint, build and test are"):
        phases_of({}, {})


def test_a_command_that_can_not_run_is_refused() -> None:
    """By the same guard, with the reason."""
    commands = {phase: PhaseCommand("gone", "given") for phase in Phase}
    with pytest.raises(DeclarationError, match="command for lint can not be run") as caught:
        phases_of(commands, dict.fromkeys(Phase, ProgramFound(False)))
    assert caught.value.code == "phases-unknown"


def test_a_declaration_knows_the_command_of_each_part() -> None:
    """Without phases there is only the full command."""
    declared = declaration(phases=phases())
    shown = [declared.command(part).display for part in Part]
    assert shown == ["make test", "make build && make test", "make lint"]
    assert [declaration().command(part).display for part in Part] == ["make test"] * 3


def test_phases_stand_in_the_json_with_their_source() -> None:
    """Whoever reads the declaration sees what was taken for what, and why."""
    assert phases().to_dict()["lint"] == {"command": "make lint", "source": "given"}
