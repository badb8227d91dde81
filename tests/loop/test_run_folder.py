"""Rules for the folder of one run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loops import declaration
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.git_state import GitState
from patchsmith.loop.run_folder import FORMAT, RunFolder, folder_of_runs, state_folder
from patchsmith.loop.steps import Step
from patchsmith.replx import events as ev
from patchsmith.snapshots.deep import DeepTree
from patchsmith.snapshots.store import TreeId
from patchsmith.text.masking import Masker

STEP = Step(DeepTree(TreeId("0" * 40)), GitState(exists=False))


def test_the_state_folder_follows_the_specification(monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG_STATE_HOME when it is absolute, else the folder in the home."""
    monkeypatch.setenv("HOME", "/home/someone")
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert state_folder() == Path("/state/patchsmith")
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_STATE_HOME", ignored)
        assert state_folder() == Path("/home/someone/.local/state/patchsmith")


def test_every_run_has_a_folder_of_its_own(tmp_path: Path) -> None:
    """Two runs in one second do not meet."""
    folders = {RunFolder.create(tmp_path / "runs").path for _ in range(5)}
    assert len(folders) == 5


def test_a_folder_inside_the_root_is_refused(tmp_path: Path) -> None:
    """A link does not hide it."""
    (tmp_path / "root").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "root")
    for inside in (tmp_path / "root", tmp_path / "root" / "runs", tmp_path / "link" / "runs"):
        with pytest.raises(RequestError):
            folder_of_runs(inside, tmp_path / "root")
    assert folder_of_runs(tmp_path / "runs", tmp_path / "root") == tmp_path / "runs"


def test_a_folder_that_can_not_be_made_is_an_error_of_the_machine(tmp_path: Path) -> None:
    """A file is in the way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault):
        RunFolder.create(tmp_path / "file" / "runs")


def test_events_are_appended_one_line_each(tmp_path: Path) -> None:
    """A reader sees every event that has happened, whatever happens next."""
    folder = RunFolder.create(tmp_path / "runs")
    folder.append(ev.LoopStarted(), STEP)
    folder.append(ev.Interrupted("SIGINT"), STEP)
    lines = (folder.path / "events.jsonl").read_text().splitlines()
    assert [json.loads(line)["n"] for line in lines] == [1, 2]
    assert json.loads(lines[1])["by"] == "SIGINT"


def test_what_was_declared_is_written_down(tmp_path: Path) -> None:
    """With what else holds for the whole run."""
    folder = RunFolder.create(tmp_path / "runs")
    folder.write_declaration(declaration(), root="/root")
    found = json.loads((folder.path / "declaration.json").read_text())
    assert (found["budget"], found["root"]) == (4, "/root")


def test_a_folder_that_has_gone_is_an_error_that_names_it(tmp_path: Path) -> None:
    """Not a traceback."""
    with pytest.raises(EnvironmentFault, match="can not be written"):
        RunFolder(tmp_path / "gone", Masker()).write_diff("01", "x")


def test_the_form_has_a_version(tmp_path: Path) -> None:
    """What reads it knows whether it can."""
    folder = RunFolder.create(tmp_path / "runs")
    folder.write_run({"root": "/root"}, declaration={"target": "make"})
    found = json.loads((folder.path / "run.json").read_text())
    assert (found["format"], found["withheld"]) == (FORMAT, False)


def test_a_secret_is_withheld_and_said_to_be(tmp_path: Path) -> None:
    """A masked command must not be run again as if it were the one declared."""
    folder = RunFolder(RunFolder.create(tmp_path / "runs").path, Masker(("hunter22",)))
    folder.write_run({"root": "/root"}, declaration={"argv": ["deploy", "hunter22"]})
    text = (folder.path / "run.json").read_text()
    assert "hunter22" not in text
    assert json.loads(text)["withheld"] is True


def test_what_is_appended_to_a_cut_off_line_begins_a_new_one(tmp_path: Path) -> None:
    """A process that was killed may have written half of one."""
    folder = RunFolder.create(tmp_path / "runs")
    folder.append(ev.LoopStarted(), STEP)
    events = folder.path / "events.jsonl"
    sound = events.stat().st_size
    events.write_bytes(events.read_bytes() + b'{"n": 2, "ti')
    again = RunFolder.reopened(folder.path, lines=1, sound_bytes=sound)
    again.note("died", reason="killed")
    lines = [json.loads(line) for line in events.read_text().splitlines()]
    assert [(line["n"], line.get("note")) for line in lines] == [(1, None), (2, "died")]
