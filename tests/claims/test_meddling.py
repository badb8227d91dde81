"""What a repair program may do beside its edit: each is seen, said, and undone where it can be.

Through the real command, as a process of its own.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import patchsmith
from loops import project
from trees import tree

REPLX = "import sys; from patchsmith.cli.replx import main; sys.exit(main())"
GOOD = "echo good > app.txt"
GIT = "git -c user.name=x -c user.email=x@example.org"


@dataclass(frozen=True)
class Told:
    """What the command said."""

    status: int
    """Its exit status."""
    record: dict[str, Any]
    """The record it printed."""
    stderr: str
    """Progress and errors."""

    @property
    def findings(self) -> list[tuple[str, str]]:
        """Rule and path of what stands in the outcome."""
        return [(each["rule"], each["path"]) for each in self.record["outcome"]["findings"]]

    def refused(self, iteration: int = 1) -> set[str]:
        """Return the rules by which the attempt of an iteration was refused."""
        attempt = self.record["iterations"][iteration - 1]["attempt"]
        return {each["rule"] for each in attempt["findings"] if attempt["kind"] == "refused"}


def replx(root: Path, fix: str, *options: str, command: tuple[str, ...] = ("./check.sh",)) -> Told:
    """Run the command with a repair program."""
    words = ["--json", "--repair-command", f"cat > /dev/null; {fix}", *options, *command]
    source = str(Path(patchsmith.__file__).parents[1])
    ours = {"XDG_STATE_HOME": str(root.parent / "state"), "PYTHONPATH": source}
    done = subprocess.run(
        [sys.executable, "-c", REPLX, *words],
        cwd=root,
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Told(done.returncode, _record(done), done.stderr)


def _record(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(done.stdout)
    assert "error" not in record, done.stderr
    return record


def shell(root: Path, script: str) -> None:
    """Run a line of shell in a folder."""
    subprocess.run(["sh", "-c", script], cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a failing project outside git."""
    return project(tmp_path / "root", tmp_path / "count")


@pytest.fixture
def repository(root: Path) -> Path:
    """Return the failing project, committed."""
    shell(root, f"git init -q && git add -A && {GIT} commit -qm all")
    return root


def test_a_commit_is_told_also_when_nothing_was_solved(repository: Path) -> None:
    """What was noted on the way stands in every outcome, and in the report."""
    told = replx(repository, f"echo worse > app.txt; {GIT} commit -qam sly", "--budget", "1")
    assert told.status == 1
    assert ("PT08", ".git/refs/heads/master") in [
        (rule, path.replace("main", "master")) for rule, path in told.findings
    ]
    report = Path(told.record["run_dir"], "report.md").read_text("utf-8")
    assert "an attempt moved this reference" in report


def test_a_commit_of_a_program_that_failed_is_told(repository: Path) -> None:
    """Its edits go, its commit stays."""
    fix = f"{GIT} commit -q --allow-empty -m sly; exit 3"
    told = replx(repository, fix, "--budget", "1")
    assert told.record["iterations"][0]["attempt"]["kind"] == "failed"
    assert {rule for rule, _ in told.findings} == {"PT08"}


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux' /proc")
def test_a_process_left_behind_is_ended_and_named(root: Path) -> None:
    """It would have edited the tree after its attempt was judged."""
    late = f"setsid sh -c {shlex.quote('sleep 2; echo x > late.txt')} > /dev/null 2>&1 &"
    told = replx(root, f"{GOOD}; {late}", "--budget", "1")
    assert told.status == 0
    assert [rule for rule, _ in told.findings] == ["LO01"]
    report = Path(told.record["run_dir"], "report.md").read_text("utf-8")
    assert "left running, and it was ended: sh -c sleep 2; echo x" in report
    time.sleep(2.5)
    assert not (root / "late.txt").exists()


@pytest.mark.parametrize("where", ["state", "state/patchsmith/runs"])
def test_a_program_that_removes_the_run_folder_is_rolled_back_all_the_same(
    where: str, repository: Path
) -> None:
    """The store of snapshots is in there; the report says what happened, and is complete."""
    before = tree(repository)
    fix = f"rm -rf ../{where}; rm tests/test_app.txt; echo sly > app.txt"
    told = replx(repository, fix, "--budget", "2")
    assert told.status == 1
    assert told.refused(1) == told.refused(2) == {"PT01"}
    assert {rule for rule, _ in told.findings} == {"LO03"}
    assert tree(repository) == before
    folder = Path(told.record["run_dir"])
    assert len((folder / "events.jsonl").read_text().splitlines()) > 5
    assert "the run's own folder was changed" in (folder / "report.md").read_text("utf-8")


def test_a_failing_program_that_removes_the_run_folder_is_rolled_back(root: Path) -> None:
    """Outside git, and when the program itself says that it failed."""
    before = tree(root)
    told = replx(root, "rm -rf ../state; echo sly > app.txt; exit 1", "--budget", "1")
    assert told.record["iterations"][0]["attempt"]["kind"] == "failed"
    assert {rule for rule, _ in told.findings} == {"LO03"}
    assert tree(root) == before
