"""Rules for what changes show beyond their paths."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from patchsmith.loop.run_folder import RunFolder
from patchsmith.loop.trees import Trees
from patchsmith.replx.protected import Protection
from trees import lay, tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def git(root: Path, *words: str) -> None:
    """Run git with an identity."""
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.com")
    subprocess.run(("git", *identity, *words), cwd=root, check=True, capture_output=True)


def trees_of(root: Path, *allowed: str) -> Trees:
    """Return the trees of a root after a first run."""
    runs = RunFolder.create(root.parent / "runs")
    trees = Trees(root, runs, Protection(allowed=allowed))
    trees.note_run()
    return trees


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with a change and a file that are not committed."""
    root = tmp_path / "root"
    lay(root, {"a.py": "one\n", "b.py": "one\n"})
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "x")
    lay(root, {"a.py": "mine\n", "notes.txt": "mine\n"})
    return root


def test_a_file_that_became_a_link_is_said_to_be_one(root: Path) -> None:
    """Its lines alone would not show it; and the reverse."""
    trees = trees_of(root)
    (root / "b.py").unlink()
    (root / "b.py").symlink_to("a.py")
    (change,) = trees.compare(1).changes
    assert change.note == "now a symbolic link"
    trees.note_run()
    (root / "b.py").unlink()
    lay(root, {"b.py": "one\n"})
    assert [each.note for each in trees.compare(1).changes] == ["now a file"]


def test_other_permissions_are_said(root: Path) -> None:
    """A change of them alone is a change, and undone with the attempt."""
    (root / "b.py").chmod(0o644)
    trees = trees_of(root)
    (root / "b.py").chmod(0o600)
    found = trees.compare(1)
    assert [(each.path, each.note) for each in found.changes] == [("b.py", "mode 644 to 600")]
    trees.roll_back()
    assert (root / "b.py").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("target", ["/etc/hosts", "../x", "sub/../../x", "out/x"])
def test_a_link_that_leads_out_of_the_root_is_refused(target: str, root: Path) -> None:
    """Directly or through another link; one that stays inside is not."""
    (root / "out").symlink_to(root.parent)
    trees = trees_of(root)
    (root / "link").symlink_to(target)
    (root / "inner").symlink_to("a.py")
    assert [(each.rule, each.path) for each in trees.compare(1).findings] == [("PT07", "link")]


LOST: dict[str, Callable[[Path], object]] = {
    "reverted": lambda root: git(root, "checkout", "-q", "a.py"),
    "deleted": lambda root: (root / "a.py").unlink(),
}
KEPT: dict[str, Callable[[Path], object]] = {
    "edited": lambda root: lay(root, {"a.py": "mine\nmore\n"}),
    "moved": lambda root: (root / "a.py").rename(root / "c.py"),
    "another file deleted": lambda root: (root / "b.py").unlink(),
}


@pytest.mark.parametrize("step", LOST.values(), ids=LOST.keys())
def test_work_thrown_away_is_refused_and_comes_back(
    step: Callable[[Path], object], root: Path
) -> None:
    """What was not committed before the loop began is nowhere else."""
    trees, before = trees_of(root), tree(root)
    step(root)
    (root / "notes.txt").unlink()
    found = [(each.rule, each.path) for each in trees.compare(1).findings]
    assert found == [("SC02", "a.py"), ("SC02", "notes.txt")]
    trees.roll_back()
    del before[".git/index"]
    assert before.items() <= tree(root).items()


@pytest.mark.parametrize("step", KEPT.values(), ids=KEPT.keys())
def test_work_that_is_still_there_is_not_thrown_away(
    step: Callable[[Path], object], root: Path
) -> None:
    """Edits on top of it, and its content elsewhere, keep it."""
    trees = trees_of(root)
    step(root)
    assert trees.compare(1).findings == ()


def test_the_caller_may_permit_that_work_goes(root: Path) -> None:
    """By the path, as for other rules."""
    trees = trees_of(root, "notes.txt")
    (root / "notes.txt").unlink()
    assert trees.compare(1).findings == ()
