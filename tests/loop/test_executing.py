"""Rules for executing the command, its check and its second execution."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from patchsmith.errors import DeclarationError, EnvironmentFault
from patchsmith.loop.executing import Runs
from patchsmith.loop.request import LoopRequest
from patchsmith.loop.run_folder import RunFolder
from patchsmith.replx.effects import RepeatCommand, RunCheck, RunCommand
from patchsmith.replx.run_record import Decider


def runs_of(tmp_path: Path, *words: str, **options: object) -> tuple[Runs, RunFolder]:
    """Return what executes a request in an empty root."""
    root = tmp_path / "root"
    root.mkdir(exist_ok=True)
    request = LoopRequest(words=words, root=root, **options)  # type: ignore[arg-type]
    folder = RunFolder.create(tmp_path / "runs")
    return Runs(request.declaration(), folder, root, request, {}), folder


def test_each_execution_has_outputs_of_its_own(tmp_path: Path) -> None:
    """By the iteration, or the closing run, and what it is."""
    runs, folder = runs_of(tmp_path, "echo run", check="echo check; exit 3")
    assert runs.executed(RunCommand(1), Decider.RUN).exit_status == 0
    assert runs.executed(RunCheck(1), Decider.CHECK).exit_status == 3
    runs.executed(RepeatCommand(1, closing=True), Decider.REPEAT)
    for name, text in (("01", "run"), ("01-check", "check"), ("closing-repeat", "run")):
        assert (folder.path / "runs" / name / "stdout.txt").read_text() == f"{text}\n"
        assert not (folder.path / "runs" / name / "pycache").exists()


def test_results_belong_to_the_last_run(tmp_path: Path) -> None:
    """A check of the run before is forgotten."""
    runs, _ = runs_of(tmp_path, "true", check="true")
    runs.executed(RunCommand(1), Decider.RUN)
    runs.executed(RunCheck(1), Decider.CHECK)
    assert runs.output(Decider.CHECK) is not None
    runs.executed(RunCommand(2), Decider.RUN)
    assert runs.output(Decider.CHECK) is None


def test_a_check_is_bounded_too(tmp_path: Path) -> None:
    """By the time-out of a run."""
    runs, _ = runs_of(tmp_path, "true", check="sleep 60", timeout_s=0.3)
    runs.executed(RunCommand(1), Decider.RUN)
    assert runs.executed(RunCheck(1), Decider.CHECK).timed_out


def test_a_check_is_judged_by_its_exit_status_whatever_the_condition(tmp_path: Path) -> None:
    """A line required of the command is not required of the check, and its lie is seen."""
    runs, _ = runs_of(tmp_path, "true", success_line="ok", check="echo 'smoke: FAIL'")
    assert runs.executed(RunCheck(1), Decider.CHECK).lie is not None


def test_a_first_run_that_can_not_be_started_is_the_machines_fault(tmp_path: Path) -> None:
    """Later it is a failing run, since an attempt may have done it."""
    runs, _ = runs_of(tmp_path, sys.executable, "-c", "pass")
    lost = tmp_path / "root" / "tool"
    lost.write_text("#!/bin/sh\n")
    lost.chmod(0o755)
    late, _ = runs_of(tmp_path, "./tool")
    late.executed(RunCommand(1), Decider.RUN)
    lost.write_text("#!/no/such/interpreter\n")
    assert late.executed(RunCommand(2), Decider.RUN).exit_status == 127
    first, _ = runs_of(tmp_path, "./tool")
    with pytest.raises(EnvironmentFault, match="interpreter"):
        first.executed(RunCommand(1), Decider.RUN)
    assert runs.output(Decider.RUN) is None


def test_a_time_out_is_told_as_it_was_set(tmp_path: Path) -> None:
    """The grace that a command gets to end by itself comes on top, and is no part of it."""
    script = "trap '' TERM; while :; do sleep 0.1; done"
    runs, _ = runs_of(tmp_path, "sh", "-c", script, timeout_s=0.5)
    seen = runs.executed(RunCommand(1), Decider.RUN)
    assert seen.duration_s > 1
    assert seen.ending == "timed out after 0.5 s"


def test_a_first_output_that_can_not_be_searched_makes_the_condition_uncheckable(
    tmp_path: Path,
) -> None:
    """Nothing was edited then; later the run is not met."""
    script = f"echo {'a' * 60}!"
    runs, _ = runs_of(tmp_path, "sh", "-c", script, success_regex="(a+)+$")
    with pytest.raises(DeclarationError, match="took longer than 5 s") as caught:
        runs.executed(RunCommand(1), Decider.RUN)
    assert caught.value.code == "uncheckable-condition"
    script = f"[ -e again ] && {script}; touch again"
    late, _ = runs_of(tmp_path, "sh", "-c", script, no_output=("(a+)+$",))
    assert late.executed(RunCommand(1), Decider.RUN).undecided is None
    assert late.executed(RunCommand(2), Decider.RUN).undecided is not None
