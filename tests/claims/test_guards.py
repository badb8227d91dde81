"""Every guard of the loop, fired once by the command: its name, exit status 2, nothing edited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loops import project, runs_counted
from patchsmith.cli.replx import main
from patchsmith.errors import DeclarationError
from trees import lay, tree

EDIT = "printf 'good\\n' > app.txt"
FIRED: dict[str, list[list[str]]] = {
    "no-target": [[], ["no-such-command-at-all"], ["  "]],
    "budget": [["--budget", given, "./check.sh"] for given in ("0", "33", "1.5", "many", "-1")],
    "goal-needs-reasoning": [["--goal", "it works"], ["Make everything work"]],
    "uncheckable-condition": [
        ["--success", "it looks right", "./check.sh"],
        ["--success-line", " ", "./check.sh"],
        ["--success-regex", "(", "./check.sh"],
        ["--success-line", "a", "--success-exact", "a", "./check.sh"],
        ["--no-output", ".*", "./check.sh"],
        ["--check", "no-such-check-at-all", "./check.sh"],
    ],
    "phases-unknown": [["--phases", "./check.sh"], ["--lint", "true", "./check.sh"]],
    "lying-exit": [["sh", "smoke.sh"], ["sh", "empty.sh"]],
}
BEFORE_THE_FIRST_RUN = [name for name in FIRED if name != "lying-exit"]
CALLS = [
    pytest.param(guard, call, id=f"{guard}-{number}")
    for guard, calls in FIRED.items()
    for number, call in enumerate(calls)
]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a failing project that is the current folder, with scripts that lie."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    found = project(tmp_path / "root", tmp_path / "count")
    lay(
        found,
        {
            "smoke.sh": "echo 'smoke: FAIL'\n",
            "empty.sh": "echo 'Ran 0 tests in 0.000s'; echo; echo OK\n",
        },
    )
    monkeypatch.chdir(found)
    return found


def test_the_table_holds_every_guard() -> None:
    """Also one that is added later."""
    assert set(FIRED) == {*DeclarationError.codes, "lying-exit"}


@pytest.mark.parametrize(("guard", "call"), CALLS)
def test_a_guard_is_named_and_nothing_is_edited(
    guard: str, call: list[str], root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the report and in JSON; exit status 2, and no repairer was asked."""
    before = tree(root)
    assert main(["--repair-command", EDIT, *call]) == 2
    report = capsys.readouterr().out
    for line in (
        "- Status: input-error",
        f"- Guard: `{guard}`",
        "- Final diff: none",
        "- Edits: nothing was edited",
    ):
        assert report.splitlines().count(line) == 1
    assert main(["--json", "--repair-command", EDIT, *call]) == 2
    outcome = json.loads(capsys.readouterr().out)["outcome"]
    assert (outcome["status"], outcome["guard"]) == ("input-error", guard)
    assert outcome["require"]
    assert tree(root) == before
    assert runs_counted(tmp_path / "count") == 0


@pytest.mark.parametrize("guard", BEFORE_THE_FIRST_RUN)
def test_a_refused_declaration_leaves_no_run(guard: str, root: Path, tmp_path: Path) -> None:
    """Not even a folder for it."""
    del root
    for call in FIRED[guard]:
        assert main(["--repair-command", EDIT, *call]) == 2
    assert not (tmp_path / "state").exists()
