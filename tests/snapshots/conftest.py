"""Real repositories for the tests of snapshots."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from pathlib import Path


class RunGit(Protocol):
    """Runs git as a user would."""

    def __call__(self, folder: Path, *args: str, status: int = 0) -> str:
        """Return what git prints; the exit status must be the expected one."""


@pytest.fixture
def git() -> RunGit:
    """Run git with an identity and without the configuration of the machine."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env.update(
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_NOSYSTEM="1",
        GIT_CONFIG_COUNT="1",
        GIT_CONFIG_KEY_0="protocol.file.allow",
        GIT_CONFIG_VALUE_0="always",
    )
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@example.org"}

    def _run(folder: Path, *args: str, status: int = 0) -> str:
        done = subprocess.run(
            ["git", *args], cwd=folder, env=env, capture_output=True, check=False, text=True
        )
        assert done.returncode == status, done.stderr
        return done.stdout

    return _run


@pytest.fixture
def repository(tmp_path: Path, git: RunGit) -> Path:
    """Make a repository with a committed file, a folder, an ignored file."""
    root = tmp_path / "work"
    (root / "src").mkdir(parents=True)
    (root / "readme.txt").write_bytes(b"one\ntwo\n")
    (root / "src" / "app.py").write_bytes(b"v = 1\n")
    (root / ".gitignore").write_bytes(b"*.log\nsecret.env\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=first")
    (root / "secret.env").write_bytes(b"KEY=1\n")
    return root
