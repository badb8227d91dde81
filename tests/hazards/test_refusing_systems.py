"""Full disks, missing permissions, mounts: one clear error and the tree as it was, or success."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from killing import Change, change_set, picture
from machine import mounted, ordinary_user
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.local import LocalWorkspace
from trees import lay, tree

BIG = b"x" * (1 << 16)


def refused(root: Path, *changes: Change) -> PatchsmithError:
    """Commit, expect one error and an unchanged tree, and return the error."""
    before = picture(root)
    with pytest.raises(PatchsmithError) as caught:
        LocalWorkspace(root).commit(change_set(changes))
    assert picture(root) == before
    assert str(caught.value).count("\n") <= 1
    return caught.value


def test_a_full_disk(tmp_path: Path) -> None:
    """For one file, for several, and for one that is written in place."""
    with mounted("-t", "tmpfs", "-o", "size=128k", "none", at=tmp_path):
        lay(tmp_path, {"a": "1", "b": "2", "hard": BIG, "d/c": "3"})
        os.link(tmp_path / "hard", tmp_path / "hard2")
        for changes in (
            (("a", b"1", BIG, None),),
            (("new", None, BIG, None),),
            (("b", b"2", b"22", None), ("x/y", None, b"n", None), ("a", b"1", BIG, None)),
            (("hard", BIG, BIG[:-1], None),),
        ):
            error = refused(tmp_path, *changes)
            assert error.code == "io"
            assert error.path == changes[-1][0]
            assert "No space left" in str(error)
        LocalWorkspace(tmp_path).commit(change_set((("a", b"1", b"fits", None),)))


def test_no_inode_left(tmp_path: Path) -> None:
    """A file system can be full of files."""
    with mounted("-t", "tmpfs", "-o", "size=1m,nr_inodes=8", "none", at=tmp_path):
        lay(tmp_path, {"a": "1", "b": "2", "c": "3"})
        changes: list[Change] = [("a", b"1", b"11", None), ("b", b"2", b"22", None),
                                 ("c", b"3", b"33", None)]  # fmt: skip
        assert refused(tmp_path, *changes).code == "io"
        LocalWorkspace(tmp_path).commit(change_set((("a", b"1", b"11", None),)))


def test_a_folder_that_may_not_be_written() -> None:
    """Neither beside its files nor below it; nor when it is the root, for a recorded commit."""
    with ordinary_user() as root:
        lay(root, {"open/a": "1", "shut/b": "2"})
        (root / "shut").chmod(0o555)
        for changes in (
            (("shut/b", b"2", b"x", None),),
            (("shut/b", b"2", None, None),),
            (("shut/new", None, b"x", None),),
            (("shut/sub/new", None, b"x", None),),
            (("open/a", b"1", b"x", None), ("n/n", None, b"n", None), ("shut/b", b"2", b"x", None)),
            (("open/a", b"1", None, None), ("shut/b", b"2", None, None)),
        ):
            error = refused(root, *changes)
            assert (error.code, error.path) == ("read-only", changes[-1][0])
        root.chmod(0o555)
        LocalWorkspace(root).commit(change_set((("open/a", b"1", b"2", None),)))
        error = refused(root, ("open/a", b"2", b"x", None), ("open/n", None, b"n", None))
        assert (error.code, error.path) == ("read-only", ".patchsmith-txn")
        root.chmod(0o700)


def test_a_file_that_may_not_be_written_or_read() -> None:
    """A rename would go round it: the file is refused like one without write permission."""
    with ordinary_user() as root:
        lay(root, {"mine": "1", "theirs": "2", "secret": "3"})
        (root / "mine").chmod(0o444)
        (root / "secret").chmod(0o200)
        assert refused_code(root, ("mine", b"1", b"x", None)) == "read-only"
        assert refused_code(root, ("secret", b"3", b"x", None)) == "read-only"
        (root / "secret").chmod(0o600)


def refused_code(root: Path, change: Change) -> str:
    """Return the code of a refusal; what can not be read is not compared."""
    names = sorted(os.listdir(root))
    with pytest.raises(PatchsmithError) as caught:
        LocalWorkspace(root).commit(change_set((change,)))
    assert sorted(os.listdir(root)) == names
    return caught.value.code


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_somebody_elses_file_in_a_folder_of_ours() -> None:
    """Not writable: refused. Writable for our group: written, the group kept, set-id bits not."""
    with ordinary_user() as root:
        lay(root, {"theirs": "1", "shared": "2"})
        os.seteuid(0)
        os.chown(root / "theirs", 0, 0)
        os.chown(root / "shared", 0, 65534)
        (root / "theirs").chmod(0o644)
        (root / "shared").chmod(0o4664)
        os.seteuid(65534)
        assert refused(root, ("theirs", b"1", b"x", None)).code == "read-only"
        LocalWorkspace(root).commit(change_set((("shared", b"2", b"22", None),)))
        status = (root / "shared").stat()
        assert (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (65534, 65534, 0o664)


def test_a_read_only_file_system(tmp_path: Path) -> None:
    """As root, too, whom permissions do not bind."""
    source = tmp_path / "source"
    root = tmp_path / "root"
    lay(source, {"a": "1", "b": "2"})
    root.mkdir()
    with mounted("--bind", str(source), at=root):
        subprocess.run(["mount", "-o", "remount,bind,ro", root], check=True)
        for changes in (
            (("a", b"1", b"x", None),),
            (("n", None, b"x", None),),
            (("a", b"1", None, None),),
            (("a", b"1", b"x", None), ("b", b"2", b"x", None)),
        ):
            assert refused(root, *changes).code == "read-only"


def test_a_file_that_is_mounted_where_it_lies(tmp_path: Path) -> None:
    """As containers mount single files: it can not be replaced, so it is written in place."""
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    lay(outside, {"config": "old config\n"})
    lay(root, {"config": "", "other": "o"})
    inode = (outside / "config").stat().st_ino
    with mounted("--bind", str(outside / "config"), at=root / "config"):
        for before, after in ((b"old config\n", b"new\n"), (b"new\n", b"newer and longer\n")):
            LocalWorkspace(root).commit(change_set((("config", before, after, None),)))
            assert tree(root) == {"config": after, "other": b"o"}
        LocalWorkspace(root).commit(
            change_set((("other", b"o", b"O", None), ("config", after, b"last\n", None)))
        )
        assert tree(root) == {"config": b"last\n", "other": b"O"}
        for changes in (
            (("config", b"last\n", None, None),),
            (("other", b"O", b"x", None), ("config", b"last\n", None, None)),
        ):
            error = refused(root, *changes)
            assert (error.code, error.path) == ("io", "config")
            assert "mounted" in str(error)
    assert (outside / "config").read_bytes() == b"last\n"
    assert (outside / "config").stat().st_ino == inode


def test_a_folder_that_is_another_file_system(tmp_path: Path) -> None:
    """Content is staged beside each file, so that nothing is ever renamed across."""
    lay(tmp_path, {"a": "1", "m/here": ""})
    with mounted("-t", "tmpfs", "none", at=tmp_path / "m"):
        lay(tmp_path, {"m/b": "2"})
        LocalWorkspace(tmp_path).commit(
            change_set(
                (
                    ("m/b", b"2", b"22", None),
                    ("m/moved", None, b"1", "a"),
                    ("a", b"1", None, None),
                    ("m/x/y", None, b"y", None),
                )
            )
        )
        assert tree(tmp_path) == {"m/b": b"22", "m/moved": b"1", "m/x/y": b"y"}
