"""Running git apart from everyone's configuration."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.git import PrivateGit, clean_environment, run_git

if TYPE_CHECKING:
    from pathlib import Path


def test_the_callers_git_variables_do_not_reach_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook's GIT_DIR or GIT_INDEX_FILE would lead our commands into the user's repository."""
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF", "GIT_TRACE"):
        monkeypatch.setenv(name, "/nowhere")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", "/kept")
    found = clean_environment(user_settings=False)
    assert "/nowhere" not in found.values()
    assert found["GIT_CEILING_DIRECTORIES"] == "/kept"
    assert (found["LC_ALL"], found["GIT_CONFIG_GLOBAL"]) == ("C", os.devnull)
    assert "GIT_CONFIG_GLOBAL" not in clean_environment(user_settings=True)


def test_a_failing_git_is_quoted(tmp_path: Path) -> None:
    """The error names the command and what git said."""
    with pytest.raises(EnvironmentFault, match="git write-tree failed with status 128") as caught:
        PrivateGit(tmp_path / "none", tmp_path).ask("write-tree")
    assert "not a git repository" in str(caught.value)


def test_an_expected_status_is_an_answer(tmp_path: Path) -> None:
    """What the caller accepts does not raise."""
    git = PrivateGit(tmp_path / "none", tmp_path)
    assert git.ask("write-tree", accept=(128,)).status == 128


def test_a_missing_git_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without git there are no snapshots, and the error says what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentFault, match="git is needed to take snapshots") as caught:
        run_git(["--version"], cwd=tmp_path, env=clean_environment(user_settings=False))
    assert caught.value.code == "io"


def test_a_missing_folder_is_not_mistaken_for_a_missing_git(tmp_path: Path) -> None:
    """The folder is what is named."""
    with pytest.raises(EnvironmentFault, match=r"the folder .*nowhere does not exist"):
        run_git(["--version"], cwd=tmp_path / "nowhere", env=dict(os.environ))


def test_something_else_can_be_done_while_git_works(tmp_path: Path) -> None:
    """Once; what it raises is raised, and git ends."""
    env, done = clean_environment(user_settings=False), []
    answer = run_git(["--version"], cwd=tmp_path, env=env, meanwhile=lambda: done.append(1))
    assert (answer.status, done) == (0, [1])
    with pytest.raises(ZeroDivisionError):
        run_git(["cat-file", "--batch"], cwd=tmp_path, env=env, meanwhile=lambda: 1 / 0)
