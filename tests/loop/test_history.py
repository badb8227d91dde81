"""Rules for the list of runs, and for which of them go."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from loops import writes
from patchsmith.errors import RequestError
from patchsmith.loop.history import KEEP_RUNS, find_run, list_runs, prune, run_folders, summary_of
from patchsmith.loop.lock import RunLock
from patchsmith.loop.undoing import undo
from stopped import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project whose check fails."""
    return Project(tmp_path)


def test_the_newest_comes_first_with_how_it_stands(project: Project) -> None:
    """Solved, unsolved, input error, interrupted, died, running."""
    interrupted = project.interrupted()
    project.looped(budget=1)
    project.looped(writes("app.txt", "good\n"))
    project.looped(words=("echo 'smoke: FAIL'",))
    died = project.interrupted()
    lines = (died / "events.jsonl").read_bytes().splitlines(keepends=True)
    (died / "events.jsonl").write_bytes(b"".join(lines[:2]))
    with RunLock(interrupted):
        found = list_runs(project.runs)
    statuses = ["died", "input-error", "solved", "unsolved", "running"]
    assert [each.status for each in found] == statuses
    assert list_runs(project.runs)[-1].status == "interrupted"
    assert {each.root for each in found} == {str(project.root)}
    assert [each.iterations for each in found] == [1, 1, 2, 1, 1]


def test_a_list_can_be_kept_to_one_root(project: Project) -> None:
    """Runs of other projects are many."""
    project.interrupted()
    assert len(list_runs(project.runs, root=project.root)) == 1
    assert list_runs(project.runs, root=project.root.parent) == ()


def test_a_folder_without_runs_has_none(tmp_path: Path) -> None:
    """Nobody has run a loop yet."""
    assert list_runs(tmp_path / "missing") == ()


def test_what_is_damaged_is_listed_as_such(project: Project) -> None:
    """One bad run hides no other; what is not named like a run is none."""
    project.interrupted()
    (project.runs / "20200101-000000-abcdef").mkdir()
    (project.runs / "notes").mkdir()
    assert [each.status for each in list_runs(project.runs)] == ["interrupted", "unreadable"]


def test_a_run_is_found_by_what_people_type(project: Project) -> None:
    """Its name, a beginning, the last one, or its folder."""
    first, last = project.interrupted(), project.interrupted()
    assert find_run("last", project.runs) == last
    assert find_run(first.name, project.runs) == first
    assert find_run(first.name[:-1], project.runs) == first
    assert find_run(str(first), Path("/nowhere")) == first
    for wrong in ("", "2", "nonsense", first.name + "x"):
        with pytest.raises(RequestError):
            find_run(wrong, project.runs)


def test_what_was_taken_back_is_marked(project: Project) -> None:
    """Its status stays what the loop came to."""
    record = project.looped(writes("app.txt", "good\n"))
    run = Path(str(record.run_dir))
    undo(run)
    found = summary_of(run)
    assert (found.status, found.undone) == ("solved", True)


def test_the_oldest_go_until_the_bounds_hold(project: Project) -> None:
    """By number, or by size; the newest stays, whatever its size."""
    runs = [project.interrupted() for _ in range(3)]
    assert [each.id for each in prune(project.runs, keep=2, dry_run=True)] == [runs[0].name]
    assert len(run_folders(project.runs)) == 3
    (gone,) = prune(project.runs, keep=2)
    assert gone.id == runs[0].name
    assert gone.size_bytes > 1000
    prune(project.runs, max_bytes=1)
    assert run_folders(project.runs) == (runs[2],)


def test_a_run_that_is_under_way_and_what_is_no_run_stay(project: Project) -> None:
    """Nothing else in the folder is ours."""
    first = project.interrupted()
    project.interrupted()
    (project.runs / "notes").mkdir()
    with RunLock(first):
        assert prune(project.runs, keep=1) == ()
    assert first.is_dir()
    prune(project.runs, keep=1)
    assert (project.runs / "notes").is_dir()


def test_after_a_loop_the_usual_bounds_hold(project: Project) -> None:
    """Old runs go without being asked for."""
    project.runs.mkdir()
    for number in range(KEEP_RUNS + 3):
        (project.runs / f"20200101-{number:06d}-abcdef").mkdir()
    project.looped(budget=1)
    assert len(os.listdir(project.runs)) == KEEP_RUNS
