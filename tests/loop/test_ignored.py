"""Rules for files that git ignores one by one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from loops import Scripted, looped, project, writes
from patchsmith.loop.ignored import Edited, IgnoredWatch
from patchsmith.replx.record import FileLines, Status
from patchsmith.snapshots.deep import DeepStore
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path

IGNORED = ".env\n*.log\n*.db\nbuild/\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with ignored files."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    root = project(tmp_path / "root", tmp_path / "count")
    lay(
        root,
        {
            ".gitignore": IGNORED, ".env": "MODE=bad\nLEVEL=1\n", "deep/.env": "x\n",
            "app.log": "started\n", "a.db": b"\0\1", "build/.env": "MODE=bad\n",
        },
    )  # fmt: skip
    return root


def watch(root: Path, tmp_path: Path) -> IgnoredWatch:
    """Return a watch on the root as it is."""
    store = DeepStore(root, tmp_path / "store")
    store.take()
    return IgnoredWatch(root, store)


def test_text_that_was_there_is_watched(root: Path, tmp_path: Path) -> None:
    """Edited or gone, at any depth; what programs leave behind is not looked at."""
    found = watch(root, tmp_path)
    assert found.edited() == Edited()
    lay(root, {".env": "MODE=good\nLEVEL=1\n", "app.log": "ended\n", "a.db": b"\0\2"})
    lay(root, {"build/.env": "MODE=good\n", "new/.env": "y\n"})
    (root / "deep" / ".env").unlink()
    seen = found.edited()
    assert seen.changes == (
        FileLines(".env", "modified", 1, 1, note="ignored by git"),
        FileLines("deep/.env", "deleted", 0, 1, note="ignored by git"),
    )
    assert b"MODE=good" in seen.contents
    found.put_back()
    assert found.edited() == Edited()
    assert (root / "deep" / ".env").read_text() == "x\n"
    assert (root / "app.log").read_text() == "ended\n"


def test_an_edit_that_helps_is_reported(root: Path) -> None:
    """It counts as the attempt's change, and a finding says that no diff shows it."""
    lay(root, {"check.sh": "#!/bin/sh\ngrep -q good .env\n"})
    record = looped(root, Scripted([writes(".env", "MODE=good\n")]), budget=1)
    assert record.outcome.status is Status.SOLVED
    assert [(each.rule, each.path) for each in record.outcome.findings] == [("PT09", ".env")]
    attempt = record.iterations[0].attempt
    assert attempt is not None
    assert [change.path for change in attempt.changes] == [".env"]


def test_an_edit_of_a_refused_attempt_is_put_back(root: Path) -> None:
    """With everything else that the attempt did."""

    def attempt(folder: Path) -> None:
        lay(folder, {".env": "MODE=worse\n", "tests/test_app.txt": "expects bad\n"})

    record = looped(root, Scripted([attempt]), budget=1)
    assert record.outcome.status is Status.UNSOLVED
    assert "PT09" not in [each.rule for each in record.outcome.findings]
    assert (root / ".env").read_text() == "MODE=bad\nLEVEL=1\n"


@pytest.mark.parametrize("kind", ["pipe", "folder", "link"])
def test_what_took_the_place_of_a_file_gives_way(root: Path, tmp_path: Path, kind: str) -> None:
    """Nothing that is no regular file is ever opened, and nothing is written through a link."""
    lay(tmp_path, {"victim": "theirs\n"})
    found, place = watch(root, tmp_path), root / ".env"
    place.unlink()
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        lay(place, {"inner": "x\n"})
    else:
        place.symlink_to(tmp_path / "victim")
    assert [each.status for each in found.edited().changes] == ["deleted"]
    found.put_back()
    assert found.edited() == Edited()
    assert place.read_text() == "MODE=bad\nLEVEL=1\n"
    assert not place.is_symlink()
    assert (tmp_path / "victim").read_text() == "theirs\n"
