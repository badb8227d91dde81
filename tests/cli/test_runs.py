"""`patchsmith runs` as a real process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from invoking import patchsmith
from loops import writes
from stopped import Project
from trees import tree


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return a project whose check fails."""
    return Project(tmp_path)


def asked(project: Project, *words: str) -> tuple[int, str]:
    """Run the command on the project's runs; return its status and what it printed."""
    done = patchsmith(project.root.parent, "runs", *words, "--run-dir", str(project.runs))
    return done.returncode, (done.stdout + done.stderr).decode()


def as_json(project: Project, *words: str) -> tuple[int, dict[str, Any]]:
    """Run the command and return the object it printed."""
    done = patchsmith(project.root.parent, "runs", *words, "--json", "--run-dir", str(project.runs))
    found = json.loads(done.stdout)
    assert done.stdout.count(b"\n") == 1
    return done.returncode, found


@pytest.mark.parametrize("command", ["list", "show", "resume", "undo", "prune"])
def test_every_command_has_help_with_an_example(command: str, tmp_path: Path) -> None:
    """People look there first."""
    done = patchsmith(tmp_path, "runs", command, "--help")
    assert done.returncode == 0
    assert f"Example: patchsmith runs {command}" in done.stdout.decode()


def test_runs_are_listed_a_line_each(project: Project) -> None:
    """Or said not to be there."""
    assert asked(project, "list") == (0, "There are no runs.\n")
    run = project.interrupted()
    status, text = asked(project, "list", "--root", "root")
    assert status == 0
    assert text.startswith(run.name)
    assert f"interrupted    1/4  {project.root}: ./check.sh\n" in text
    _, found = as_json(project, "list")
    assert [each["id"] for each in found["runs"]] == [run.name]
    assert asked(project, "list", "--root", ".")[1] == "There are no runs.\n"


def test_a_run_is_shown(project: Project) -> None:
    """Report, events, diffs."""
    project.looped(writes("app.txt", "good\n"))
    assert "- Status: solved\n" in asked(project, "show", "last")[1]
    assert "AttemptMade" in asked(project, "show", "last", "--events")[1]
    assert "+good\n" in asked(project, "show", "last", "--diff")[1]
    _, found = as_json(project, "show", "last")
    assert (found["status"], found["events"][0]["what"]) == ("solved", "LoopStarted")


def test_an_interrupted_run_is_gone_on_with(project: Project) -> None:
    """The exit status is that of the whole loop."""
    project.interrupted()
    status, text = asked(project, "resume", "last", "--dry-run")
    assert (status, text) == (0, "Iteration 1 of 4; next: AskRepairer.\n")
    fix = "command:sed -i s/bad/good/ app.txt"
    status, text = asked(project, "resume", "last", "--repairer", fix)
    assert status == 0
    assert "replx: resuming the run in" in text
    assert "- Iterations used: 2/4\n" in text
    assert (project.root / "app.txt").read_text() == "good\n"
    status, text = asked(project, "resume", "last")
    assert (status, "has ended: solved" in text) == (2, True)


def test_changes_made_since_are_refused_by_name(project: Project) -> None:
    """The machine said no; in JSON the code is `conflict`."""
    project.interrupted()
    (project.root / "app.txt").write_text("mine\n")
    for words in (("resume", "last", "--repairer", "none"), ("resume", "last", "--dry-run")):
        status, text = asked(project, *words)
        assert (status, "app.txt" in text) == (4, True)
        status, found = as_json(project, *words)
        assert (status, found["ok"], found["error"]["code"]) == (4, False, "conflict")
    assert (project.root / "app.txt").read_text() == "mine\n"


def test_a_run_is_taken_back(project: Project) -> None:
    """After a look at what that would do."""
    before = tree(project.root)
    project.looped(writes("app.txt", "good\n"))
    assert "-good\n+bad\n" in asked(project, "undo", "last", "--dry-run")[1]
    assert asked(project, "undo", "last") == (0, "As before the loop again:\n  app.txt\n")
    assert tree(project.root) == before
    assert asked(project, "undo", "last") == (0, "There is nothing to take back.\n")
    assert as_json(project, "undo", "last")[1]["paths"] == []
    assert "solved, undone" in asked(project, "list")[1]


def test_old_runs_are_removed(project: Project) -> None:
    """The oldest first."""
    first, second = project.interrupted(), project.interrupted()
    assert first.name in asked(project, "prune", "--keep", "1", "--dry-run")[1]
    status, found = as_json(project, "prune", "--keep", "1")
    assert (status, [each["id"] for each in found["removed"]]) == (0, [first.name])
    assert os.listdir(project.runs) == [second.name]
    assert asked(project, "prune") == (0, "Nothing to remove.\n")


@pytest.mark.parametrize("command", ["show", "resume", "undo"])
def test_what_is_no_run_is_refused(command: str, project: Project) -> None:
    """A name that no run has, a folder that is none: wrong usage, never a traceback."""
    (project.runs / "20200101-000000-abcdef").mkdir(parents=True)
    for run in ("nonsense", "20200101", str(project.root)):
        status, text = asked(project, command, run)
        assert (status, "Traceback" in text, "fault" in text) == (2, False, False), text
        assert as_json(project, command, run)[0] == 2


def test_a_root_that_is_no_folder_is_refused(project: Project) -> None:
    """Rather than taken for one without runs."""
    status, text = asked(project, "list", "--root", "missing")
    assert (status, "is no folder" in text) == (2, True)
    assert as_json(project, "list", "--root", "missing")[0] == 2
