"""What a repair program may do beside its edit: each is seen, said, and undone where it can be.

Through the real command, as a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import patchsmith
from loops import project

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
