"""Rules for loops that work in a copy."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from killed_loops import loop_in, whole
from loops import project as project_files
from loops import writes
from patchsmith.errors import RequestError
from patchsmith.loop import LoopRequest, repair
from patchsmith.loop.history import prune
from patchsmith.loop.isolation import base_of
from patchsmith.loop.resuming import resume
from patchsmith.loop.run_log import read_run
from patchsmith.loop.undoing import undo
from patchsmith.repairers.command import CommandRepairer
from patchsmith.replx.record import Ending, LoopRecord, Status
from stopped import Project, interrupts, repairing
from trees import LINK, lay, tree


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a project, and have copies made in a folder of the test."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    return Project(tmp_path)


def copies(project: Project) -> list[Path]:
    """Return the copies that are there."""
    return list((project.root.parent / "temporary").iterdir())


def test_a_verified_change_comes_back(project: Project) -> None:
    """Contents, links, permissions, files added and deleted; the copy goes."""
    lay(project.root, {"gone.txt": "x\n", "link": f"{LINK}app.txt", "run.sh": "x\n"})
    seen: list[dict[str, object]] = []

    def attempt(root: Path) -> None:
        lay(root, {"app.txt": "good\n", "new/added.sh": "x\n"})
        (root / "new" / "added.sh").chmod(0o755)
        (root / "run.sh").chmod(0o755)
        (root / "gone.txt").unlink()
        (root / "link").unlink()
        (root / "link").symlink_to("run.sh")
        seen.append(whole(root))
        seen.append(whole(project.root))

    before = whole(project.root)
    record = project.looped(attempt, isolate=True)
    assert record.outcome.status is Status.SOLVED
    in_copy, meanwhile = seen
    assert meanwhile == before
    assert whole(project.root) == in_copy
    assert record.isolated is not None
    assert "new/added.sh" in record.isolated.brought_back
    assert record.isolated.outside == ()
    assert "Isolated: worked in a copy; brought back" in report_of(record)
    assert copies(project) == []
    undo(Path(str(record.run_dir)))
    assert whole(project.root) == before


def report_of(record: LoopRecord) -> str:
    """Return the stored report."""
    return Path(str(record.run_dir), "report.md").read_text("utf-8")


def test_a_loop_that_is_not_solved_leaves_the_original_untouched(project: Project) -> None:
    """The diff is in the run's folder."""
    before = whole(project.root)
    record = project.looped(writes("app.txt", "worse\n"), budget=1, isolate=True)
    assert record.outcome.status is Status.UNSOLVED
    assert whole(project.root) == before
    assert "+worse\n" in Path(str(record.run_dir), "attempts", "final.diff").read_text()
    assert "nothing was brought back" in report_of(record)
    assert copies(project) == []


def test_what_is_refused_does_not_come_back(project: Project) -> None:
    """The guard judges in the copy as it does in the root."""
    before = whole(project.root)
    record = project.looped(writes("tests/test_app.txt", "x\n"), budget=1, isolate=True)
    assert record.outcome.status is Status.UNSOLVED
    assert whole(project.root) == before


def test_what_the_command_writes_stays_in_the_copy(project: Project) -> None:
    """Only the attempts' change was verified."""
    with (project.root / "check.sh").open("a") as script:
        script.write("status=$?; echo built > output.txt; exit $status\n")
    record = project.looped(writes("app.txt", "good\n"), isolate=True)
    assert record.outcome.status is Status.SOLVED
    assert not (project.root / "output.txt").exists()


def test_ignored_and_untracked_files_are_in_the_copy_and_do_not_come_back(
    project: Project,
) -> None:
    """A command may need them; what an attempt does to ignored ones was judged by nobody."""
    subprocess.run(["git", "init", "-q", str(project.root)], check=True)
    lay(project.root, {".gitignore": "deps/\n", "deps/lib.txt": "v1\n", "untracked.txt": "x\n"})
    seen: list[bytes | str] = []

    def attempt(root: Path) -> None:
        seen.append(tree(root)["deps/lib.txt"])
        lay(root, {"deps/lib.txt": "v2\n", "app.txt": "good\n"})

    record = project.looped(attempt, isolate=True)
    assert record.outcome.status is Status.SOLVED
    assert seen == [b"v1\n"]
    assert (project.root / "deps" / "lib.txt").read_text() == "v1\n"


def test_an_edit_of_the_original_by_its_path_is_noticed_and_said(project: Project) -> None:
    """It can not be prevented; it is not taken for the loop's."""

    def attempt(root: Path) -> None:
        lay(root, {"app.txt": "good\n"})
        lay(project.root, {"planted.txt": "x\n"})

    record = project.looped(attempt, isolate=True)
    assert record.isolated is not None
    assert record.isolated.outside == ("planted.txt",)
    assert "Changed outside the copy" in report_of(record)


def test_a_change_of_the_original_meanwhile_is_a_conflict(project: Project) -> None:
    """Nothing comes back, and the loop has not solved anything there."""

    def attempt(root: Path) -> None:
        lay(root, {"app.txt": "good\n", "other.txt": "x\n"})
        lay(project.root, {"app.txt": "mine\n"})

    record = project.looped(attempt, isolate=True)
    assert (record.outcome.status, record.outcome.ending) == (Status.UNSOLVED, Ending.CONFLICT)
    assert "app.txt" in record.outcome.reason
    assert (project.root / "app.txt").read_text() == "mine\n"
    assert not (project.root / "other.txt").exists()
    assert "Status: unsolved" in report_of(record)


def test_the_repairers_home_and_temporary_files_are_its_own(
    project: Project, tmp_path: Path
) -> None:
    """What it leaves there is gone with the copy; the command has the user's home."""
    script = tmp_path / "repairer.sh"
    script.write_text(
        'echo "$HOME" > app.txt; echo "$TMPDIR" >> app.txt; echo x > "$HOME/.planted"\n'
        'echo good >> app.txt; echo "$PWD" >> app.txt\n'
    )
    request = LoopRequest(
        words=("./check.sh",), root=project.root, run_dir=project.runs, isolate=True
    )
    record = repair(request, repairer=CommandRepairer(f"sh {script}"))
    assert record.outcome.status is Status.SOLVED
    home, temporary, _, where = (project.root / "app.txt").read_text().splitlines()
    for place in (home, temporary, where):
        assert Path(place).is_relative_to(tmp_path / "temporary")
        assert not Path(place).exists()


def test_a_copy_has_a_repository_of_its_own(project: Project) -> None:
    """A commit made in the copy is none of the original; also from a linked work tree."""
    main = project.root.parent / "main"
    project_files(main, project.counter)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C"]
    subprocess.run(["git", "init", "-q", str(main)], check=True)
    subprocess.run([*git, str(main), "add", "-A"], check=True)
    subprocess.run([*git, str(main), "commit", "-qm", "x"], check=True)
    linked = project.root.parent / "linked"
    subprocess.run([*git, str(main), "worktree", "add", "-q", str(linked)], check=True)

    def attempt(root: Path) -> None:
        lay(root, {"app.txt": "good\n"})
        subprocess.run([*git, str(root), "commit", "-qam", "sneaky"], check=True)

    for root in (main, linked):
        before = subprocess.run([*git, str(root), "log", "--all"], capture_output=True, check=True)
        record = project.looped(attempt, isolate=True, root=root)
        assert record.outcome.status is Status.SOLVED
        assert (root / "app.txt").read_text() == "good\n"
        after = subprocess.run([*git, str(root), "log", "--all"], capture_output=True, check=True)
        assert after.stdout == before.stdout


def test_a_root_inside_a_work_tree_is_copied_with_it(project: Project) -> None:
    """The command may use what is beside it."""
    top = project.root.parent / "top"
    project_files(top / "part", project.counter)
    subprocess.run(["git", "init", "-q", str(top)], check=True)
    lay(top, {"shared.txt": "good\n"})

    def attempt(root: Path) -> None:
        (root / "app.txt").write_text((root.parent / "shared.txt").read_text())

    record = project.looped(attempt, isolate=True, root=top / "part")
    assert record.outcome.status is Status.SOLVED
    assert (top / "part" / "app.txt").read_text() == "good\n"


def test_edits_are_not_committed_out_of_a_copy(project: Project) -> None:
    """The commit would be the copy's, and go with it."""
    with pytest.raises(RequestError, match="--commit or --isolate"):
        project.looped(isolate=True, commit=True, lint="true", build="true", test="./check.sh")
    assert project.times_run == 0


def test_a_command_that_names_the_root_by_its_absolute_path_is_refused(project: Project) -> None:
    """It would run on the original."""
    for words in ((str(project.root / "check.sh"),), (f"cd {project.root} && ./check.sh",)):
        with pytest.raises(RequestError, match="absolute path"):
            project.looped(words=words, isolate=True)
    assert project.times_run == 0


def test_an_interrupted_loop_goes_on_in_its_copy(project: Project) -> None:
    """The copy stays as long as the run, and no longer."""
    before = whole(project.root)
    run = project.interrupted(isolate=True)
    assert whole(project.root) == before
    assert base_of(read_run(run)) in copies(project)
    record = resume(run, repairer=repairing(writes("app.txt", "good\n")))
    assert record.outcome.status is Status.SOLVED
    assert whole(project.root) == {**before, "app.txt": b"good\n"}
    assert copies(project) == []
    undo(run)
    assert whole(project.root) == before


def test_a_copy_goes_with_its_run(project: Project) -> None:
    """One that nobody went on with."""
    project.interrupted(isolate=True)
    project.looped(interrupts)
    (gone,) = prune(project.runs, keep=1)
    assert gone.size_bytes > 0
    assert copies(project) == []


def test_no_other_folder_is_ever_taken_for_the_copy(project: Project, tmp_path: Path) -> None:
    """Not one that a damaged run names."""
    run = project.interrupted(isolate=True)
    told = json.loads((run / "run.json").read_text())
    (tmp_path / "patchsmith-isolated-mine").mkdir()
    for base in (str(tmp_path), str(tmp_path / "patchsmith-isolated-mine"), None, 3):
        (run / "run.json").write_text(json.dumps({**told, "base": base}))
        assert base_of(read_run(run)) is None
        with pytest.raises(RequestError, match="copy"):
            resume(run, repairer=repairing())


@pytest.mark.skipif(sys.platform != "linux", reason="what is left is found by /proc")
def test_a_killed_loop_leaves_the_original_untouched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And can be gone on with."""
    loop = loop_in(tmp_path)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    before = whole(loop.root)
    loop.block(where="attempt")
    loop.stop(loop.started("--isolate"), signal.SIGKILL)
    assert whole(loop.root) == before
    assert loop.left_running() == []
    monkeypatch.setenv("CTL", os.fspath(loop.control))
    assert resume(loop.run).outcome.status is Status.SOLVED
    assert whole(loop.root) == {**before, "app.txt": b"good\n"}
