"""Rules for repairers by name."""

from __future__ import annotations

import pytest

from patchsmith.errors import RequestError
from patchsmith.repairers.command import CommandRepairer
from patchsmith.repairers.registry import choose_repairer


@pytest.mark.parametrize("name", ["offline", "none"])
def test_a_name_means_its_repairer(name: str) -> None:
    """Reports call it by that name."""
    assert choose_repairer(name).name == name


def test_a_program_is_named_in_place_or_apart() -> None:
    """Both ways mean the same."""
    for chosen in (
        choose_repairer("command:fix.sh --fast"),
        choose_repairer("command", command="fix.sh --fast"),
    ):
        assert isinstance(chosen, CommandRepairer)
        assert chosen.argv == ("fix.sh", "--fast")


def test_shell_syntax_is_read_by_a_shell() -> None:
    """A repair command is written as in a terminal."""
    chosen = choose_repairer("command", command="cat > /dev/null; echo done")
    assert isinstance(chosen, CommandRepairer)
    assert chosen.argv == ("sh", "-c", "cat > /dev/null; echo done")


REFUSED: dict[str, tuple[str, str | None, str]] = {
    "a slip": ("ofline", None, "Did you mean offline"),
    "an unknown name": ("gpt", None, "Known are"),
    "no program": ("command", None, "--repair-command"),
    "an empty program": ("command", "  ", "--repair-command"),
    "two repairers": ("offline", "fix.sh", "name it `command`"),
    "an offline program": ("offline:fix.sh", None, "Did you mean"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_a_wrong_name_is_refused_with_a_next_step(case: tuple[str, str | None, str]) -> None:
    """Nothing on the machine is used in its place."""
    name, command, hint = case
    with pytest.raises(RequestError) as caught:
        choose_repairer(name, command=command)
    assert hint in str(caught.value)


def test_a_time_is_for_programs_only() -> None:
    """Where there is none to bound, the option would promise what it can not hold."""
    chosen = choose_repairer("command:fix.sh", timeout_s=5)
    assert isinstance(chosen, CommandRepairer)
    assert chosen.timeout_s == 5
    for name in ("offline", "none"):
        with pytest.raises(RequestError, match="no program"):
            choose_repairer(name, timeout_s=5)
    with pytest.raises(RequestError, match="above 0"):
        choose_repairer("command:fix.sh", timeout_s=0)
