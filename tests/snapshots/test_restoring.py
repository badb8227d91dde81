"""Bringing single paths back."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.restoring import TreeWriter

if TYPE_CHECKING:
    from pathlib import Path


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    """Missing folders are made; nothing else is left behind."""
    with TreeWriter(tmp_path) as writer:
        writer.put_file("a/b/c.txt", b"\0x", executable=True)
    assert (tmp_path / "a" / "b" / "c.txt").read_bytes() == b"\0x"
    assert _mode(tmp_path / "a" / "b" / "c.txt") & 0o100
    assert os.listdir(tmp_path / "a" / "b") == ["c.txt"]


@pytest.mark.parametrize(
    ("before", "executable", "after"),
    [
        pytest.param(0o600, False, 0o600, id="private_stays_private"),
        pytest.param(0o600, True, 0o700, id="private_gets_executable"),
        pytest.param(0o755, False, 0o644, id="executable_bits_go"),
        pytest.param(0o700, True, 0o700, id="executable_stays"),
    ],
)
def test_mode_bits_of_the_file_that_was_there_are_kept(
    tmp_path: Path, before: int, executable: bool, after: int
) -> None:
    """Only the executable bits follow the snapshot."""
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(before)
    with TreeWriter(tmp_path) as writer:
        writer.put_file("a", b"new", executable=executable)
    assert _mode(tmp_path / "a") == after
    assert (tmp_path / "a").read_bytes() == b"new"


def test_links_are_made_and_replaced_as_links(tmp_path: Path) -> None:
    """What a link points to is never written."""
    (tmp_path / "target").write_bytes(b"kept")
    with TreeWriter(tmp_path) as writer:
        writer.put_link("link", b"elsewhere")
        writer.put_link("link", b"target")
        assert os.readlink(tmp_path / "link") == "target"
        writer.put_file("link", b"a file now", executable=False)
    assert not (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"kept"


def test_a_link_in_place_of_a_folder_is_not_followed(tmp_path: Path) -> None:
    """Neither writing nor removing leaves the root through a link."""
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "a").write_bytes(b"kept")
    (root / "folder").symlink_to(outside)
    with TreeWriter(root) as writer:
        writer.remove("folder/a")
        writer.prune("folder/a")
        assert (root / "folder").is_symlink()
        writer.put_file("folder/a", b"new", executable=False)
    assert (outside / "a").read_bytes() == b"kept"
    assert (root / "folder" / "a").read_bytes() == b"new"
    assert not (root / "folder").is_symlink()


def test_a_file_in_place_of_a_folder_gives_way_and_the_reverse(tmp_path: Path) -> None:
    """Whatever kind is in the way, the path becomes what the snapshot has."""
    (tmp_path / "a").write_bytes(b"in the way")
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / "b" / "deep" / "file").write_bytes(b"in the way")
    with TreeWriter(tmp_path) as writer:
        writer.put_file("a/x", b"1", executable=False)
        writer.put_file("b", b"2", executable=False)
    assert (tmp_path / "a" / "x").read_bytes() == b"1"
    assert (tmp_path / "b").read_bytes() == b"2"


def test_a_nested_repository_is_never_removed(tmp_path: Path) -> None:
    """Its history exists nowhere else."""
    (tmp_path / "a" / "b" / ".git").mkdir(parents=True)
    with (
        TreeWriter(tmp_path) as writer,
        pytest.raises(EnvironmentFault, match="nested repository") as caught,
    ):
        writer.put_file("a", b"", executable=False)
    assert (caught.value.code, caught.value.path) == ("conflict", "a")
    assert (tmp_path / "a" / "b" / ".git").is_dir()


def test_removing_is_done_when_nothing_is_there(tmp_path: Path) -> None:
    """A missing file, a missing folder, a folder of that name: nothing to do."""
    (tmp_path / "folder").mkdir()
    with TreeWriter(tmp_path) as writer:
        for path in ("none", "none/deep", "folder"):
            writer.remove(path)
    assert os.listdir(tmp_path) == ["folder"]


def test_only_empty_folders_are_pruned(tmp_path: Path) -> None:
    """Pruning stops at the first folder that holds something, and at the root."""
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    (tmp_path / "a" / "kept").write_bytes(b"")
    with TreeWriter(tmp_path) as writer:
        writer.prune("a/b/c/gone")
        writer.prune("gone")
    assert os.listdir(tmp_path / "a") == ["kept"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_refused_write_names_the_path(tmp_path: Path) -> None:
    """A folder that can not be written to is one clear error."""
    (tmp_path / "a").mkdir(mode=0o555)
    with TreeWriter(tmp_path) as writer, pytest.raises(EnvironmentFault, match=r"a/b: .*Perm"):
        writer.put_file("a/b", b"", executable=False)


def test_a_root_that_is_gone_is_made_again(tmp_path: Path) -> None:
    """The command may have removed the very folder it ran in."""
    with TreeWriter(tmp_path / "root") as writer:
        writer.put_file("a", b"x", executable=False)
    assert (tmp_path / "root" / "a").read_bytes() == b"x"


def test_a_link_in_place_of_the_root_is_refused(tmp_path: Path) -> None:
    """Writing through it would change files elsewhere."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "root").symlink_to("elsewhere")
    with pytest.raises(EnvironmentFault, match="can not be brought back"):
        TreeWriter(tmp_path / "root")
