"""Rules for opening a loop that was cut off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loops import deletes, writes
from patchsmith.errors import RequestError
from patchsmith.loop.reopening import Reopened, begun
from patchsmith.loop.run_log import read_run
from patchsmith.replx import effects as ef
from stopped import Project


def lines_of(run: Path) -> list[bytes]:
    """Return what was recorded, a line each."""
    return (run / "events.jsonl").read_bytes().splitlines(keepends=True)


def test_what_is_next_is_what_the_events_lead_to(tmp_path: Path) -> None:
    """After each event that was recorded, and nowhere else."""
    steps = [deletes("tests/test_app.txt"), writes("app.txt", "good\n")]
    record = Project(tmp_path).looped(*steps, budget=2)
    run = Path(str(record.run_dir))
    lines, found = lines_of(run), []
    for number in range(1, len(lines)):
        (run / "events.jsonl").write_bytes(b"".join(lines[:number]))
        found.append(type(begun(read_run(run)).effects[0]))
    assert found == [
        ef.RunCommand, ef.AskRepairer, ef.RollBack, ef.RunCommand, ef.AskRepairer, ef.RunCommand,
        ef.VerifyChange, ef.Finish,
    ]  # fmt: skip


def test_events_that_do_not_follow_on_each_other_are_refused(tmp_path: Path) -> None:
    """Whoever put them in that order."""
    run = Project(tmp_path).interrupted()
    lines = [json.loads(line) for line in lines_of(run)]
    lines[0], lines[1] = lines[1], lines[0]
    numbered = [{**line, "n": number} for number, line in enumerate(lines, start=1)]
    (run / "events.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in numbered))
    with pytest.raises(RequestError, match="do not follow on each other"):
        Reopened.of(run)


def test_a_loop_without_a_first_step_is_none(tmp_path: Path) -> None:
    """There is nothing to go back to."""
    run = Project(tmp_path).interrupted()
    (run / "events.jsonl").unlink()
    assert Reopened.of(run) is None


def test_a_step_that_is_gone_is_an_error(tmp_path: Path) -> None:
    """The tree can not be brought back to what is not known."""
    run = Project(tmp_path).interrupted()
    for each in (run / "steps").iterdir():
        each.unlink()
    with pytest.raises(RequestError, match="no sound step"):
        Reopened.of(run)
