"""The way back to a snapshot."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.store import SnapshotStore

if TYPE_CHECKING:
    from pathlib import Path

    from snapshots.conftest import Listing, RunGit, Statuses


def test_restoring_brings_back_every_kind_of_change(
    repository: Path, store: SnapshotStore, tree_of: Listing
) -> None:
    """Contents, modes, links, removed folders, new folders: the tree is as it was."""
    (repository / "run.sh").write_bytes(b"#!/bin/sh\n")
    (repository / "run.sh").chmod(0o755)
    (repository / "link").symlink_to("nowhere")
    (repository / "folder").mkdir()
    (repository / "folder" / "file").write_bytes(b"x")
    before, tree = store.take(), tree_of(repository)
    (repository / "run.sh").chmod(0o644)
    (repository / "link").unlink()
    (repository / "link").write_bytes(b"a file")
    shutil.rmtree(repository / "src")
    (repository / "src").symlink_to("folder")
    shutil.rmtree(repository / "folder")
    (repository / "folder").write_bytes(b"a file")
    (repository / "readme.txt").unlink()
    (repository / "readme.txt").mkdir()
    (repository / "readme.txt" / "x").write_bytes(b"")
    (repository / "new" / "deep").mkdir(parents=True)
    (repository / "new" / "deep" / "file").write_bytes(b"")
    store.restore(before, since=store.take())
    assert tree_of(repository) == tree
    assert store.take() == before


def test_ignored_files_are_neither_taken_nor_touched(
    repository: Path, store: SnapshotStore, statuses: Statuses
) -> None:
    """Secrets and build results stay out of snapshots and survive a restore."""
    before = store.take()
    assert store.read(before, "secret.env") is None
    (repository / "secret.env").write_bytes(b"KEY=2\n")
    (repository / "run.log").write_bytes(b"log\n")
    (repository / "readme.txt").write_bytes(b"changed\n")
    after = store.take()
    assert statuses(store, before, after) == {"readme.txt": "M"}
    store.restore(before, since=after)
    assert (repository / "secret.env").read_bytes() == b"KEY=2\n"
    assert (repository / "run.log").read_bytes() == b"log\n"


def test_an_ignored_file_that_came_into_view_is_not_removed(
    repository: Path, store: SnapshotStore, statuses: Statuses, tree_of: Listing
) -> None:
    """It was there before its rule was removed; a restore brings the rule back, no more."""
    odd = {":(top)[x].log": "A", "*.log": "A"}
    for name in odd:
        (repository / name).write_bytes(b"")
    before, tree = store.take(), tree_of(repository)
    (repository / ".gitignore").unlink()
    after = store.take()
    assert statuses(store, before, after) == {".gitignore": "D", "secret.env": "A", **odd}
    store.restore(before, since=after)
    assert tree_of(repository) == tree
    assert store.take() == before


def test_a_new_file_hidden_by_a_new_rule_is_removed_with_it(
    repository: Path, store: SnapshotStore, statuses: Statuses, tree_of: Listing
) -> None:
    """An attempt can not leave files behind by ignoring them."""
    before, tree = store.take(), tree_of(repository)
    (repository / ".gitignore").write_bytes(b"*.log\nsecret.env\nplanted.py\n")
    (repository / "planted.py").write_bytes(b"import os\n")
    after = store.take()
    assert statuses(store, before, after) == {".gitignore": "M"}
    store.restore(before, since=after)
    assert tree_of(repository) == tree


def test_a_file_that_is_tracked_and_ignored_is_taken(
    repository: Path, tmp_path: Path, git: RunGit, statuses: Statuses
) -> None:
    """What the user tracks by force is part of the work, removed or not."""
    (repository / "kept.log").write_bytes(b"1\n")
    git(repository, "add", "--force", "kept.log")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    assert store.read(before, "kept.log") == b"1\n"
    (repository / "kept.log").unlink()
    after = store.take()
    assert statuses(store, before, after) == {"kept.log": "D"}
    store.restore(before, since=after)
    assert (repository / "kept.log").read_bytes() == b"1\n"
    assert store.take() == before


def test_attributes_and_settings_convert_no_byte(
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """Line endings, ident, encodings and filters of the repository play no part."""
    attributes = (
        b"*.txt text eol=crlf ident\n*.enc text working-tree-encoding=UTF-16\n"
        b"*.bin filter=upper\n* text=auto\n"
    )
    (repository / ".gitattributes").write_bytes(attributes)
    (repository / "src" / ".gitattributes").write_bytes(b"* eol=lf text\n")
    git(repository, "config", "filter.upper.clean", "tr a-z A-Z")
    git(repository, "config", "filter.upper.required", "true")
    git(repository, "config", "core.autocrlf", "true")
    contents = {
        "mixed.txt": b"a\r\nb\n$Id$\n",
        "src/crlf.py": b"a\r\nb\r\n",
        "wide.enc": "wide\n".encode("utf-16"),
        "low.bin": b"lower case\n",
    }
    for name, content in contents.items():
        (repository / name).write_bytes(content)
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    assert {name: store.read(before, name) for name in contents} == contents
    for name in contents:
        (repository / name).unlink()
    store.restore(before, since=store.take())
    assert {name: (repository / name).read_bytes() for name in contents} == contents


def test_a_sub_folder_may_become_empty_and_full_again(
    repository: Path, tmp_path: Path, statuses: Statuses
) -> None:
    """Git has no empty folders; a snapshot of one is the empty tree."""
    root = repository / "src"
    store = SnapshotStore.open(root, tmp_path / "store")
    before = store.take()
    (root / "app.py").unlink()
    empty = store.take()
    assert statuses(store, before, empty) == {"app.py": "D"}
    store.restore(before, since=empty)
    assert (root / "app.py").read_bytes() == b"v = 1\n"


def test_a_sub_folder_that_was_removed_comes_back(repository: Path, tmp_path: Path) -> None:
    """The root itself may be what a command removed."""
    store = SnapshotStore.open(repository / "src", tmp_path / "store")
    before = store.take()
    shutil.rmtree(repository / "src")
    store.restore(before, since=store.take())
    assert (repository / "src" / "app.py").read_bytes() == b"v = 1\n"


def test_a_commit_in_a_nested_repository_is_told_and_not_undone(
    repository: Path, tmp_path: Path, git: RunGit, statuses: Statuses
) -> None:
    """The difference is visible; bringing it back is not ours to do."""
    inner = repository / "inner"
    inner.mkdir()
    git(inner, "init", "--quiet")
    git(inner, "commit", "--quiet", "--allow-empty", "--message=first")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    git(inner, "commit", "--quiet", "--allow-empty", "--message=second")
    after = store.take()
    assert statuses(store, before, after) == {"inner": "M"}
    assert len(store.change_set(before, after)) == 0
    store.restore(before, since=after)
    assert git(inner, "log", "--format=%s").split() == ["second", "first"]


def test_a_snapshot_needs_nothing_of_the_users_git_directory(
    repository: Path, store: SnapshotStore, tree_of: Listing
) -> None:
    """Not even its existence, also for files that nobody had changed before."""
    before, listed = store.take(), tree_of(repository)
    (repository / "readme.txt").write_bytes(b"changed\n")
    (repository / "src" / "app.py").unlink()
    shutil.rmtree(repository / ".git")
    after = store.take()
    assert "-two" in store.patch(before, after)
    store.restore(before, since=after)
    assert tree_of(repository) == listed


def test_objects_that_were_lost_are_reported(
    repository: Path, store: SnapshotStore, tmp_path: Path
) -> None:
    """A lost content is an error, never an empty file."""
    before = store.take()
    (repository / "readme.txt").write_bytes(b"changed\n")
    after = store.take()
    for pack in (tmp_path / "store" / "objects" / "pack").iterdir():
        pack.unlink()
    with pytest.raises(EnvironmentFault):
        store.restore(before, since=after)
    assert (repository / "readme.txt").read_bytes() == b"changed\n"
