"""Rules for a repository's own folder."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.findings import Severity
from patchsmith.loop.git_state import GitWatch
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path


def git(root: Path, *words: str) -> None:
    """Run git with an identity."""
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.com")
    subprocess.run(("git", *identity, *words), cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with a commit."""
    root = tmp_path / "root"
    lay(root, {"a.py": "one\n"})
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "x")
    return root


def test_what_steers_git_is_refused_and_put_back(root: Path) -> None:
    """Hooks, configuration and ignore rules, with their modes."""
    watch = GitWatch(root)
    before = (root / ".git" / "config").read_bytes()
    git(root, "config", "core.hooksPath", "/elsewhere")
    lay(root / ".git", {"hooks/pre-commit": "#!/bin/sh\n", "info/attributes": "* -diff\n"})
    found = watch.refused()
    assert {finding.severity for finding in found} == {Severity.BLOCK}
    paths = {".git/config", ".git/hooks/pre-commit", ".git/info/attributes"}
    assert {finding.path for finding in found} == paths
    watch.put_back()
    assert watch.refused() == ()
    assert (root / ".git" / "config").read_bytes() == before


def test_moved_references_are_noted(root: Path) -> None:
    """A commit and a stash refuse nothing, and the next run makes them the past."""
    watch = GitWatch(root)
    git(root, "commit", "-q", "--allow-empty", "-m", "y")
    lay(root, {"a.py": "two\n"})
    git(root, "stash")
    assert watch.refused() == ()
    assert any(finding.path.startswith(".git/refs/heads/") for finding in watch.moved())
    assert ".git/refs/stash" in {finding.path for finding in watch.moved()}
    assert {finding.severity for finding in watch.moved()} == {Severity.WARN}
    watch.note_run()
    assert watch.moved() == ()


def test_a_folder_that_was_removed_is_refused_and_said_to_be_lost(root: Path) -> None:
    """It can not be put back, so the loop must end."""
    watch = GitWatch(root)
    shutil.rmtree(root / ".git")
    assert [finding.path for finding in watch.refused()] == [".git"]
    with pytest.raises(EnvironmentFault, match="can not be brought back"):
        watch.put_back()


def test_a_repository_made_where_there_was_none_goes(tmp_path: Path) -> None:
    """It was not there before."""
    lay(tmp_path / "plain", {"a.py": "one\n"})
    watch = GitWatch(tmp_path / "plain")
    assert watch.refused() == ()
    git(tmp_path / "plain", "init", "-q")
    assert [finding.path for finding in watch.refused()] == [".git"]
    watch.put_back()
    assert not (tmp_path / "plain" / ".git").exists()


def test_a_linked_work_tree_has_the_settings_of_its_repository(root: Path, tmp_path: Path) -> None:
    """They are watched and put back there."""
    git(root, "worktree", "add", "-q", str(tmp_path / "linked"))
    watch = GitWatch(tmp_path / "linked")
    lay(root / ".git", {"hooks/post-commit": "#!/bin/sh\n"})
    assert len(watch.refused()) == 1
    watch.put_back()
    assert not (root / ".git" / "hooks" / "post-commit").exists()


def test_reading_changes_nothing_in_plain_use(root: Path) -> None:
    """Looking at the status, or adding to the index, is no change."""
    watch = GitWatch(root)
    lay(root, {"b.py": "x\n"})
    git(root, "status")
    git(root, "add", ".")
    assert watch.refused() == watch.moved() == ()
