"""Rules for repairers by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loops import Scripted
from patchsmith.errors import RequestError
from patchsmith.repairers.command import CommandRepairer
from patchsmith.repairers.recorded import RecordedRepairer
from patchsmith.repairers.registry import choose_repairer, chosen_again, named_again


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


def test_a_stored_run_is_named_in_place_or_apart(tmp_path: Path) -> None:
    """Both ways mean the same, and its folder alone is enough."""
    (tmp_path / "events.jsonl").write_text('{"event": "NothingChanged", "account": {"text": "x",')
    with pytest.raises(RequestError, match="no folder of a stored run"):
        choose_repairer(recorded=str(tmp_path))
    (tmp_path / "events.jsonl").write_text('{"event": "LoopStarted"}\n')
    for chosen in (
        choose_repairer(recorded=str(tmp_path)),
        choose_repairer("recorded", recorded=str(tmp_path)),
        choose_repairer(f"recorded:{tmp_path}"),
    ):
        assert isinstance(chosen, RecordedRepairer)
    with pytest.raises(RequestError, match="recorded run is given, but the repairer is 'command'"):
        choose_repairer(command="fix.sh", recorded=str(tmp_path))


REFUSED: dict[str, tuple[str, str | None, str]] = {
    "no stored run": ("recorded", None, "--recorded DIR"),
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


@pytest.mark.parametrize("name", ["offline", "none", "command:fix.sh --fast"])
def test_a_repairer_is_found_again_by_what_was_stored(name: str) -> None:
    """A run that is gone on with has the repairer it began with."""
    chosen = choose_repairer(name)
    stored = json.loads(json.dumps(named_again(chosen)))
    again = chosen_again(stored)
    assert type(again) is type(chosen)
    if isinstance(chosen, CommandRepairer) and isinstance(again, CommandRepairer):
        assert (again.argv, again.timeout_s) == (chosen.argv, chosen.timeout_s)


def test_a_repairer_of_the_callers_own_has_no_name() -> None:
    """Also when it calls itself like one of ours."""
    assert named_again(Scripted([], name="offline")) is None


@pytest.mark.parametrize(
    "stored",
    [
        None,
        "offline",
        {},
        {"name": "nonsense"},
        {"name": ["offline"]},
        {"name": "command"},
        {"name": "command", "argv": "x", "timeout_s": 1},
        {"name": "command", "argv": ["x", 3], "timeout_s": 1},
        {"name": "command", "argv": ["x"], "timeout_s": "1"},
        {"name": "command", "argv": ["x"], "timeout_s": float("nan")},
        {"name": "command", "argv": [], "timeout_s": 1},
    ],
)
def test_what_describes_no_repairer_is_refused(stored: object) -> None:
    """Nothing is chosen in its place."""
    with pytest.raises(RequestError):
        chosen_again(stored)


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
