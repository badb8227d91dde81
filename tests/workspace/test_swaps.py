"""One file of a recorded commit: swapped, gone on with, taken back."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from killing import FaultyDisk
from patchsmith.changes.change_set import FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.open_folders import Folders
from patchsmith.workspace.steps import Step, free_name, prepared, stage
from patchsmith.workspace.swaps import (
    Stuck,
    drop_leftovers,
    is_pending,
    stage_aside,
    swap,
    take_back,
)
from trees import lay, tree

KINDS: dict[str, tuple[str, bytes | None, bytes | None]] = {
    "add": ("new", None, b"NEW"),
    "update": ("file", b"content", b"CON"),
    "in-place": ("hard", b"content", b"CON"),
    "delete": ("file", b"content", None),
}
BEFORE = {"file": b"content", "hard": b"content", "hard2": b"content"}
AFTER = {
    "add": {**BEFORE, "new": b"NEW"},
    "update": {**BEFORE, "file": b"CON"},
    "in-place": {**BEFORE, "hard": b"CON", "hard2": b"CON"},
    "delete": {"hard": b"content", "hard2": b"content"},
}
DISK = Disk(flushing=False)


@pytest.fixture
def fd(tmp_path: Path) -> Iterator[int]:
    lay(tmp_path, {"file": "content", "hard": "content"})
    os.link(tmp_path / "hard", tmp_path / "hard2")
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


def staged(root: Path, fd: int, kind: str, disk: Disk = DISK) -> Step:
    """Return a step with everything beside its file, as a commit decides on it."""
    path, before, after = KINDS[kind]
    workspace = LocalWorkspace(root)
    step = prepared(workspace, Folders(fd), FileChange(RelPath(path), before, after, None))
    step.temp = free_name() if after is not None else None
    step.aside = free_name() if before is not None else None
    stage(step, workspace, fd, disk)
    stage_aside(step, fd, disk)
    return step


def visible(root: Path) -> dict[str, bytes | str]:
    return {name: text for name, text in tree(root).items() if not name.startswith(".")}


@pytest.mark.parametrize("kind", KINDS)
def test_a_swap_forth_and_back(tmp_path: Path, fd: int, kind: str) -> None:
    """Pending before, not afterwards; taken back, nothing is left of it, inodes included."""
    inodes = {name: (tmp_path / name).stat().st_ino for name in BEFORE}
    step = staged(tmp_path, fd, kind)
    assert is_pending(step, fd)
    assert visible(tmp_path) == BEFORE
    swap(step, fd, DISK)
    assert visible(tmp_path) == AFTER[kind]
    assert not is_pending(step, fd)
    assert take_back(step, fd, DISK)
    assert tree(tmp_path) == BEFORE
    assert {name: (tmp_path / name).stat().st_ino for name in BEFORE} == inodes
    assert take_back(step, fd, DISK)
    assert tree(tmp_path) == BEFORE


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_never_swapped_is_taken_back_too(tmp_path: Path, fd: int, kind: str) -> None:
    """Only what lies beside the file goes."""
    step = staged(tmp_path, fd, kind)
    assert take_back(step, fd, DISK)
    assert tree(tmp_path) == BEFORE


@pytest.mark.parametrize("kind", KINDS)
def test_at_the_end_only_the_files_are_left(tmp_path: Path, fd: int, kind: str) -> None:
    """Second names, copies and old files go."""
    step = staged(tmp_path, fd, kind)
    swap(step, fd, DISK)
    drop_leftovers(step, fd, DISK)
    assert tree(tmp_path) == AFTER[kind]


def _replace(path: Path) -> None:
    path.with_name("t").write_bytes(b"t")
    os.replace(path.with_name("t"), path)


def _link(path: Path) -> None:
    path.unlink()
    path.symlink_to("elsewhere")


CHANGES: dict[str, Callable[[Path], object]] = {
    "written to": lambda path: path.write_bytes(b"theirs!"),
    "of the same size": lambda path: (path.write_bytes(b"theirs!"[: path.stat().st_size])),
    "replaced": _replace,
    "a link": _link,
    "gone": lambda path: path.unlink(),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", ["update", "in-place", "delete"])
@pytest.mark.parametrize("swapped", [False, True])
def test_somebody_elses_change_is_left_alone(
    tmp_path: Path, fd: int, kind: str, change: str, swapped: bool
) -> None:
    """Going on stops at it or sees that it came later; taking back does not undo it."""
    step = staged(tmp_path, fd, kind)
    path = tmp_path / step.name
    if swapped:
        swap(step, fd, DISK)
    if swapped and kind == "delete":
        path.write_bytes(b"another")
        theirs = visible(tmp_path)
        assert not is_pending(step, fd)
    else:
        CHANGES[change](path)
        theirs = visible(tmp_path)
        if not swapped:
            gone = kind == "delete" and change == "gone"
            if gone:
                assert not is_pending(step, fd)
            else:
                with pytest.raises(Stuck):
                    is_pending(step, fd)
            with pytest.raises((PatchsmithError, OSError)):
                swap(step, fd, DISK)
    assert not take_back(step, fd, DISK)
    assert tree(tmp_path) == theirs


def test_a_file_that_appeared_is_left_alone(tmp_path: Path, fd: int) -> None:
    """In the place of an addition."""
    step = staged(tmp_path, fd, "add")
    (tmp_path / "new").write_bytes(b"theirs")
    with pytest.raises(Stuck, match="new was changed"):
        is_pending(step, fd)
    with pytest.raises(PatchsmithError, match="appeared"):
        swap(step, fd, DISK)
    assert not take_back(step, fd, DISK)
    assert tree(tmp_path) == {**BEFORE, "new": b"theirs"}


def test_content_that_was_tampered_with_lands_nowhere(tmp_path: Path, fd: int) -> None:
    """What waits beside the file is told by its identity like any other."""
    for kind in ("add", "update", "in-place"):
        step = staged(tmp_path, fd, kind)
        assert step.temp is not None
        (tmp_path / step.temp).write_bytes(b"evil")
        with pytest.raises(Stuck, match="new content"):
            is_pending(step, fd)
        (tmp_path / step.temp).unlink()
        if kind != "add":
            with pytest.raises(Stuck, match="gone"):
                is_pending(step, fd)
        take_back(step, fd, DISK)
    assert tree(tmp_path) == BEFORE


def test_a_stranger_moved_aside_is_moved_back(tmp_path: Path, fd: int) -> None:
    """A file that took the place of the deleted one at the last moment stays."""
    step = staged(tmp_path, fd, "delete")

    class Racing(Disk):
        __slots__ = ()

        def rename(self, old: str, new: str, dir_fd: int) -> None:
            (tmp_path / "t").write_bytes(b"theirs")
            os.replace(tmp_path / "t", tmp_path / "file")
            super().rename(old, new, dir_fd)

    with pytest.raises(PatchsmithError, match="replaced"):
        swap(step, fd, Racing(flushing=False))
    assert tree(tmp_path) == {**BEFORE, "file": b"theirs"}


def test_a_file_that_can_not_be_linked_is_copied(tmp_path: Path, fd: int) -> None:
    """Another file system in its place means writing in place; no links at all means a copy."""

    class Refusing(FaultyDisk):
        __slots__ = ("number",)
        number: int

        def link(self, name: str, second: str, dir_fd: int) -> None:
            raise OSError(self.number, os.strerror(self.number))

    for number, in_place in ((errno.EXDEV, True), (errno.EPERM, False), (errno.EMLINK, False)):
        disk = Refusing()
        disk.number = number
        step = staged(tmp_path, fd, "update", disk)
        assert step.in_place == in_place
        assert step.before is not None
        assert step.aside_ino != step.before.ino
        swap(step, fd, disk)
        assert take_back(step, fd, disk)
        assert tree(tmp_path) == BEFORE
    disk.number = errno.EIO
    with pytest.raises(OSError, match="Input/output"):
        staged(tmp_path, fd, "update", disk)
