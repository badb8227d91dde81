"""Walking to a file's folder without leaving the root."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.open_folders import Folders
from patchsmith.workspace.places import find_place
from trees import lay


@pytest.fixture
def base(tmp_path: Path) -> Path:
    lay(
        tmp_path,
        {
            "out/secret": "s", "root/a": "a", "root/dir/b": "b",
            "root/in": "@@SYMLINK dir", "root/file": "@@SYMLINK dir/b",
            "root/dir/up": "@@SYMLINK ../a", "root/leak": "@@SYMLINK ../out",
            "root/absolute": f"@@SYMLINK {tmp_path}/out/secret",
            "root/home": f"@@SYMLINK {tmp_path}/root/dir/b",
            "root/loop": "@@SYMLINK loop", "root/git": "@@SYMLINK .git/config",
            "root/.git/config": "c", "root/dangling": "@@SYMLINK dir/new",
            "root/self": "@@SYMLINK .",
        },
    )  # fmt: skip
    return tmp_path


@pytest.fixture
def root_fd(base: Path) -> Iterator[int]:
    fd = os.open(base / "root", os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


@pytest.mark.parametrize(
    ("path", "follow", "found", "missing"),
    [
        ("a", True, "a", []),
        ("dir/b", True, "dir/b", []),
        ("in/b", True, "dir/b", []),
        ("file", True, "dir/b", []),
        ("file", False, "file", []),
        ("in/up", True, "a", []),
        ("in/up", False, "dir/up", []),
        ("home", True, "dir/b", []),
        ("dangling", True, "dir/new", []),
        ("x/y/z", True, "x/y/z", ["x", "y"]),
        ("in/x/z", True, "dir/x/z", ["x"]),
    ],
)
def test_links_inside_the_root_are_followed(
    base: Path, root_fd: int, path: str, follow: bool, found: str, missing: list[str]
) -> None:
    """The place is the file itself, whatever links lead to it; missing folders are listed."""
    with find_place(root_fd, str(base / "root"), RelPath(path), follow=follow) as place:
        assert (place.path, place.missing) == (found, missing)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("leak/secret", "unsafe-path"),
        ("absolute", "unsafe-path"),
        ("loop", "symlink-loop"),
        ("git", "unsafe-path"),
        ("self", "unsafe-path"),
        ("a/b", "io"),
    ],
)
def test_links_that_lead_elsewhere_are_refused(
    base: Path, root_fd: int, path: str, code: str
) -> None:
    """Out of the root, into .git, round in circles, or through a file."""
    with pytest.raises(PatchsmithError) as caught:
        find_place(root_fd, str(base / "root"), RelPath(path), follow=True)
    assert (caught.value.code, caught.value.path) == (code, path)


def test_no_descriptor_stays_open(base: Path, root_fd: int) -> None:
    """Neither a place that was left nor a walk that failed keeps one."""
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    for _ in range(3):
        with find_place(root_fd, str(base / "root"), RelPath("dir/b"), follow=True):
            pass
        with pytest.raises(PatchsmithError):
            find_place(root_fd, str(base / "root"), RelPath("in/../leak/x"), follow=True)
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert after == before


def test_missing_folders_are_listed_outermost_first(base: Path, root_fd: int) -> None:
    """The folder they lie in is open; all of them are made later, one by one."""
    with find_place(root_fd, str(base / "root"), RelPath("x/y/z"), follow=True) as place:
        assert (place.folder, place.missing) == ("x/y", ["x", "y"])
    folders, disk = Folders(root_fd), Disk()
    assert [folders.make("x", disk), folders.make("x/y", disk), folders.make("x", disk)] == [
        True, True, False,
    ]  # fmt: skip
    assert os.path.samestat(os.fstat(folders.opened("x/y")), (base / "root/x/y").stat())
    folders.close()
