"""Ranges of a real repository: a commit against the index or the work tree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from patchsmith.errors import RequestError
from patchsmith.snapshots.ranges import compared_with, files_below, top_of
from snapshots.conftest import RunGit


def changed(
    root: Path, base: str | None = None, *, staged: bool = False
) -> dict[str, bytes | None]:
    """Return path -> content afterwards of what differs."""
    with compared_with(root, base, staged=staged) as found:
        return {str(each.path): each.after for each in found.changes}


def test_the_work_tree_counts_with_what_is_not_tracked(repository: Path, git: RunGit) -> None:
    """A new file is part of the change whether or not it was added; an ignored one is none."""
    (repository / "readme.txt").write_bytes(b"three\n")
    (repository / "conftest.py").write_bytes(b"x = 1\n")
    (repository / "src" / "app.py").unlink()
    found = changed(repository)
    assert found == {"readme.txt": b"three\n", "conftest.py": b"x = 1\n", "src/app.py": None}
    git(repository, "add", "conftest.py")
    assert changed(repository) == found
    assert changed(repository, staged=True) == {"conftest.py": b"x = 1\n"}


def test_a_clean_tree_gives_nothing_and_its_baseline_can_be_read(repository: Path) -> None:
    """The baseline holds what was committed, by path."""
    with compared_with(repository) as found:
        assert not found.changes.changes
        assert found.baseline["src/app.py"] == b"v = 1\n"
        assert "readme.txt" in found.baseline
        assert found.baseline.get("nowhere") is None
        assert len(found.baseline) == len(list(found.baseline))


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_no_flag_of_the_index_hides_a_change(repository: Path, git: RunGit, flag: str) -> None:
    """Whoever may write to the index could hide a weakened test from git."""
    git(repository, "update-index", flag, "src/app.py")
    (repository / "src" / "app.py").write_bytes(b"v = 2\n")
    assert changed(repository) == {"src/app.py": b"v = 2\n"}


def test_another_commit_may_be_compared_with(repository: Path, git: RunGit) -> None:
    """By any name that git knows."""
    (repository / "readme.txt").write_bytes(b"three\n")
    git(repository, "commit", "-qam", "more")
    assert changed(repository) == {}
    assert changed(repository, "HEAD~1") == {"readme.txt": b"three\n"}


def test_a_folder_of_the_repository_stands_alone(repository: Path) -> None:
    """Paths are relative to it, and what lies beside it does not count."""
    (repository / "readme.txt").write_bytes(b"three\n")
    (repository / "src" / "app.py").write_bytes(b"v = 2\n")
    assert changed(repository / "src") == {"app.py": b"v = 2\n"}
    assert top_of(repository / "src") == repository


def test_before_the_first_commit_everything_is_new(tmp_path: Path, git: RunGit) -> None:
    """The index as well as the work tree."""
    git(tmp_path, "init", "-q")
    (tmp_path / "a").write_bytes(b"1\n")
    assert changed(tmp_path) == {"a": b"1\n"}
    assert changed(tmp_path, staged=True) == {}
    git(tmp_path, "add", "a")
    assert changed(tmp_path, staged=True) == {"a": b"1\n"}


def test_the_content_of_a_link_is_its_target(repository: Path) -> None:
    """It is not followed, wherever it leads."""
    (repository / "link").symlink_to("/etc/hostname")
    (repository / "readme.txt").unlink()
    (repository / "readme.txt").symlink_to("src")
    assert changed(repository) == {"link": b"/etc/hostname", "readme.txt": b"src"}


def test_the_repository_stays_as_it_is(repository: Path) -> None:
    """Neither index nor anything else below `.git` is written to."""
    os.utime(repository / "readme.txt", (1, 1))

    def contents() -> dict[str, bytes]:
        files = (path for path in (repository / ".git").rglob("*") if path.is_file())
        return {str(path): path.read_bytes() for path in files}

    before = contents()
    changed(repository)
    changed(repository, staged=True)
    assert contents() == before


@pytest.mark.parametrize("base", ["nowhere", "--help", "HEAD:readme.txt"])
def test_a_commit_that_is_none_is_refused(repository: Path, base: str) -> None:
    """An option in its place is none either."""
    with pytest.raises(RequestError, match="git knows no commit"):
        changed(repository, base)


def test_outside_git_there_is_no_range(tmp_path: Path) -> None:
    """What to pass instead is said."""
    with pytest.raises(RequestError, match="--diff FILE"):
        changed(tmp_path)


def test_the_files_of_a_folder_are_read_when_asked(tmp_path: Path, repository: Path) -> None:
    """Where git knows them, ignored ones are left out; elsewhere all but `.git` counts."""
    assert "src/app.py" in files_below(repository)
    assert not any(name.startswith(".git/") for name in files_below(repository))
    plain = tmp_path / "plain"
    (plain / ".git").mkdir(parents=True)
    (plain / ".git" / "config").write_bytes(b"")
    (plain / "a").write_bytes(b"1\n")
    assert dict(files_below(plain)) == {"a": b"1\n"}
