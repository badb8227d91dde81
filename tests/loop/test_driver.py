"""Rules for carrying out a loop that is stopped from outside."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from loops import Scripted, looped, project, runs_counted, writes
from patchsmith.errors import EnvironmentFault, InternalError
from patchsmith.replx.record import Ending
from trees import tree


def test_an_interrupted_attempt_is_rolled_back(tmp_path: Path) -> None:
    """The tree is as it was at the last run, and the report says what happened."""
    root = project(tmp_path / "root", tmp_path / "count")
    before = tree(root)

    def half(folder: Path) -> None:
        (folder / "app.txt").write_text("half")
        os.kill(os.getpid(), signal.SIGINT)
        (folder / "app.txt").write_text("whole")

    record = looped(root, Scripted([half]))
    assert record.outcome.ending is Ending.INTERRUPTED
    assert tree(root) == before
    assert runs_counted(tmp_path / "count") == 1
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "- Status: unsolved (interrupted by SIGINT)" in report


def test_an_interrupted_run_ends_with_its_children(tmp_path: Path) -> None:
    """The command's group is ended; earlier attempts stay, as the report says."""
    root = project(tmp_path / "root", tmp_path / "count")
    (root / "check.sh").write_text(
        f"#!/bin/sh\ngrep -q slow app.txt || exit 1\nkill -INT {os.getpid()}\nsleep 60\n"
    )
    record = looped(root, Scripted([writes("app.txt", "slow\n")]))
    assert record.outcome.ending is Ending.INTERRUPTED
    assert [change.path for change in record.final_diff] == ["app.txt"]
    assert len(record.iterations) == 1


def test_our_own_fault_leaves_no_half_attempt(tmp_path: Path) -> None:
    """Whatever ends the loop, the attempt in progress is rolled back."""
    root = project(tmp_path / "root", tmp_path / "count")
    before = tree(root)

    def broken(folder: Path) -> None:
        (folder / "app.txt").write_text("half")
        raise InternalError("internal", "a rule of our own was broken")

    with pytest.raises(InternalError):
        looped(root, Scripted([broken]))
    assert tree(root) == before


def test_a_command_that_can_not_be_started_is_the_machines_fault(tmp_path: Path) -> None:
    """Before anything was edited there is one error, and no report to misread."""
    root = project(tmp_path / "root", tmp_path / "count")
    (root / "check.sh").write_text("#!/no/such/interpreter\n")
    with pytest.raises(EnvironmentFault, match="interpreter"):
        looped(root, Scripted([]))


def test_a_deadline_ends_a_run_and_the_loop(tmp_path: Path) -> None:
    """Unsolved, with nothing left running."""
    root = project(tmp_path / "root", tmp_path / "count")
    (root / "check.sh").write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nsleep 60\n")
    record = looped(root, Scripted([]), deadline_s=1)
    assert record.outcome.ending is Ending.DEADLINE
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "- Status: unsolved\n" in report
    assert "- Reason: the deadline of 1 s passed before the success condition was met\n" in report
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_a_deadline_rolls_back_an_attempt(tmp_path: Path) -> None:
    """The tree is as it was at the last run."""
    root = project(tmp_path / "root", tmp_path / "count")
    before = tree(root)

    def slow(folder: Path) -> None:
        (folder / "app.txt").write_text("half")
        time.sleep(60)

    record = looped(root, Scripted([slow]), deadline_s=2)
    assert record.outcome.ending is Ending.DEADLINE
    assert tree(root) == before
