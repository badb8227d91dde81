"""What a killed commit left is mended, whatever happened since."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from killing import (
    FULL,
    MANY,
    Cut,
    CutOff,
    FaultyDisk,
    Picture,
    change_set,
    cut_off,
    fast_folder,
    laid,
    picture,
    trial,
)
from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RECORD_DIR, RelPath
from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.recovery import recover
from trees import tree


def last_swap(root: Path) -> tuple[int, Picture, Picture]:
    """Return the number of the call that ends the swaps, and the tree before and after."""
    before = picture(laid(root))
    disk = FaultyDisk()
    LocalWorkspace(root, disk=disk).commit(change_set(MANY))
    renames = [n for n, call in enumerate(disk.trace, 1) if call == "rename"]
    return renames[-1], before, picture(root)


@pytest.mark.parametrize(
    ("scenario", "stride"), [("many", 1 if FULL else 5), ("in_place", 1), ("new_folders", 1)]
)
def test_a_recovery_that_is_killed_is_recovered_from(
    tmp_path: Path, scenario: str, stride: int
) -> None:
    """The commit is killed, then the recovery at each of its calls, then there is another one."""
    with fast_folder(tmp_path) as folder:
        found = trial("twice", scenario, folder, stride)
    assert found.wrong == []
    assert found.points >= 100


def test_a_recovery_of_a_taking_back_that_is_killed_is_recovered_from(tmp_path: Path) -> None:
    """A full disk, a kill while taking back, a kill while recovering from that."""
    with fast_folder(tmp_path) as folder:
        found = trial("twice", "many", folder, 1 if FULL else 4, 11)
    assert found.wrong == []
    assert found.points >= 30


def test_it_says_what_it_did(tmp_path: Path) -> None:
    """Before the decision nothing is carried out; after it everything is."""
    root = tmp_path / "root"
    end, before, after = last_swap(root)
    paths = tuple(path for path, *_ in MANY)
    for at, outcome, then in ((10, "undone", before), (end, "completed", after)):
        cut_off(root, at)
        recovered = LocalWorkspace(root).recovered
        assert recovered is not None
        assert recovered.to_dict() == {"outcome": outcome, "paths": list(paths), "changed": []}
        assert picture(root) == then
        assert LocalWorkspace(root).recovered is None


def test_a_commit_on_an_open_workspace_recovers_first(tmp_path: Path) -> None:
    """Another process was killed since it was opened."""
    root = tmp_path / "root"
    end, _, after = last_swap(root)
    laid(root)
    workspace = LocalWorkspace(root)
    with pytest.raises(Cut):
        LocalWorkspace(root, disk=CutOff(fatal=end)).commit(change_set(MANY))
    workspace.commit(ChangeSet((FileChange(RelPath("other"), b"o\n", b"O\n", None),)))
    assert picture(root) == {**after, "other": (after["other"][0], b"O\n")}


Meddling = Callable[[Path], object]


def _saved(path: Path) -> None:
    """Save as editors do: another file, renamed over it."""
    path.with_name("editor").write_bytes(b"edited\n")
    os.replace(path.with_name("editor"), path)


MEDDLING: dict[str, tuple[str, Meddling]] = {
    "a file to update was written": ("run.sh", lambda p: p.write_bytes(b"edited\n")),
    "a file to update was replaced": ("run.sh", _saved),
    "a file to delete was written": ("sub/del", lambda p: p.write_bytes(b"edited\n")),
    "a file appeared": ("x/z", lambda p: p.write_bytes(b"edited\n")),
}


@pytest.mark.parametrize(("path", "meddle"), MEDDLING.values(), ids=MEDDLING.keys())
def test_a_pending_file_that_was_changed_since_turns_it_back(
    tmp_path: Path, path: str, meddle: Meddling
) -> None:
    """Killed right after the decision: that file keeps its new content, all others their old."""
    root = tmp_path / "root"
    end, before, _ = last_swap(root)
    kept = cut_after_decision(root, end)
    meddle(root / path)
    recovered = LocalWorkspace(root).recovered
    assert recovered is not None
    assert (recovered.outcome, recovered.changed) == ("undone", (path,))
    now = picture(root)
    assert now.pop(path)[1] == b"edited\n"
    expected = {name: it for name, it in before.items() if name != path}
    if path == "x/z":  # the folder was made by the commit, but is somebody else's by now
        expected["x"] = now["x"]
    assert now == expected
    assert kept


def cut_after_decision(root: Path, end: int) -> bool:
    """Cut the commit off right behind its decision: nothing was swapped."""
    for at in range(end, 0, -1):
        cut_off(root, at)
        record = (root / RECORD_DIR / "record").read_bytes()
        if b"state staging" in record:
            cut_off(root, at + 1)
            return b"state decided" in (root / RECORD_DIR / "record").read_bytes()
    return False


def test_a_swapped_file_that_was_changed_since_keeps_its_content(tmp_path: Path) -> None:
    """The commit goes on: the change was made to what it had written."""
    root = tmp_path / "root"
    end, _, after = last_swap(root)
    cut_off(root, end)
    (root / "up").write_bytes(b"edited\n")
    _saved(root / "run.sh")
    (root / "x/z").unlink()
    recovered = LocalWorkspace(root).recovered
    assert recovered is not None
    assert recovered.outcome == "completed"
    now = picture(root)
    assert (now["up"][1], now["run.sh"][1]) == (b"edited\n", b"edited\n")
    rest = [name for name in after if name not in ("up", "run.sh", "x/z")]
    assert {name: now[name] for name in rest} == {name: after[name] for name in rest}
    assert "x/z" not in now


def test_a_file_written_in_place_that_was_changed_since_is_kept(tmp_path: Path) -> None:
    """It is neither content nor a blend of both, so that it is somebody else's."""
    root = tmp_path / "root"
    end, _, _ = last_swap(root)
    cut_off(root, end)
    (root / "hard").write_bytes(b"edited\n")
    recovered = LocalWorkspace(root).recovered
    assert recovered is not None
    assert recovered.changed == ("hard",)
    assert tree(root)["hard_too"] == b"edited\n"
    assert tree(root)["up"] == b"1\n"


def test_a_refused_recovery_goes_on_later(tmp_path: Path) -> None:
    """The record stays until all is mended; the error says so and names no file as changed."""
    root = tmp_path / "root"
    end, before, after = last_swap(root)
    for at in (10, end - 8, end):
        for number in range(1, 40):
            cut_off(root, at)
            try:
                LocalWorkspace(root, disk=FaultyDisk(refused=number))
            except EnvironmentFault as error:
                assert error.path == RECORD_DIR  # noqa: PT017 - which call fails is not known
                LocalWorkspace(root)
            assert picture(root) in (before, after)


def test_folders_that_are_gone_are_no_obstacle(tmp_path: Path) -> None:
    """Somebody has removed one with everything in it, or put a link in its place."""
    root = tmp_path / "root"
    end, _, _ = last_swap(root)
    for at in (end - 8, end, end + 2):
        for replace in (False, True):
            cut_off(root, at)
            os.rename(root / "sub", tmp_path / f"away{at}{replace}")
            outside = picture(tmp_path / f"away{at}{replace}")
            if replace:
                (root / "sub").symlink_to(tmp_path / f"away{at}{replace}")
            assert LocalWorkspace(root).recovered is not None
            assert not (root / RECORD_DIR).exists()
            assert picture(tmp_path / f"away{at}{replace}") == outside


def test_nothing_left_is_nothing_to_do(tmp_path: Path) -> None:
    """The root is only looked at."""
    disk = FaultyDisk()
    fd = os.open(tmp_path, os.O_RDONLY)
    assert recover(fd, disk) is None
    os.close(fd)
    assert disk.trace == []


def test_a_running_commit_is_waited_for(tmp_path: Path) -> None:
    """Its record is there, but so is its lock: opening the root waits and then finds nothing."""
    root = tmp_path / "root"
    _, _, after = last_swap(root)
    laid(root)
    begun = threading.Event()

    class Slow(Disk):
        __slots__ = ()

        def before(self, call: str) -> None:
            if call == "link" and not begun.is_set():
                begun.set()
                time.sleep(0.2)

    slow = LocalWorkspace(root, disk=Slow(flushing=False))
    thread = threading.Thread(target=lambda: slow.commit(change_set(MANY)))
    thread.start()
    assert begun.wait(60)
    assert (root / RECORD_DIR).exists()
    workspace = LocalWorkspace(root)
    thread.join()
    assert workspace.recovered is None
    assert picture(root) == after
