"""Rules for one loop per root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.loop.lock import LoopLock, lock_folder


def test_a_second_holder_is_refused_by_name(tmp_path: Path) -> None:
    """The process that has the lock is named."""
    with (
        LoopLock(tmp_path / "locks", Path("/some/root")),
        pytest.raises(EnvironmentFault) as caught,
    ):
        LoopLock(tmp_path / "locks", Path("/some/root")).__enter__()
    assert caught.value.code == "conflict"
    assert f"process {os.getpid()}" in caught.value.message


def test_roots_do_not_stand_in_each_others_way(tmp_path: Path) -> None:
    """Another root has another lock, and a lock that was let go can be taken."""
    with LoopLock(tmp_path, Path("/a")), LoopLock(tmp_path, Path("/b")):
        pass
    with LoopLock(tmp_path, Path("/a")):
        pass


@pytest.mark.parametrize(("first", "second"), [("/a", "/a/b/c"), ("/a/b/c", "/a")])
def test_a_folder_and_one_inside_it_exclude_each_other(
    first: str, second: str, tmp_path: Path
) -> None:
    """Whichever comes first; side by side they do not."""
    with LoopLock(tmp_path, Path(first)):
        with pytest.raises(EnvironmentFault, match="another repair loop is at work in") as caught:
            LoopLock(tmp_path, Path(second)).__enter__()
        assert caught.value.code == "conflict"
    with LoopLock(tmp_path, Path(second)):
        pass


def test_a_folder_that_can_not_be_made_is_an_error_of_the_machine(tmp_path: Path) -> None:
    """A file is in the way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault) as caught:
        LoopLock(tmp_path / "file" / "locks", Path("/a")).__enter__()
    assert caught.value.code == "io"


def test_locks_are_kept_out_of_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state folder is used unless it is part of the tree that is worked on."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home" / "state"))
    runs = tmp_path / "runs"
    usual = tmp_path / "home" / "state" / "patchsmith" / "locks"
    assert lock_folder(tmp_path / "root", runs) == usual
    assert lock_folder(tmp_path / "home", runs) == runs / ".locks"
