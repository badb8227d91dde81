"""Rules for what is shown of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from loops import writes
from patchsmith.errors import RequestError
from patchsmith.loop.showing import events_text, shown
from stopped import Project


def test_a_run_that_has_ended_is_shown_by_its_report(tmp_path: Path) -> None:
    """With its diffs and events."""
    record = Project(tmp_path).looped(writes("app.txt", "good\n"))
    found = shown(Path(str(record.run_dir)))
    assert "Status: solved" in found["report"]
    assert [each["name"] for each in found["diffs"]] == ["01"]
    assert "+good\n" in found["diffs"][0]["diff"]
    lines = events_text(found).splitlines()
    assert [line.split()[2] for line in lines][:3] == ["LoopStarted", "RunFinished", "AttemptMade"]
    assert "exit_status=1" in lines[1]
    assert "app.txt" in lines[2]


def test_a_run_that_died_is_shown_as_far_as_it_came(tmp_path: Path) -> None:
    """From its events; it is never presented as more than unsolved."""
    record = Project(tmp_path).looped(writes("app.txt", "good\n"))
    run = Path(str(record.run_dir))
    lines = (run / "events.jsonl").read_bytes().splitlines(keepends=True)
    (run / "events.jsonl").write_bytes(b"".join(lines[:3]))
    found = shown(run)
    assert found["status"] == "died"
    assert "Status: unsolved (it died" in found["report"]
    assert "## Iteration 1" in found["report"]


def test_a_file_name_can_not_pass_for_a_line_of_its_own(tmp_path: Path) -> None:
    """Control characters are shown as what they are."""
    project = Project(tmp_path)
    record = project.looped(writes("a\nb\x1b[31m.txt", "x\n"), budget=1)
    text = events_text(shown(Path(str(record.run_dir))))
    assert "\x1b" not in text
    assert "a\\nb" in text


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    """By an error."""
    with pytest.raises(RequestError):
        shown(tmp_path)
