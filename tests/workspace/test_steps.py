"""One file of a commit: looked up, staged, checked."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from killing import FaultyDisk
from patchsmith.changes.change_set import FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.open_folders import Folders
from patchsmith.workspace.steps import (
    PREFIX,
    Step,
    check_unchanged,
    create_like,
    free_name,
    prepared,
    put_new,
    refuse_changed,
    stage,
)
from trees import lay, tree


@pytest.fixture
def folders(tmp_path: Path) -> Iterator[Folders]:
    lay(tmp_path, {"a": "1", "d/b": "2", "l": "@@SYMLINK d/b", "dangling": "@@SYMLINK no"})
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    folders = Folders(fd)
    yield folders
    folders.close()
    os.close(fd)


def step(
    root: Path, folders: Folders, path: str, before: bytes | None, after: bytes | None
) -> Step:
    return prepared(LocalWorkspace(root), folders, FileChange(RelPath(path), before, after, None))


def test_a_step_names_the_file_itself(tmp_path: Path, folders: Folders) -> None:
    """Links are followed, except one that is deleted; folders still to be made are listed."""
    update = step(tmp_path, folders, "l", b"2", b"3")
    assert (update.path, update.folder, update.name, update.kind) == ("d/b", "d", "b", "update")
    deletion = step(tmp_path, folders, "l", b"2", None)
    assert (deletion.path, deletion.before and stat.S_ISLNK(deletion.before.mode)) == ("l", True)
    new = step(tmp_path, folders, "d/x/y/n", None, b"n")
    assert (new.new_folders, new.before, new.folder) == (["d/x", "d/x/y"], None, "d/x/y")


@pytest.mark.parametrize(
    ("path", "before", "after", "code"),
    [
        ("d", b"1", b"2", "is-directory"),
        ("a", None, b"2", "conflict"),
        ("none", b"1", b"2", "conflict"),
        ("none", b"1", None, "conflict"),
        ("dangling", b"1", b"2", "conflict"),
    ],
)
def test_what_lies_there_must_fit_the_change(
    tmp_path: Path, folders: Folders, path: str, before: bytes, after: bytes, code: str
) -> None:
    """Each with the code of its fault, and nothing staged."""
    with pytest.raises(PatchsmithError) as caught:
        step(tmp_path, folders, path, before, after)
    assert caught.value.code == code


def test_a_file_with_other_names_keeps_its_inode(tmp_path: Path, folders: Folders) -> None:
    """It is marked for writing in place; its deletion is a deletion."""
    os.link(tmp_path / "a", tmp_path / "second")
    assert step(tmp_path, folders, "a", b"1", b"2").in_place
    assert not step(tmp_path, folders, "a", b"1", None).in_place


def test_staged_content_has_the_mode_of_the_file(tmp_path: Path, folders: Folders) -> None:
    """And lies beside it under a hidden name of ours."""
    (tmp_path / "d/b").chmod(0o751)
    change = step(tmp_path, folders, "d/b", b"2", b"new")
    fd = folders.opened("d")
    stage(change, LocalWorkspace(tmp_path), fd, Disk())
    assert change.temp is not None
    assert change.temp.startswith(PREFIX)
    lies = tmp_path / "d" / change.temp
    assert (lies.read_bytes(), stat.S_IMODE(lies.stat().st_mode)) == (b"new", 0o751)
    assert change.after is not None
    assert change.after.ino == lies.stat().st_ino


def test_other_bytes_are_a_conflict(tmp_path: Path, folders: Folders) -> None:
    """Also of the same size, and another file with the same bytes."""
    change = step(tmp_path, folders, "a", b"1", b"2")
    fd = folders.opened("")
    check_unchanged(change, fd)
    refuse_changed(change, fd)
    (tmp_path / "other").write_bytes(b"1")
    os.replace(tmp_path / "other", tmp_path / "a")
    check_unchanged(change, fd)
    with pytest.raises(PatchsmithError, match="changed by somebody"):
        refuse_changed(change, fd)
    (tmp_path / "a").write_bytes(b"3")
    with pytest.raises(PatchsmithError, match="changed by somebody"):
        check_unchanged(change, fd)
    (tmp_path / "a").unlink()
    with pytest.raises(PatchsmithError, match="gone"):
        refuse_changed(change, fd)


def test_new_content_replaces_nothing(tmp_path: Path, folders: Folders) -> None:
    """It gets its name when the name is free."""
    fd = folders.opened("")
    for name in ("n", "a"):
        new = Step(RelPath(name), "add", None)
        new.temp = free_name()
        create_like(new.temp, fd, b"new", None, Disk())
        if name == "a":
            with pytest.raises(PatchsmithError, match="appeared"):
                put_new(new, fd, Disk())
        else:
            put_new(new, fd, Disk())
            assert not (tmp_path / new.temp).exists()
    assert tree(tmp_path)["n"] == b"new"
    assert tree(tmp_path)["a"] == b"1"


def test_a_failed_staging_names_the_file_all_the_same(tmp_path: Path, folders: Folders) -> None:
    """So that what was written of it can be removed."""
    change = step(tmp_path, folders, "a", b"1", b"2")
    with pytest.raises(OSError, match="space"):
        stage(change, LocalWorkspace(tmp_path), folders.opened(""), FaultyDisk(refused=2))
    assert change.temp is not None
    assert (tmp_path / change.temp).exists()
    assert change.after is None
