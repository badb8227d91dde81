"""The private git directory of a store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.git import PrivateGit
from patchsmith.snapshots.repository import look_around
from patchsmith.snapshots.seeding import prepare

if TYPE_CHECKING:
    from pathlib import Path

    from snapshots.conftest import RunGit


def _prepared(root: Path, store: Path) -> PrivateGit:
    git = PrivateGit(store, root)
    prepare(git, look_around(root))
    return git


def _listed(git: PrivateGit) -> list[str]:
    return [name for name in os.fsdecode(git.ask("ls-files", "-z").stdout).split("\0") if name]


def test_the_index_starts_as_the_users_with_its_time(repository: Path, tmp_path: Path) -> None:
    """A copy younger than the index would hide files that changed right after it."""
    store = tmp_path / "store"
    _prepared(repository, store)
    original = repository / ".git" / "index"
    assert (store / "index").read_bytes() == original.read_bytes()
    assert (store / "index").stat().st_mtime_ns == original.stat().st_mtime_ns


def test_a_prepared_store_is_left_alone(repository: Path, tmp_path: Path) -> None:
    """Opening again keeps the index and the ignore rules of the beginning."""
    store = tmp_path / "store"
    _prepared(repository, store)
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "exclude").write_bytes(b"hidden\n")
    before = (store / "info" / "exclude").read_bytes()
    _prepared(repository, store)
    assert (store / "info" / "exclude").read_bytes() == before


def test_a_store_that_was_not_finished_is_made_again(repository: Path, tmp_path: Path) -> None:
    """A kill while the store is made costs nothing but time."""
    store = tmp_path / "store"
    _prepared(repository, store)
    (store / "patchsmith-store").unlink()
    (store / "index").write_bytes(b"garbage")
    assert "readme.txt" in _listed(_prepared(repository, store))


def test_bits_that_hide_changes_are_cleared(repository: Path, tmp_path: Path, git: RunGit) -> None:
    """Assume-unchanged and skip-worktree would make a snapshot say what is not on disk."""
    git(repository, "update-index", "--assume-unchanged", "readme.txt")
    git(repository, "update-index", "--skip-worktree", "src/app.py")
    ours = _prepared(repository, tmp_path / "store")
    tags = {line[:1] for line in ours.ask("ls-files", "-v").stdout.splitlines()}
    assert tags == {b"H"}


def test_a_split_index_is_copied_with_its_base(
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """The files it refers to come along."""
    git(repository, "update-index", "--split-index")
    assert "readme.txt" in _listed(_prepared(repository, tmp_path / "store"))


@pytest.mark.parametrize("damage", ["garbage", "lost_base", "missing"])
def test_an_unusable_index_falls_back_to_the_commit(
    repository: Path, tmp_path: Path, git: RunGit, damage: str
) -> None:
    """What is tracked is then known from HEAD."""
    index = repository / ".git" / "index"
    if damage == "garbage":
        index.write_bytes(b"garbage")
    elif damage == "missing":
        index.unlink()
    else:
        git(repository, "update-index", "--split-index")
        for base in index.parent.glob("sharedindex.*"):
            base.unlink()
    listed = _listed(_prepared(repository, tmp_path / "store"))
    expected = [] if damage == "missing" else [".gitignore", "readme.txt", "src/app.py"]
    assert listed == expected


def test_a_folder_with_an_odd_name_is_linked_to(tmp_path: Path, git: RunGit) -> None:
    """Quotes, colons and hashes in a path do not break the way to the objects."""
    root = tmp_path / '#odd: "name" \\x'
    root.mkdir()
    git(root, "init", "--quiet")
    (root / "a").write_bytes(b"a\n")
    git(root, "add", "a")
    object_id = git(root, "hash-object", "a").strip()
    ours = _prepared(root, tmp_path / "store")
    assert ours.ask("cat-file", "blob", object_id).stdout == b"a\n"


def test_a_store_that_can_not_be_written_is_named(repository: Path, tmp_path: Path) -> None:
    """The error names the folder."""
    (tmp_path / "store").write_bytes(b"in the way")
    with pytest.raises(EnvironmentFault, match=r"can not be stored in .*store"):
        _prepared(repository, tmp_path / "store")


def test_contents_that_git_has_lost_are_read_from_the_disk(
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """As in a partial clone; whatever the index says, the snapshot holds them."""
    lost = git(repository, "rev-parse", "HEAD:readme.txt").strip()
    (repository / ".git" / "objects" / lost[:2] / lost[2:]).unlink()
    ours = _prepared(repository, tmp_path / "store")
    ours.ask("add", "--all")
    assert ours.ask("cat-file", "blob", lost).stdout == b"one\ntwo\n"
    assert ours.ask("cat-file", "blob", ":src/app.py").stdout == b"v = 1\n"
