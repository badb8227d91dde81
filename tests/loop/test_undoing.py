"""Rules for taking back what a run has changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from killed_loops import whole
from patchsmith.errors import EnvironmentFault
from patchsmith.loop.history import summary_of
from patchsmith.loop.resuming import resume
from patchsmith.loop.undoing import undo
from patchsmith.repairers.registry import NoRepairer
from stopped import Project
from trees import LINK, lay


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project with files of every kind."""
    found = Project(tmp_path)
    lay(
        found.root,
        {"gone.bin": b"\0\xff", "script.sh": "x\n", "link": f"{LINK}app.txt", "d/e/f": "x"},
    )
    (found.root / "script.sh").chmod(0o750)
    return found


def everything(root: Path) -> None:
    """Change, add, delete, move, link, and set permissions; the check is content with it."""
    lay(root, {"app.txt": "good\n", "new/dir/added.txt": "x\n"})
    (root / "gone.bin").unlink()
    (root / "script.sh").chmod(0o644)
    (root / "link").unlink()
    (root / "link").symlink_to("script.sh")
    (root / "d" / "e" / "f").rename(root / "moved")


def changed(project: Project) -> Path:
    """Return the run in which everything was changed."""
    record = project.looped(everything)
    assert record.outcome.status == "solved"
    return Path(str(record.run_dir))


def test_everything_is_as_before_to_the_byte(project: Project) -> None:
    """Contents, permissions, links, what was added and what was deleted."""
    before = whole(project.root)
    run = changed(project)
    assert whole(project.root) != before
    done = undo(run)
    assert whole(project.root) == before
    assert "new/dir/added.txt" in done.paths
    assert summary_of(run).undone


def test_a_second_time_there_is_nothing_to_do(project: Project) -> None:
    """So one that was stopped can be called again."""
    run = changed(project)
    undo(run)
    before = whole(project.root)
    assert undo(run).paths == ()
    assert whole(project.root) == before


def test_a_look_ahead_writes_nothing(project: Project) -> None:
    """It shows the way back as a diff."""
    run = changed(project)
    before = whole(project.root)
    done = undo(run, dry_run=True)
    assert "-good\n+bad\n" in done.diff
    assert whole(project.root) == before
    assert not summary_of(run).undone


@pytest.mark.parametrize("name", ["app.txt", "gone.bin", "link", "script.sh", "new/dir/added.txt"])
def test_a_file_changed_since_is_refused_and_all_else_stays(name: str, project: Project) -> None:
    """All or nothing: the name is said, and no other file is touched."""
    run = changed(project)
    (project.root / name).unlink(missing_ok=True)
    lay(project.root, {name: "mine\n"})
    before = whole(project.root)
    with pytest.raises(EnvironmentFault) as caught:
        undo(run)
    assert (caught.value.code, caught.value.path) == ("conflict", name)
    assert whole(project.root) == before


def test_permissions_changed_since_are_refused_too(project: Project) -> None:
    """They are part of what the run left."""
    run = changed(project)
    (project.root / "app.txt").chmod(0o600)
    with pytest.raises(EnvironmentFault, match="changed since"):
        undo(run)


def test_what_the_run_had_no_part_in_stays(project: Project) -> None:
    """Work that was done since, elsewhere in the tree."""
    before = whole(project.root)
    run = changed(project)
    lay(project.root, {"tests/test_app.txt": "mine\n", "mine.txt": "mine\n"})
    (project.root / "mine.txt").chmod(0o600)
    undo(run)
    found = whole(project.root)
    assert found.pop("mine.txt") == found["tests/test_app.txt"] == b"mine\n"
    found.pop("mine.txt mode")
    before["tests/test_app.txt"] = b"mine\n"
    assert found == before


def test_a_file_taken_back_by_hand_is_no_conflict(project: Project) -> None:
    """It is what it should become."""
    before = whole(project.root)
    run = changed(project)
    lay(project.root, {"app.txt": "bad\n"})
    undo(run)
    assert whole(project.root) == before


def test_a_root_below_the_top_of_a_work_tree(project: Project) -> None:
    """The rest of the repository is not looked at."""
    top = project.root.parent
    subprocess.run(["git", "init", "-q", str(top)], check=True)
    lay(top, {"beside.txt": "x\n"})
    before = whole(project.root)
    run = changed(project)
    lay(top, {"beside.txt": "changed\n", "root/mine.txt": "mine\n"})
    undo(run)
    os.unlink(project.root / "mine.txt")
    assert whole(project.root) == before
    assert (top / "beside.txt").read_text() == "changed\n"


def test_an_interrupted_run_can_be_taken_back_and_then_not_gone_on_with(project: Project) -> None:
    """Its steps are no longer those of the tree."""
    before = whole(project.root)
    run = project.interrupted()
    undo(run)
    assert whole(project.root) == before
    with pytest.raises(Exception, match="was undone"):
        resume(run, repairer=NoRepairer())


def test_names_and_files_that_no_transaction_takes_come_back_too(project: Project) -> None:
    """An attempt may have changed a read-only file, or one of an odd name."""
    lay(project.root, {"locked.txt": "x\n", "odd\\name": "x\n"})
    (project.root / "locked.txt").chmod(0o444)
    before = whole(project.root)

    def attempt(root: Path) -> None:
        (root / "locked.txt").unlink()
        lay(root, {"locked.txt": "y\n", "odd\\name": "y\n", "app.txt": "good\n"})
        (root / "locked.txt").chmod(0o444)

    record = project.looped(attempt)
    undo(Path(str(record.run_dir)))
    assert whole(project.root) == before


def test_nested_repositories_are_taken_back_with_the_rest(project: Project) -> None:
    """Where an attempt was allowed to change them."""
    lay(project.root, {"sub/lib.txt": "x\n"})
    for folder in (project.root, project.root / "sub"):
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
    git = ["git", "-C", str(project.root / "sub"), "-c", "user.name=x", "-c", "user.email=x@x"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "x"], check=True)

    def attempt(root: Path) -> None:
        lay(root, {"sub/lib.txt": "y\n", "app.txt": "good\n"})

    record = project.looped(attempt, allow=("sub",))
    assert record.outcome.status == "solved"
    undo(Path(str(record.run_dir)))
    assert (project.root / "sub" / "lib.txt").read_text() == "x\n"
    assert (project.root / "app.txt").read_text() == "bad\n"
