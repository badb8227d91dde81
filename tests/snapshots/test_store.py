"""Snapshots: taken, compared, read, brought back."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.snapshots.store import SnapshotStore, TreeId

if TYPE_CHECKING:
    from tests.snapshots.conftest import RunGit


def _files(folder: Path, *, skip: str = "") -> dict[str, tuple[int, bytes]]:
    """Return mode and content of everything below a folder, folders themselves included."""
    found = {}
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != skip]
        for name in folders + files:
            path = Path(parent, name)
            if path.is_symlink():
                content = os.fsencode(os.readlink(path))
            else:
                content = b"" if path.is_dir() else path.read_bytes()
            found[str(path.relative_to(folder))] = (path.lstat().st_mode, content)
    return found


def _tree(root: Path) -> dict[str, tuple[int, bytes]]:
    return _files(root, skip=".git")


@pytest.fixture
def store(repository: Path, tmp_path: Path) -> SnapshotStore:
    """Open a store on the repository."""
    return SnapshotStore.open(repository, tmp_path / "store")


def _statuses(store: SnapshotStore, before: TreeId, after: TreeId) -> dict[str, str]:
    return {each.path: each.status for each in store.diff(before, after)}


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


def test_every_kind_of_change_is_told(repository: Path, store: SnapshotStore) -> None:
    """Added, deleted, changed, mode alone, another kind: each with its lines."""
    for name in ("gone", "mode", "kind"):
        (repository / name).write_bytes(b"1\n2\n")
    before = store.take()
    (repository / "readme.txt").write_bytes(b"one\n2\n3\n")
    (repository / "new.txt").write_bytes(b"a\nb\nc")
    (repository / "gone").unlink()
    (repository / "mode").chmod(0o755)
    (repository / "kind").unlink()
    (repository / "kind").symlink_to("readme.txt")
    (repository / "binary").write_bytes(b"\0\1")
    found = {each.path: each for each in store.diff(before, store.take())}
    assert {path: each.status for path, each in found.items()} == {
        "binary": "A",
        "gone": "D",
        "kind": "T",
        "mode": "T",
        "new.txt": "A",
        "readme.txt": "M",
    }
    assert (found["readme.txt"].added, found["readme.txt"].removed) == (2, 1)
    assert (found["new.txt"].added, found["gone"].removed) == (3, 2)
    assert (found["mode"].before_mode, found["mode"].after_mode) == (0o100644, 0o100755)
    assert [path for path, each in found.items() if each.is_binary] == ["binary"]


def test_a_rename_is_a_removal_and_an_addition(repository: Path, store: SnapshotStore) -> None:
    """No guess about where a content came from."""
    before = store.take()
    (repository / "readme.txt").rename(repository / "moved.txt")
    assert _statuses(store, before, store.take()) == {"moved.txt": "A", "readme.txt": "D"}


def test_names_may_hold_any_bytes(repository: Path, store: SnapshotStore) -> None:
    """Newlines, quotes, patterns, bytes that are not UTF-8: compared, read and restored."""
    names = ["new\nline", 'quo"te', "*", "[a]", ":(top)x", "back\\slash", "tab\t", "-x", "é"]
    if os.uname().sysname == "Linux":
        names.append("\udcff")
    before = store.take()
    for name in names:
        (repository / name).write_bytes(b"x\n")
    after = store.take()
    assert sorted(_statuses(store, before, after)) == sorted(names)
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
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """Index, HEAD, stash, objects: nothing of it is written by any operation."""
    (repository / "readme.txt").write_bytes(b"stashed\n")
    git(repository, "stash", "--quiet")
    (repository / "staged").write_bytes(b"staged\n")
    git(repository, "add", "staged")
    git_before = _files(repository / ".git")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    (repository / "staged").write_bytes(b"changed\n")
    shutil.rmtree(repository / "src")
    after = store.take()
    store.diff(before, after)
    store.patch(before, after)
    store.change_set(before, after)
    store.restore(before, since=after)
    assert _files(repository / ".git") == git_before


def test_restoring_brings_back_every_kind_of_change(repository: Path, store: SnapshotStore) -> None:
    """Contents, modes, links, removed folders, new folders: the tree is as it was."""
    (repository / "run.sh").write_bytes(b"#!/bin/sh\n")
    (repository / "run.sh").chmod(0o755)
    (repository / "link").symlink_to("nowhere")
    (repository / "folder").mkdir()
    (repository / "folder" / "file").write_bytes(b"x")
    before, tree = store.take(), _tree(repository)
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
    assert _tree(repository) == tree
    assert store.take() == before


def test_ignored_files_are_neither_taken_nor_touched(
    repository: Path, store: SnapshotStore
) -> None:
    """Secrets and build results stay out of snapshots and survive a restore."""
    before = store.take()
    assert store.read(before, "secret.env") is None
    (repository / "secret.env").write_bytes(b"KEY=2\n")
    (repository / "run.log").write_bytes(b"log\n")
    (repository / "readme.txt").write_bytes(b"changed\n")
    after = store.take()
    assert _statuses(store, before, after) == {"readme.txt": "M"}
    store.restore(before, since=after)
    assert (repository / "secret.env").read_bytes() == b"KEY=2\n"
    assert (repository / "run.log").read_bytes() == b"log\n"


def test_an_ignored_file_that_came_into_view_is_not_removed(
    repository: Path, store: SnapshotStore
) -> None:
    """It was there before its rule was removed; a restore brings the rule back, no more."""
    odd = {":(top)[x].log": "A", "*.log": "A"}
    for name in odd:
        (repository / name).write_bytes(b"")
    before, tree = store.take(), _tree(repository)
    (repository / ".gitignore").unlink()
    after = store.take()
    assert _statuses(store, before, after) == {".gitignore": "D", "secret.env": "A", **odd}
    store.restore(before, since=after)
    assert _tree(repository) == tree
    assert store.take() == before


def test_a_new_file_hidden_by_a_new_rule_is_removed_with_it(
    repository: Path, store: SnapshotStore
) -> None:
    """An attempt can not leave files behind by ignoring them."""
    before, tree = store.take(), _tree(repository)
    (repository / ".gitignore").write_bytes(b"*.log\nsecret.env\nplanted.py\n")
    (repository / "planted.py").write_bytes(b"import os\n")
    after = store.take()
    assert _statuses(store, before, after) == {".gitignore": "M"}
    store.restore(before, since=after)
    assert _tree(repository) == tree


def test_a_file_that_is_tracked_and_ignored_is_taken(
    repository: Path, tmp_path: Path, git: RunGit
) -> None:
    """What the user tracks by force is part of the work, removed or not."""
    (repository / "kept.log").write_bytes(b"1\n")
    git(repository, "add", "--force", "kept.log")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    assert store.read(before, "kept.log") == b"1\n"
    (repository / "kept.log").unlink()
    after = store.take()
    assert _statuses(store, before, after) == {"kept.log": "D"}
    store.restore(before, since=after)
    assert (repository / "kept.log").read_bytes() == b"1\n"
    assert store.take() == before


def test_rules_of_the_exclude_file_count(repository: Path, tmp_path: Path) -> None:
    """A developer's private rules hide their private files."""
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "exclude").write_bytes(b"private/\n")
    (repository / "private").mkdir()
    (repository / "private" / "note").write_bytes(b"")
    store = SnapshotStore.open(repository, tmp_path / "store")
    assert store.read(store.take(), "private/note") is None


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


def test_attributes_hide_no_text_from_a_patch(repository: Path, store: SnapshotStore) -> None:
    """A file declared binary is still shown, or a change could be hidden by declaring it."""
    before = store.take()
    (repository / ".gitattributes").write_bytes(b"*.txt -diff\n*.py binary\n")
    (repository / "readme.txt").write_bytes(b"one\nTWO\n")
    (repository / "src" / "app.py").write_bytes(b"v = 2\n")
    after = store.take()
    patch = store.patch(before, after, paths=["readme.txt", "src"])
    assert "-two\n+TWO\n" in patch
    assert "-v = 1\n+v = 2\n" in patch
    assert not any(each.is_binary for each in store.diff(before, after))


def test_a_patch_is_the_same_whatever_git_is_configured_to_print(
    repository: Path, store: SnapshotStore, git: RunGit
) -> None:
    """Prefixes, colours, context and external programs are pinned."""
    git(repository, "config", "diff.noprefix", "true")
    git(repository, "config", "color.ui", "always")
    git(repository, "config", "diff.context", "0")
    git(repository, "config", "diff.external", "false")
    before = store.take()
    (repository / "readme.txt").write_bytes(b"one\nTWO\n")
    (repository / "é").write_bytes(b"")
    patch = store.patch(before, store.take(), paths=["readme.txt"])
    lines = patch.splitlines()
    assert lines[0] == "diff --git a/readme.txt b/readme.txt"
    assert lines[2:5] == ["--- a/readme.txt", "+++ b/readme.txt", "@@ -1,2 +1,2 @@"]
    assert lines[5:] == [" one", "-two", "+TWO"]
    assert "b/é" in store.patch(before, store.take())
    assert store.patch(before, store.take(), paths=[]) == ""


def test_a_change_set_holds_the_bytes_of_both_sides(repository: Path, store: SnapshotStore) -> None:
    """Additions, deletions, contents and link targets; a mode alone is no content."""
    (repository / "link").symlink_to("old")
    before = store.take()
    (repository / "link").unlink()
    (repository / "link").symlink_to("new")
    (repository / "readme.txt").write_bytes(b"\xff")
    (repository / "src" / "app.py").unlink()
    (repository / "empty").write_bytes(b"")
    (repository / ".gitignore").chmod(0o755)
    changes = store.change_set(before, store.take())
    assert {each.path: (each.before, each.after) for each in changes} == {
        "empty": (None, b""),
        "link": (b"old", b"new"),
        "readme.txt": (b"one\ntwo\n", b"\xff"),
        "src/app.py": (b"v = 1\n", None),
    }


def test_reading_what_is_no_file_gives_nothing(store: SnapshotStore) -> None:
    """Missing paths and folders have no content."""
    tree = store.take()
    assert store.read(tree, "src") is None
    assert store.read(tree, "none/at/all") is None


def test_a_sub_folder_is_watched_alone(repository: Path, tmp_path: Path, git: RunGit) -> None:
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
    assert _statuses(store, before, after) == {"app.py": "M", "new/x/y": "A"}
    assert "+v = 2" in store.patch(before, after, paths=["app.py"])
    assert store.read(after, "app.py") == b"v = 2\n"
    store.restore(before, since=after)
    assert (root / "app.py").read_bytes() == b"v = 1\n"
    assert sorted(os.listdir(root)) == ["app.py", "run.log"]
    assert (repository / "readme.txt").read_bytes() == b"changed outside\n"


def test_a_sub_folder_may_become_empty_and_full_again(repository: Path, tmp_path: Path) -> None:
    """Git has no empty folders; a snapshot of one is the empty tree."""
    root = repository / "src"
    store = SnapshotStore.open(root, tmp_path / "store")
    before = store.take()
    (root / "app.py").unlink()
    empty = store.take()
    assert _statuses(store, before, empty) == {"app.py": "D"}
    store.restore(before, since=empty)
    assert (root / "app.py").read_bytes() == b"v = 1\n"


def test_a_sub_folder_that_was_removed_comes_back(repository: Path, tmp_path: Path) -> None:
    """The root itself may be what a command removed."""
    store = SnapshotStore.open(repository / "src", tmp_path / "store")
    before = store.take()
    shutil.rmtree(repository / "src")
    store.restore(before, since=store.take())
    assert (repository / "src" / "app.py").read_bytes() == b"v = 1\n"


def test_a_tree_outside_git_is_watched_too(tmp_path: Path) -> None:
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
    assert _statuses(store, before, after) == {"a.c": "M"}
    assert store.read(before, "a.o") is None
    assert store.read(before, ".hg/store") is None
    store.restore(before, since=after)
    assert (root / "a.c").read_bytes() == b"int a;\r\n"
    assert not (root / ".git").exists()


@pytest.mark.parametrize("kind", ["no_commit", "linked", "sparse", "split", "sha256", "conflict"])
def test_repositories_in_unusual_states_round_trip(
    tmp_path: Path, repository: Path, git: RunGit, kind: str
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
    tree = _tree(root)
    store = SnapshotStore.open(root, tmp_path / "store")
    before = store.take()
    (root / "readme.txt").write_bytes(b"changed\n")
    (root / "src").mkdir(exist_ok=True)
    (root / "src" / "app.py").write_bytes(b"v = 7\n")
    after = store.take()
    assert set(_statuses(store, before, after)) == {"readme.txt", "src/app.py"}
    store.restore(before, since=after)
    assert _tree(root) == tree


def test_nested_repositories_are_named_and_left_alone(
    repository: Path, tmp_path: Path, git: RunGit
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
    assert _statuses(store, before, after) == {"readme.txt": "M"}
    store.restore(before, since=after)
    assert (repository / "vendor" / "born" / "file").read_bytes() == b"2\n"
    assert (repository / "readme.txt").read_bytes() == b"one\ntwo\n"


def test_a_commit_in_a_nested_repository_is_told_and_not_undone(
    repository: Path, tmp_path: Path, git: RunGit
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
    assert _statuses(store, before, after) == {"inner": "M"}
    assert len(store.change_set(before, after)) == 0
    store.restore(before, since=after)
    assert git(inner, "log", "--format=%s").split() == ["second", "first"]


def test_submodules_stay_as_they_are(repository: Path, tmp_path: Path, git: RunGit) -> None:
    """A submodule is a nested repository; its git directory is not written either."""
    library = tmp_path / "library"
    library.mkdir()
    git(library, "init", "--quiet")
    (library / "code").write_bytes(b"1\n")
    git(library, "add", "code")
    git(library, "commit", "--quiet", "--message=first")
    git(repository, "submodule", "--quiet", "add", str(library), "lib")
    (repository / "lib" / "code").write_bytes(b"dirty\n")
    git_before = _files(repository / ".git")
    store = SnapshotStore.open(repository, tmp_path / "store")
    before = store.take()
    (repository / ".gitmodules").unlink()
    store.restore(before, since=store.take())
    assert store.nested == ("lib",)
    assert _files(repository / ".git") == git_before


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
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run from a git hook, the variables git sets for it are not ours."""
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(repository / ".git" / "index"))
    git_before = _files(repository / ".git")
    (repository / "new").write_bytes(b"")
    store = SnapshotStore.open(repository, tmp_path / "store")
    assert store.read(store.take(), "new") == b""
    assert _files(repository / ".git") == git_before


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


def test_objects_that_were_pruned_are_reported(repository: Path, store: SnapshotStore) -> None:
    """A lost content is an error, never an empty file."""
    before = store.take()
    (repository / "readme.txt").write_bytes(b"changed\n")
    after = store.take()
    shutil.rmtree(repository / ".git" / "objects")
    with pytest.raises(EnvironmentFault):
        store.restore(before, since=after)
    assert (repository / "readme.txt").read_bytes() == b"changed\n"


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
