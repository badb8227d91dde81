"""Comparing and reading snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.snapshots.store import SnapshotStore
    from snapshots.conftest import RunGit, Statuses


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


def test_a_rename_is_a_removal_and_an_addition(
    repository: Path, store: SnapshotStore, statuses: Statuses
) -> None:
    """No guess about where a content came from."""
    before = store.take()
    (repository / "readme.txt").rename(repository / "moved.txt")
    assert statuses(store, before, store.take()) == {"moved.txt": "A", "readme.txt": "D"}


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
