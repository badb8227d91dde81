"""Rules of committing what the loop changed and nothing else."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.commits import Commits
from trees import lay


@pytest.fixture(autouse=True)
def _no_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no configuration of the user's, nor a name for git."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


def git(root: Path, *words: str) -> str:
    """Run git in the root and return what it says."""
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ["git", *who, *words], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with three committed files."""
    root = tmp_path / "root"
    lay(root, {"a.txt": "a\n", "b.txt": "b\n", "sub/c.txt": "c\n"})
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    return root


def test_added_changed_and_deleted_files_are_committed(root: Path) -> None:
    """Exactly they, as they are on disk; the index follows for them alone."""
    commits = Commits.open(root)
    lay(root, {"a.txt": "A\n", "new.txt": "n\n", "b.txt": "B\n"})
    (root / "sub" / "c.txt").unlink()
    made = commits.commit(["a.txt", "new.txt", "sub/c.txt"], "lint: clean")
    assert made.commit == git(root, "rev-parse", "HEAD").strip()
    assert git(root, "show", "--name-status", "--format=%s%n%an", "HEAD").split("\n") == [
        "lint: clean", "replx", "", "M\ta.txt", "A\tnew.txt", "D\tsub/c.txt", "",
    ]  # fmt: skip
    assert git(root, "status", "--porcelain") == " M b.txt\n"


def test_what_the_caller_had_changed_or_staged_is_left_out(root: Path) -> None:
    """Named, and neither committed nor unstaged."""
    lay(root, {"a.txt": "mine\n", "b.txt": "staged\n", "own.txt": "x\n"})
    git(root, "add", "b.txt")
    commits = Commits.open(root)
    lay(root, {"a.txt": "mine, clean\n", "b.txt": "clean\n", "own.txt": "y\n"})
    made = commits.commit(["a.txt", "b.txt", "own.txt"], "lint: clean")
    assert (made.commit, made.left_out) == (None, ("a.txt", "b.txt", "own.txt"))
    assert git(root, "status", "--porcelain").splitlines() == [
        " M a.txt", "MM b.txt", "?? own.txt",
    ]  # fmt: skip


def test_a_root_below_the_top_commits_its_own_files(root: Path) -> None:
    """Paths are relative to the root; the rest of the repository is not looked at."""
    lay(root, {"a.txt": "mine\n"})
    commits = Commits.open(root / "sub")
    lay(root, {"sub/c.txt": "C\n"})
    assert commits.commit(["c.txt"], "lint: clean").commit
    assert git(root, "diff", "--name-only", "HEAD~1", "HEAD") == "sub/c.txt\n"
    assert git(root, "status", "--porcelain") == " M a.txt\n"


def test_no_hook_runs(root: Path) -> None:
    """Neither those of a commit nor those of a reference or the index."""
    hooks = root / ".git" / "hooks"
    for name in ("pre-commit", "commit-msg", "reference-transaction", "post-index-change"):
        lay(hooks, {name: "#!/bin/sh\ntouch ../ran\nexit 1\n"})
        (hooks / name).chmod(0o755)
    commits = Commits.open(root)
    lay(root, {"a.txt": "A\n"})
    assert commits.commit(["a.txt"], "lint: clean").commit
    assert not (root.parent / "ran").exists()


def test_the_caller_commits_where_git_knows_a_name(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the configuration or the environment."""
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@example.org")
    commits = Commits.open(root)
    lay(root, {"a.txt": "A\n"})
    commits.commit(["a.txt"], "lint: clean")
    assert git(root, "log", "-1", "--format=%an %ce") == "Ada ada@example.org\n"


def test_there_must_be_something_to_commit_to(root: Path, tmp_path: Path) -> None:
    """A repository, a commit in it, and nothing else under way."""
    alone = tmp_path / "alone"
    alone.mkdir()
    with pytest.raises(RequestError, match="no git repository"):
        Commits.open(alone)
    git(alone, "init", "-q")
    with pytest.raises(RequestError, match="with a commit"):
        Commits.open(alone)
    (root / ".git" / "MERGE_HEAD").write_text(git(root, "rev-parse", "HEAD"))
    with pytest.raises(RequestError, match="a merge is under way"):
        Commits.open(root)


def test_a_fault_of_git_is_the_machines(root: Path) -> None:
    """A locked reference ends the loop with an error, and the branch is where it was."""
    commits, head = Commits.open(root), git(root, "rev-parse", "HEAD")
    lay(root, {"a.txt": "A\n"})
    branch = git(root, "symbolic-ref", "HEAD").strip()
    (root / ".git" / f"{branch}.lock").write_text("")
    with pytest.raises(EnvironmentFault, match="update-ref"):
        commits.commit(["a.txt"], "lint: clean")
    assert git(root, "rev-parse", "HEAD") == head
