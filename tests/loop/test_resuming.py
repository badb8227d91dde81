"""Rules for going on with a run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from loops import deletes, writes
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.history import summary_of
from patchsmith.loop.lock import LoopLock, lock_folder
from patchsmith.loop.resuming import resumable, resume
from patchsmith.repairers.registry import NoRepairer
from patchsmith.replx.record import Ending, Status
from stopped import Project, interrupts, repairing
from trees import lay, tree


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project whose check fails."""
    return Project(tmp_path)


def test_what_was_done_is_not_done_again(project: Project) -> None:
    """The run before the attempt counts; the attempt is asked for once more."""
    run = project.interrupted(budget=1)
    assert project.times_run == 1
    repairer = repairing(writes("app.txt", "good\n"))
    record = resume(run, repairer=repairer)
    assert (record.outcome.status, len(record.iterations)) == (Status.SOLVED, 1)
    assert project.times_run == 2
    (failure,) = repairer.told
    assert (failure.iteration, failure.budget, failure.exit_status) == (1, 1, 1)
    assert failure.stdout == "bad\n"  # of the run that an earlier process made
    assert record.run_dir == str(run)
    assert "Status: solved" in (run / "report.md").read_text()


def test_the_budget_is_not_restarted(project: Project) -> None:
    """However often a loop is interrupted and gone on with."""
    run = project.interrupted(budget=2)
    resume(run, repairer=repairing(writes("app.txt", "worse\n"), interrupts))
    record = resume(run, repairer=repairing(*[writes("app.txt", f"{n}\n") for n in "abcd"]))
    assert (record.outcome.ending, len(record.iterations)) == (Ending.BUDGET_SPENT, 2)
    assert (record.runs, project.times_run) == (3, 3)


def test_files_that_were_changed_since_are_not_overwritten(project: Project) -> None:
    """They are named; changed, added and deleted ones; and nothing is done."""
    run = project.interrupted()
    lay(project.root, {"app.txt": "mine\n", "new.txt": "mine\n"})
    deletes("tests/test_app.txt")(project.root)
    before = tree(project.root)
    with pytest.raises(EnvironmentFault) as caught:
        resume(run, repairer=NoRepairer())
    assert caught.value.code == "conflict"
    for name in ("app.txt", "new.txt", "tests/test_app.txt"):
        assert name in str(caught.value)
    assert tree(project.root) == before
    assert summary_of(run).status == "interrupted"


def test_changes_can_be_thrown_away_on_request(project: Project) -> None:
    """A diff of them stays in the run's folder."""
    run = project.interrupted()
    lay(project.root, {"app.txt": "mine\n"})
    record = resume(run, repairer=repairing(writes("app.txt", "good\n")), discard=True)
    assert record.outcome.status is Status.SOLVED
    kept = "".join(each.read_text() for each in (run / "attempts").glob("resumed-*.diff"))
    assert "+mine\n" in kept


def test_a_commit_made_since_is_not_blamed_on_the_next_attempt(project: Project) -> None:
    """What its owner does to the repository between two parts of a run is none of the loop's."""
    os.system(f"git init -q {project.root}")
    run = project.interrupted()
    os.system(f"git -C {project.root} config user.name someone")
    record = resume(run, repairer=repairing(writes("app.txt", "good\n")))
    assert record.outcome.status is Status.SOLVED
    assert "someone" in (project.root / ".git" / "config").read_text()


def test_time_spent_counts_against_the_deadline(project: Project) -> None:
    """A deadline that has passed stops the loop at once."""
    run = project.interrupted(deadline_s=60.0)
    events = run / "events.jsonl"
    lines = [json.loads(line) for line in events.read_text().splitlines()]
    lines[-1]["time"] += 100
    lines[-2]["time"] += 100
    events.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    record = resume(run, repairer=repairing(writes("app.txt", "good\n")))
    assert (record.outcome.ending, project.times_run) == (Ending.DEADLINE, 1)
    assert record.deadline_s == 60


def test_a_run_that_has_ended_is_not_gone_on_with(project: Project) -> None:
    """Its outcome is fixed."""
    record = project.looped(writes("app.txt", "good\n"))
    with pytest.raises(RequestError, match="has ended: solved"):
        resume(Path(str(record.run_dir)))


def test_a_repairer_without_a_name_has_to_be_given(project: Project) -> None:
    """One written in Python can not be found again."""
    run = project.interrupted()
    with pytest.raises(RequestError, match="none that can be chosen by its name"):
        resume(run)


def test_a_command_with_a_secret_is_not_gone_on_with(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored is masked, and would be another command."""
    monkeypatch.setenv("DEPLOY_TOKEN", "hunter2hunter2")
    run = project.interrupted(words=("./check.sh", "hunter2hunter2"))
    with pytest.raises(RequestError, match="a secret, which is not stored"):
        resume(run, repairer=NoRepairer())


def test_held_out_checks_are_not_left_out_by_going_on(project: Project, tmp_path: Path) -> None:
    """They are stored nowhere, so a loop that was promised them can not be gone on with."""
    lay(tmp_path / "hidden", {"judge.sh": "exit 1\n"})
    run = project.interrupted(held_out=tmp_path / "hidden", verify="sh judge.sh")
    with pytest.raises(RequestError, match="held-out"):
        resume(run)


def test_a_loop_on_the_root_excludes_it(project: Project) -> None:
    """Two loops would roll back each other's attempts."""
    run = project.interrupted()
    with (
        LoopLock(lock_folder(project.root, project.runs), project.root),
        pytest.raises(EnvironmentFault, match="another repair loop"),
    ):
        resume(run, repairer=NoRepairer())


def test_a_look_ahead_changes_nothing(project: Project) -> None:
    """It says what would come first."""
    run = project.interrupted()
    before = tree(project.root)
    found = resumable(run)
    assert (found.iteration, found.next, found.brought_back) == (1, "AskRepairer", ())
    assert tree(project.root) == before
    assert resumable(run) == found


def test_objects_stay_whatever_becomes_of_the_repository(project: Project) -> None:
    """The user may collect garbage, or remove the repository."""
    os.system(f"cd {project.root} && git init -q . && git add -A")
    run = project.interrupted()
    os.system(f"cd {project.root} && git gc -q --prune=now && rm -rf .git")
    record = resume(run, repairer=repairing(writes("app.txt", "good\n")))
    assert record.outcome.status is Status.SOLVED


def test_a_try_that_was_cut_off_in_its_beginning_is_no_conflict(tmp_path: Path) -> None:
    """What the run itself left half done may have been brought back before."""
    project = Project(tmp_path)

    def check(root: Path) -> None:
        lay(root, {"app.txt": "good\n"})
        with (root / "check.sh").open("a") as script:
            script.write("echo half > partial.txt; kill -INT $PPID; sleep 60\n")

    record = project.looped(check, allow=("check.sh",))
    run = Path(str(record.run_dir))
    assert (project.root / "partial.txt").exists()  # of the closing run, which is not rolled back
    (project.root / "partial.txt").unlink()
    assert resumable(run).brought_back == ()
    lay(project.root, {"partial.txt": "mine\n"})
    with pytest.raises(EnvironmentFault):
        resumable(run)
