"""What is taken over from the repository around a root."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from patchsmith.snapshots.repository import look_around

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from snapshots.conftest import RunGit


def test_a_root_outside_git_is_its_own_top(tmp_path: Path) -> None:
    """Without a repository nothing is taken over."""
    around = look_around(tmp_path)
    assert str(around.top) == os.path.realpath(tmp_path)
    assert (around.git_dir, around.prefix, around.head_tree) == (None, "", None)


def test_the_top_of_a_repository_is_found(repository: Path, git: RunGit) -> None:
    """Folders, format and the tree of HEAD are known."""
    around = look_around(repository)
    assert str(around.top) == os.path.realpath(repository)
    assert around.git_dir == around.common_dir == around.top / ".git"
    assert around.head_tree == git(repository, "rev-parse", "HEAD^{tree}").strip()
    assert around.object_format == "sha1"


def test_a_sub_folder_knows_its_place(repository: Path) -> None:
    """The prefix leads from the top to the root, also when it is reached by a link."""
    (repository.parent / "link").symlink_to(repository / "src")
    assert look_around(repository / "src").prefix == "src/"
    assert look_around(repository.parent / "link").prefix == "src/"


def test_a_root_that_is_ignored_is_outside(repository: Path) -> None:
    """A build folder's files would all be ignored: it is watched as a tree of its own."""
    (repository / "x.log").mkdir()
    around = look_around(repository / "x.log")
    assert (around.git_dir, around.prefix) == (None, "")


def test_a_linked_work_tree_shares_its_objects(repository: Path, git: RunGit) -> None:
    """The index is the work tree's own, the objects are the repository's."""
    git(repository, "worktree", "add", "--quiet", "../second", "-b", "other")
    around = look_around(repository.parent / "second")
    assert around.git_dir is not None
    assert around.git_dir.name == "second"
    assert around.common_dir == look_around(repository).git_dir


def test_a_repository_without_commits_has_no_head(tmp_path: Path, git: RunGit) -> None:
    """An unborn branch is no reason to fail."""
    git(tmp_path, "init", "--quiet")
    around = look_around(tmp_path)
    assert around.head_tree is None
    assert around.git_dir is not None


def test_settings_that_describe_the_disk_are_taken_and_conversions_are_not(
    repository: Path, git: RunGit
) -> None:
    """File modes matter to what is on disk; line endings are left as they are."""
    git(repository, "config", "core.fileMode", "false")
    git(repository, "config", "core.autocrlf", "true")
    settings = look_around(repository).settings
    assert settings["filemode"] == "false"
    assert "autocrlf" not in settings


def test_ignore_rules_from_outside_the_tree_are_taken(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's own ignore file counts, and the repository's exclude file after it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "git").mkdir(parents=True)
    (tmp_path / "config" / "git" / "ignore").write_bytes(b"*.swp\n")
    (repository / ".git" / "info").mkdir(exist_ok=True)
    (repository / ".git" / "info" / "exclude").write_bytes(b"local/\n")
    assert look_around(repository).ignore_rules == b"*.swp\n\nlocal/\n"
