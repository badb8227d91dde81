"""The folders of a commit, reached from the root through no link."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.open_folders import Folders
from trees import lay


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A root with a file, a folder and links."""
    lay(
        tmp_path,
        {
            "out/secret": "s", "root/a": "a", "root/dir/b": "b",
            "root/in": "@@SYMLINK dir", "root/leak": "@@SYMLINK ../out",
        },
    )  # fmt: skip
    return tmp_path


@pytest.fixture
def root_fd(base: Path) -> Iterator[int]:
    """Descriptor of the root."""
    fd = os.open(base / "root", os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


@pytest.mark.usefixtures("base")
def test_folders_are_opened_through_no_link(root_fd: int) -> None:
    """A commit names them by their real paths, so that a link is one that came later."""
    folders = Folders(root_fd)
    for path in ("in", "in/x", "leak", "a", "nowhere"):
        with pytest.raises(OSError, match=r"symbolic|directory"):
            folders.opened(path)
    with pytest.raises(OSError, match="directory"):
        folders.make("a", Disk())
    folders.close()


def test_a_folder_that_was_moved_away_is_refused(base: Path, root_fd: int) -> None:
    """Something else in its place is not what the file was looked up in."""
    folders = Folders(root_fd)
    folders.opened("dir")
    folders.refuse_moved("dir", "dir/b")
    folders.refuse_moved("", "a")
    (base / "root/dir").rename(base / "out/dir")
    for replacement in (None, "link", "folder"):
        if replacement == "link":
            (base / "root/dir").symlink_to(base / "out/dir")
        elif replacement == "folder":
            (base / "root/dir").unlink()
            (base / "root/dir").mkdir()
        with pytest.raises(PatchsmithError, match="replaced") as caught:
            folders.refuse_moved("dir", "dir/b")
        assert (caught.value.code, caught.value.path) == ("conflict", "dir/b")
    folders.close()


def test_many_folders_are_not_all_open_at_once(base: Path, root_fd: int) -> None:
    """A commit of a thousand folders needs no thousand descriptors."""
    folders = Folders(root_fd)
    for number in range(500):
        (base / "root" / str(number)).mkdir()
        folders.opened(str(number))
    if Path("/proc/self/fd").exists():
        assert len(os.listdir("/proc/self/fd")) < 300
    folders.close()


def test_a_deep_folder_is_reached_from_the_open_one_above_it(base: Path, root_fd: int) -> None:
    """Folders made one in another take time linear in their number, and stay the right ones."""
    folders, disk = Folders(root_fd), Disk()
    for depth in range(1, 400):
        assert folders.make("/".join("d" * depth), disk)
    folders.close()
    for path in ("d/d/d", "d/d/d/d/d"):
        assert os.fstat(folders.opened(path)).st_ino == (base / "root" / path).stat().st_ino
    folders.close()
