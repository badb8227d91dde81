"""Commits land whole or leave the tree as it was."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.transaction import Step, Transaction
from trees import lay, tree


def commit(root: Path, *changes: tuple[str, bytes | None, bytes | None, str | None]) -> None:
    LocalWorkspace(root).commit(
        ChangeSet(
            tuple(
                FileChange(RelPath(path), before, after, RelPath(origin) if origin else None)
                for path, before, after, origin in changes
            )
        )
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_all_kinds_of_changes_land_together(tmp_path: Path) -> None:
    """Add, update, delete and move in one commit; no temporary file stays behind."""
    lay(tmp_path, {"up": "1", "del": "2", "src": "3"})
    commit(
        tmp_path,
        ("x/y/new", None, b"n", None), ("up", b"1", b"u", None), ("dst", None, b"3", "src"),
        ("del", b"2", None, None), ("src", b"3", None, None),
    )  # fmt: skip
    assert tree(tmp_path) == {"x/y/new": b"n", "up": b"u", "dst": b"3"}


@pytest.mark.parametrize("bad", ["conflict", "appeared", "gone", "folder", "parent-is-a-file"])
def test_a_failing_change_takes_everything_back(tmp_path: Path, bad: str) -> None:
    """The tree is byte-equal afterwards, new folders and temporary files included."""
    lay(tmp_path, {"up": "1", "del": "2", "other": "theirs", "dir/f": "f", "src": "3"})
    last: dict[str, tuple[tuple[str, bytes | None, bytes | None, str | None], str]] = {
        "conflict": (("other", b"mine", b"x", None), "conflict"),
        "appeared": (("other", None, b"x", None), "conflict"),
        "gone": (("none", b"was", b"x", None), "conflict"),
        "folder": (("dir", None, b"x", None), "is-directory"),
        "parent-is-a-file": (("up/x", None, b"x", None), "io"),
    }
    change, code = last[bad]
    before = tree(tmp_path)
    folders = sorted(p for p in tmp_path.rglob("*") if p.is_dir())
    with pytest.raises(PatchsmithError) as caught:
        commit(
            tmp_path, ("a/b/new", None, b"n", None), ("up", b"1", b"u", None),
            ("dst", None, b"3", "src"), ("del", b"2", None, None), change,
        )  # fmt: skip
    assert caught.value.code == code
    assert tree(tmp_path) == before
    assert sorted(p for p in tmp_path.rglob("*") if p.is_dir()) == folders


def test_a_failure_in_the_middle_of_the_swaps_is_taken_back(tmp_path: Path) -> None:
    """A file that turned into a folder after the check stops the commit; inodes come back."""
    lay(tmp_path, {"a": "1", "b": "2"})
    os.chmod(tmp_path / "a", 0o640)
    inode = (tmp_path / "a").stat().st_ino
    workspace = LocalWorkspace(tmp_path)

    class Sabotaged(Transaction):
        __slots__ = ()

        def _swap(self, step: Step) -> None:
            if step.change.path == "b":
                os.unlink(tmp_path / "b")
                os.mkdir(tmp_path / "b")
            super()._swap(step)

    change_set = ChangeSet(
        (
            FileChange(RelPath("a"), b"1", b"A", None),
            FileChange(RelPath("n"), None, b"N", None),
            FileChange(RelPath("b"), b"2", b"B", None),
        )
    )
    with pytest.raises(PatchsmithError):
        Sabotaged(workspace, change_set).run()
    assert tree(tmp_path) == {"a": b"1"}
    assert (mode(tmp_path / "a"), (tmp_path / "a").stat().st_ino) == (0o640, inode)


def test_modes_survive_updates_and_moves(tmp_path: Path) -> None:
    """The executable bit goes with the content; new files follow the umask."""
    lay(tmp_path, {"run": "1", "tool": "2"})
    os.chmod(tmp_path / "run", 0o755)
    os.chmod(tmp_path / "tool", 0o750)
    old = os.umask(0o027)
    try:
        commit(tmp_path, ("run", b"1", b"11", None), ("moved", None, b"2", "tool"),
               ("tool", b"2", None, None), ("new", None, b"n", None))  # fmt: skip
    finally:
        os.umask(old)
    assert (mode(tmp_path / "run"), mode(tmp_path / "moved"), mode(tmp_path / "new")) == (
        0o755, 0o750, 0o640,
    )  # fmt: skip


def test_write_protected_files_are_refused(tmp_path: Path) -> None:
    """Replacing one by a rename would go round its protection, for root too."""
    lay(tmp_path, {"gen": "1"})
    os.chmod(tmp_path / "gen", 0o444)
    with pytest.raises(PatchsmithError) as caught:
        commit(tmp_path, ("gen", b"1", b"2", None))
    assert caught.value.code == "read-only"
    assert tree(tmp_path) == {"gen": b"1"}


def test_hard_links_see_the_change(tmp_path: Path) -> None:
    """A file with several names is written in place."""
    lay(tmp_path, {"a": "one\n"})
    os.link(tmp_path / "a", tmp_path / "b")
    commit(tmp_path, ("a", b"one\n", b"2\n", None), ("c", None, b"c", None))
    assert tree(tmp_path) == {"a": b"2\n", "b": b"2\n", "c": b"c"}
    assert (tmp_path / "a").stat().st_nlink == 2


def test_a_link_is_deleted_itself(tmp_path: Path) -> None:
    """What it names stays."""
    lay(tmp_path, {"a": "1", "l": "@@SYMLINK a"})
    commit(tmp_path, ("l", b"1", None, None))
    assert tree(tmp_path) == {"a": b"1"}


def test_an_unfinished_commit_is_not_written_over(tmp_path: Path) -> None:
    """A record left behind by a killed process stops the next commit."""
    lay(tmp_path, {"a": "1", ".patchsmith-txn/record": ""})
    with pytest.raises(PatchsmithError) as caught:
        commit(tmp_path, ("a", b"1", b"2", None))
    assert caught.value.code == "conflict"
    assert (tmp_path / "a").read_bytes() == b"1"
