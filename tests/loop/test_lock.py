"""Rules for one loop per root."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EnvironmentFault
from patchsmith.loop.lock import LoopLock, RunLock, is_held, lock_folder
from patchsmith.workspace.local import LocalWorkspace


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


def test_the_place_depends_on_nothing_but_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loops with different state folders and homes on one root see each other."""
    found = set()
    for name in ("one", "two"):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / name))
        monkeypatch.setenv("TMPDIR", str(tmp_path / name))
        monkeypatch.setenv("HOME", str(tmp_path / name))
        found.add(lock_folder(tmp_path / "root", tmp_path / name / "runs"))
    assert len(found) == 1


def test_locks_are_kept_out_of_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The place is another one when it would be part of the tree that is worked on."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    usual = lock_folder(tmp_path / "root", tmp_path / "runs")
    assert lock_folder(usual, tmp_path / "runs") == tmp_path / "state" / "patchsmith" / "locks"
    assert lock_folder(Path("/"), tmp_path / "runs") == tmp_path / "runs" / ".locks"


def test_two_paths_to_a_folder_are_one(tmp_path: Path) -> None:
    """What counts is the folder, not how it is spelled."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to("a")
    with LoopLock(tmp_path / "locks", tmp_path / "a"), pytest.raises(EnvironmentFault):
        LoopLock(tmp_path / "locks", tmp_path / "b").__enter__()


def test_a_loop_is_no_hindrance_to_a_transaction(tmp_path: Path) -> None:
    """An attempt edits through one, while the loop holds its lock."""
    with LoopLock(tmp_path.parent / f"{tmp_path.name}-locks", tmp_path):
        change = FileChange(RelPath("a.txt"), None, b"x", None)
        LocalWorkspace(tmp_path).commit(ChangeSet((change,)))
    assert (tmp_path / "a.txt").read_bytes() == b"x"


def test_a_run_is_worked_on_by_one_process(tmp_path: Path) -> None:
    """Whoever comes second waits as long as it was told, then is refused."""
    assert not is_held(tmp_path)
    with RunLock(tmp_path):
        assert is_held(tmp_path)
        with pytest.raises(EnvironmentFault, match="is under way"):
            RunLock(tmp_path, wait_s=0.1).__enter__()
    assert not is_held(tmp_path)
    with RunLock(tmp_path):
        pass


def test_a_child_that_inherits_a_lock_lets_go_when_we_do(tmp_path: Path) -> None:
    """A guardian holds it after a kill only."""
    with RunLock(tmp_path) as lock:
        child = subprocess.Popen(["sleep", "60"], pass_fds=[lock.descriptor])
    try:
        assert not is_held(tmp_path)
    finally:
        child.kill()
        child.wait()
