"""`patchsmith recover`: by hand what every editing command does first."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from invoking import patchsmith
from killing import MANY, SCENARIOS, FaultyDisk, change_set, cut_off, laid, picture, swaps
from patchsmith.changes.paths import RECORD_DIR, RelPath
from patchsmith.cli.recover import in_words
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.recovery import Recovered


def test_it_mends_and_says_so(tmp_path: Path) -> None:
    """Which way, and which files; the second time there is nothing to do."""
    root = tmp_path / "root"
    before = picture(laid(root))
    disk = FaultyDisk()
    LocalWorkspace(root, disk=disk).commit(change_set(MANY))
    after = picture(root)
    for at, then, said in (
        (12, before, b"Took back a commit that was cut off.\n  x/y/new\n  up\n"),
        (swaps(disk.trace)[5], after, b"Carried out a commit that was cut off.\n  x/y/new\n"),
    ):
        cut_off(root, at)
        done = patchsmith(tmp_path, "recover", "--root", "root")
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(said)
        assert picture(root) == then
        assert patchsmith(root, "recover").stdout == b"Nothing to recover.\n"


def test_json_is_one_object(tmp_path: Path) -> None:
    """With the outcome as a word."""
    cut_off(tmp_path / "root", 12)
    for outcome in ("undone", "nothing"):
        done = patchsmith(tmp_path, "recover", "--root", "root", "--json")
        found = json.loads(done.stdout)
        assert (found["ok"], found["outcome"]) == (True, outcome)


def test_a_record_that_is_not_believed_is_refused(tmp_path: Path) -> None:
    """By every command alike, with what to do about it; the machine said no."""
    (tmp_path / RECORD_DIR).mkdir(0o700)
    (tmp_path / RECORD_DIR / "record").write_text("patchsmith-commit 1\n")
    (tmp_path / "f").write_text("a\n")
    for words in (("recover",), ("edit", "f", "--old", "a", "--new", "b")):
        done = patchsmith(tmp_path, *words)
        assert (done.returncode, done.stdout) == (4, b"")
        assert b"Nothing was touched. Look into .patchsmith-txn, then remove it." in done.stderr
    done = patchsmith(tmp_path, "recover", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["code"]) == (4, "conflict")
    assert (tmp_path / "f").read_text() == "a\n"


def test_files_that_were_left_alone_are_marked() -> None:
    """Names stay on their line."""
    paths = (RelPath("a"), RelPath("b\nc"))
    assert in_words(Recovered("undone", paths, paths[1:])).splitlines() == [
        "Took back a commit that was cut off.",
        "  a",
        "  b\\nc   (changed by somebody else since: left alone)",
    ]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_editing_command_recovers_first(tmp_path: Path, scenario: str) -> None:
    """Whatever it then does, or refuses to do."""
    root = laid(tmp_path / "root")
    before = picture(root)
    cut_off(root, 12, scenario)
    done = patchsmith(root, "edit", "other", "--old", "no such text", "--new", "x")
    assert done.returncode == 1
    assert picture(root) == before
    assert RECORD_DIR not in os.listdir(root)
