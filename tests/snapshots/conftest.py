"""Real repositories for the tests of snapshots."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

from patchsmith.snapshots.store import SnapshotStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from patchsmith.snapshots.store import TreeId

    Listing = Callable[[Path], dict[str, tuple[int, bytes]]]
    Statuses = Callable[[SnapshotStore, TreeId, TreeId], dict[str, str]]


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


@pytest.fixture
def store(repository: Path, tmp_path: Path) -> SnapshotStore:
    """Open a store on the repository."""
    return SnapshotStore.open(repository, tmp_path / "store")


def _listed(folder: Path, *, skip: str = "") -> dict[str, tuple[int, bytes]]:
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


@pytest.fixture
def files_below() -> Listing:
    """Return mode and content of everything below a folder, folders themselves included."""
    return _listed


@pytest.fixture
def tree_of() -> Listing:
    """Return the same for a work tree, without its git directory."""
    return lambda root: _listed(root, skip=".git")


@pytest.fixture
def statuses() -> Statuses:
    """Return the statuses of a difference by path."""
    return lambda store, before, after: {
        each.path: each.status for each in store.diff(before, after)
    }
