"""Rules for copies of a folder."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from killed_loops import whole
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.copying import copy_folder, own_git_directory, place_for_copy, remove_folder
from patchsmith.snapshots.repository import look_around
from trees import LINK, lay


def test_a_copy_is_equal_and_shares_nothing(tmp_path: Path) -> None:
    """Hard links would let an edit in place through."""
    source, target = tmp_path / "a", tmp_path / "b"
    lay(source, {"x": b"\0\xff", "d/y.sh": "y", "link": f"{LINK}x", "dangling": f"{LINK}nowhere"})
    (source / "d" / "y.sh").chmod(0o755)
    os.link(source / "x", source / "x2")
    copy_folder(source, target)
    assert whole(target) == whole(source)
    assert (target / "x").stat().st_nlink == 1
    assert (target / "x").stat().st_mtime_ns == (source / "x").stat().st_mtime_ns
    with (target / "x").open("r+b") as file:
        file.write(b"changed")
    assert (source / "x").read_bytes() == b"\0\xff"


def test_what_is_no_file_is_left_out(tmp_path: Path) -> None:
    """A pipe would block, a socket can not be copied."""
    source = tmp_path / "a"
    lay(source, {"x": "x"})
    os.mkfifo(source / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(source / "socket"))
        copy_folder(source, tmp_path / "b")
    assert os.listdir(tmp_path / "b") == ["x"]


def test_what_can_not_be_copied_is_named(tmp_path: Path) -> None:
    """By an error of the machine."""
    with pytest.raises(EnvironmentFault, match="can not be copied") as caught:
        copy_folder(tmp_path / "missing", tmp_path / "b")
    assert caught.value.code == "io"


def test_a_link_to_a_repository_becomes_one(tmp_path: Path) -> None:
    """A submodule's git in the copy must not work on the original's."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C"]
    for name in ("outer", "inner"):
        lay(tmp_path / name, {"x": "x"})
        subprocess.run(["git", "init", "-q", str(tmp_path / name)], check=True)
        subprocess.run([*git, str(tmp_path / name), "add", "-A"], check=True)
        subprocess.run([*git, str(tmp_path / name), "commit", "-qm", "x"], check=True)
    add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"]
    subprocess.run([*git, str(tmp_path / "outer"), *add, str(tmp_path / "inner"), "sub"],
                   check=True)  # fmt: skip
    source = tmp_path / "outer" / "sub"
    copy_folder(source, tmp_path / "copy")
    own_git_directory(tmp_path / "copy", look_around(source))
    found = look_around(tmp_path / "copy")
    assert (found.git_dir, found.top) == (tmp_path / "copy" / ".git", tmp_path / "copy")
    assert found.head_tree == look_around(source).head_tree
    status = subprocess.run([*git, str(tmp_path / "copy"), "status", "--porcelain"],
                            capture_output=True, check=True)  # fmt: skip
    assert status.stdout == b""


def test_a_copy_can_be_removed_whatever_was_made_of_it(tmp_path: Path) -> None:
    """A program may have made folders that nobody may write to."""
    lay(tmp_path / "a", {"d/e/x": "x"})
    (tmp_path / "a" / "d" / "e").chmod(0o500)
    (tmp_path / "a" / "d").chmod(0o000)
    remove_folder(tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_a_tree_is_never_copied_into_itself(tmp_path: Path) -> None:
    """That would not end."""
    with pytest.raises(RequestError, match="no copy can be made"):
        place_for_copy(Path(tempfile.gettempdir()).resolve())
    assert place_for_copy(tmp_path) == Path(tempfile.gettempdir()).resolve()
