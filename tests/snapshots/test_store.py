"""Snapshots of all kinds of trees."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.snapshots.store import SnapshotStore

if TYPE_CHECKING:
    from pathlib import Path

    from snapshots.conftest import Listing, RunGit, Statuses


def test_a_snapshot_is_the_tree_git_would_commit(
    repository: Path, store: SnapshotStore, git: RunGit
) -> None:
    """An untouched checkout has the tree of its commit: ids can be compared with git's."""
    assert store.take() == git(repository, "rev-parse", "HEAD^{tree}").strip()


def test_the_same_files_give_the_same_tree(store: SnapshotStore) -> None:
    """Nothing but the files is in a snapshot."""
    first = store.take()
    assert store.take() == first
    assert store.diff(first, first) == ()


def test_names_may_hold_any_bytes(
    repository: Path, store: SnapshotStore, statuses: Statuses
) -> None:
    """Newlines, quotes, patterns, bytes that are not UTF-8: compared, read and restored."""
    names = ["new\nline", 'quo"te', "*", "[a]", ":(top)x", "back\\slash", "tab\t", "-x", "é"]
    if os.uname().sysname == "Linux":
        names.append("\udcff")
    before = store.take()
    for name in names:
        (repository / name).write_bytes(b"x\n")
    after = store.take()
    assert sorted(statuses(store, before, after)) == sorted(names)
    assert all(store.read(after, name) == b"x\n" for name in names)
    assert {change.path for change in store.change_set(before, after)} == set(names)
    store.restore(before, since=after)
    assert not any((repository / name).exists() for name in names)


def test_a_change_of_the_same_size_in_the_same_second_is_noticed(
    repository: Path, store: SnapshotStore
) -> None:
    """Times alone would not tell: what is as young as the index is read again."""
    for number in range(50):
        (repository / "src" / "app.py").write_bytes(b"v = 1\n" if number % 2 else b"v = 3\n")
        first = store.take()
        (repository / "src" / "app.py").write_bytes(b"v = 2\n")
        assert store.take() != first


def test_a_change_right_after_the_users_index_was_written_is_noticed(
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """The copied index keeps its age, so the first snapshot is right too."""
    for number in range(10):
        file = repository / "src" / "app.py"
        file.write_bytes(b"v = 1\n")
        git(repository, "add", "--all")
        file.write_bytes(b"v = 2\n")
        store = SnapshotStore.open(repository, tmp_path / f"store{number}")
        assert store.read(store.take(), "src/app.py") == b"v = 2\n"


def test_the_users_git_directory_stays_byte_for_byte(
    repository: Path, tmp_path: Path, git: RunGit, files_below: Listing
) -> None:
    """Index, HEAD, stash, objects: nothing of it is written by any operation."""
    (repository / "readme.txt").write_bytes(b"stashed\n")
    git(repository, "stash", "--quiet")
    (repository / "staged").write_bytes(b"staged\n")
    git(repository, "add", "staged")
    git_before = files_below(repository / ".git")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    (repository / "staged").write_bytes(b"changed\n")
    shutil.rmtree(repository / "src")
    after = store.take()
    store.diff(before, after)
    store.patch(before, after)
    store.change_set(before, after)
    store.restore(before, since=after)
    assert files_below(repository / ".git") == git_before


def test_rules_of_the_exclude_file_count(repository: Path, tmp_path: Path) -> None:
    """A developer's private rules hide their private files."""
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "exclude").write_bytes(b"private/\n")
    (repository / "private").mkdir()
    (repository / "private" / "note").write_bytes(b"")
    store = SnapshotStore.open(repository, tmp_path / "store")
    assert store.read(store.take(), "private/note") is None


def test_a_sub_folder_is_watched_alone(
    repository: Path, tmp_path: Path, git: RunGit, statuses: Statuses
) -> None:
    """Paths are relative to the root; what is above it is neither taken nor touched."""
    (repository / "src" / "run.log").write_bytes(b"ignored by the folder above\n")
    root = repository / "src"
    store = SnapshotStore.open(root, tmp_path / "store")
    before = store.take()
    assert before == git(repository, "rev-parse", "HEAD:src").strip()
    (root / "app.py").write_bytes(b"v = 2\n")
    (root / "new" / "x").mkdir(parents=True)
    (root / "new" / "x" / "y").write_bytes(b"")
    (repository / "readme.txt").write_bytes(b"changed outside\n")
    after = store.take()
    assert statuses(store, before, after) == {"app.py": "M", "new/x/y": "A"}
    assert "+v = 2" in store.patch(before, after, paths=["app.py"])
    assert store.read(after, "app.py") == b"v = 2\n"
    store.restore(before, since=after)
    assert (root / "app.py").read_bytes() == b"v = 1\n"
    assert sorted(os.listdir(root)) == ["app.py", "run.log"]
    assert (repository / "readme.txt").read_bytes() == b"changed outside\n"


def test_a_tree_outside_git_is_watched_too(tmp_path: Path, statuses: Statuses) -> None:
    """A private store, the tree's own ignore rules, other systems' folders left out."""
    root = tmp_path / "plain"
    (root / ".hg").mkdir(parents=True)
    (root / ".hg" / "store").write_bytes(b"")
    (root / ".gitignore").write_bytes(b"*.o\n")
    (root / "a.c").write_bytes(b"int a;\r\n")
    (root / "a.o").write_bytes(b"\0")
    store = SnapshotStore.open(root, tmp_path / "store")
    before = store.take()
    (root / "a.c").write_bytes(b"")
    after = store.take()
    assert statuses(store, before, after) == {"a.c": "M"}
    assert store.read(before, "a.o") is None
    assert store.read(before, ".hg/store") is None
    store.restore(before, since=after)
    assert (root / "a.c").read_bytes() == b"int a;\r\n"
    assert not (root / ".git").exists()


@pytest.mark.parametrize("kind", ["no_commit", "linked", "sparse", "split", "sha256", "conflict"])
def test_repositories_in_unusual_states_round_trip(
    tmp_path: Path, repository: Path, git: RunGit, kind: str, statuses: Statuses, tree_of: Listing
) -> None:
    """Unborn branches, linked work trees, sparse and split indexes, conflicts: same result."""
    root = repository
    if kind in ("no_commit", "sha256"):
        root = tmp_path / "fresh"
        root.mkdir()
        git(root, "init", "--quiet", f"--object-format={'sha256' if kind == 'sha256' else 'sha1'}")
        (root / "readme.txt").write_bytes(b"one\n")
    elif kind == "linked":
        root = tmp_path / "second"
        git(repository, "worktree", "add", "--quiet", str(root), "-b", "other")
    elif kind == "sparse":
        git(root, "sparse-checkout", "set", "--sparse-index", "nothing")
        assert not (root / "src").exists()
    elif kind == "split":
        git(root, "update-index", "--split-index")
    else:
        git(root, "checkout", "--quiet", "-b", "side")
        (root / "readme.txt").write_bytes(b"side\n")
        git(root, "commit", "--quiet", "--all", "--message=side")
        git(root, "checkout", "--quiet", "main")
        (root / "readme.txt").write_bytes(b"main\n")
        git(root, "commit", "--quiet", "--all", "--message=main")
        git(root, "merge", "--quiet", "side", status=1)
    tree = tree_of(root)
    store = SnapshotStore.open(root, tmp_path / "store")
    before = store.take()
    (root / "readme.txt").write_bytes(b"changed\n")
    (root / "src").mkdir(exist_ok=True)
    (root / "src" / "app.py").write_bytes(b"v = 7\n")
    after = store.take()
    assert set(statuses(store, before, after)) == {"readme.txt", "src/app.py"}
    store.restore(before, since=after)
    assert tree_of(root) == tree


def test_nested_repositories_are_named_and_left_alone(
    repository: Path, tmp_path: Path, git: RunGit, statuses: Statuses
) -> None:
    """With commits or without, deep or not: listed, not followed, not removed."""
    for name in ("vendor/born", "vendor/unborn"):
        (repository / name).mkdir(parents=True)
        git(repository / name, "init", "--quiet")
        (repository / name / "file").write_bytes(b"1\n")
    git(repository / "vendor" / "born", "add", "file")
    git(repository / "vendor" / "born", "commit", "--quiet", "--message=first")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    assert store.nested == ("vendor/born", "vendor/unborn")
    for name in ("vendor/born", "vendor/unborn"):
        (repository / name / "file").write_bytes(b"2\n")
    (repository / "readme.txt").write_bytes(b"changed\n")
    after = store.take()
    assert statuses(store, before, after) == {"readme.txt": "M"}
    store.restore(before, since=after)
    assert (repository / "vendor" / "born" / "file").read_bytes() == b"2\n"
    assert (repository / "readme.txt").read_bytes() == b"one\ntwo\n"


def test_submodules_stay_as_they_are(
    repository: Path, tmp_path: Path, git: RunGit, files_below: Listing
) -> None:
    """A submodule is a nested repository; its git directory is not written either."""
    library = tmp_path / "library"
    library.mkdir()
    git(library, "init", "--quiet")
    (library / "code").write_bytes(b"1\n")
    git(library, "add", "code")
    git(library, "commit", "--quiet", "--message=first")
    git(repository, "submodule", "--quiet", "add", str(library), "lib")
    (repository / "lib" / "code").write_bytes(b"dirty\n")
    git_before = files_below(repository / ".git")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    (repository / ".gitmodules").unlink()
    store.restore(before, since=store.take())
    assert store.nested == ("lib",)
    assert files_below(repository / ".git") == git_before


def test_a_store_may_be_opened_again(repository: Path, tmp_path: Path) -> None:
    """Snapshots outlive the process that took them."""
    before = SnapshotStore.open(repository, tmp_path / "store").take()
    (repository / "readme.txt").unlink()
    again = SnapshotStore.open(repository, tmp_path / "store")
    again.restore(before, since=again.take())
    assert (repository / "readme.txt").read_bytes() == b"one\ntwo\n"


def test_the_lock_of_a_git_that_was_killed_is_cleared(
    repository: Path, tmp_path: Path, store: SnapshotStore
) -> None:
    """A store is used by one process, so a lock that is there is nobody's."""
    before = store.take()
    (tmp_path / "store" / "index.lock").write_bytes(b"")
    assert store.take() == before
    assert repository.exists()


def test_a_hooks_environment_does_not_lead_into_the_users_repository(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files_below: Listing
) -> None:
    """Run from a git hook, the variables git sets for it are not ours."""
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository / ".git" / "index"))
    git_before = files_below(repository / ".git")
    (repository / "new").write_bytes(b"")
    store = SnapshotStore.open(repository, tmp_path / "store")
    assert store.read(store.take(), "new") == b""
    assert files_below(repository / ".git") == git_before


def test_a_store_inside_its_root_is_refused(repository: Path) -> None:
    """It would be part of its own snapshots, and in reach of who is watched."""
    with pytest.raises(RequestError, match="inside the folder it is to watch"):
        SnapshotStore.open(repository, repository / ".git" / "store")


def test_without_git_the_error_says_so(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else can take its place."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentFault, match="git is needed"):
        SnapshotStore.open(repository, tmp_path / "store")


def test_a_file_git_can_not_record_is_one_clear_error(
    repository: Path, store: SnapshotStore
) -> None:
    """A tracked file that became a pipe would block a reader; it is named instead."""
    (repository / "readme.txt").unlink()
    os.mkfifo(repository / "readme.txt")
    with pytest.raises(EnvironmentFault, match=r"readme\.txt"):
        store.take()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("name", ["readme.txt", "src"])
def test_what_can_not_be_read_is_one_clear_error(
    repository: Path, store: SnapshotStore, name: str
) -> None:
    """A snapshot is never silently less than the tree."""
    (repository / name).chmod(0)
    os.utime(repository / name)
    try:
        with pytest.raises(EnvironmentFault, match=name):
            store.take()
    finally:
        (repository / name).chmod(0o755)


def test_large_trees_are_quick(tmp_path: Path) -> None:
    """Two thousand files: the first snapshot packs them, the next ones only look at times."""
    root = tmp_path / "large"
    for number in range(2000):
        folder = root / f"d{number % 40}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.txt").write_bytes(b"%d\n" % number * 50)
    began = time.monotonic()
    store = SnapshotStore.open(root, tmp_path / "store")
    first = store.take()
    assert store.take() == first
    assert time.monotonic() - began < 60
    loose = [name for name in os.listdir(tmp_path / "store" / "objects") if len(name) == 2]
    assert len(loose) < 200
