"""Rules for reading a run's folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from loops import FAILED, declaration
from patchsmith.errors import RequestError
from patchsmith.loop.git_state import GitState
from patchsmith.loop.run_folder import RunFolder
from patchsmith.loop.run_log import read_run
from patchsmith.loop.steps import Step
from patchsmith.replx import events as ev
from patchsmith.replx.codec import encoded
from patchsmith.replx.protected import Protection
from patchsmith.snapshots.deep import DeepTree
from patchsmith.snapshots.store import TreeId

STEP = Step(DeepTree(TreeId("0" * 40)), GitState(exists=False))


def run_in(runs: Path) -> RunFolder:
    """Return the folder of a run that was interrupted in its first attempt."""
    folder = RunFolder.create(runs)
    folder.write_run(
        {
            "root": "/root", "target": "make test", "began": 1000.0, "isolated": None,
            "protection": encoded(Protection()), "options": {},
        },
        declaration=encoded(declaration()),
    )  # fmt: skip
    folder.append(ev.LoopStarted(), STEP)
    folder.append(ev.RunFinished(1, False, FAILED), STEP)
    folder.append(ev.Interrupted("SIGINT"), STEP)
    folder.note("ended", step=STEP, status="interrupted")
    return folder


def altered(folder: RunFolder, **change: object) -> None:
    """Replace parts of what the run is gone on with."""
    place = folder.path / "run.json"
    place.write_text(json.dumps({**json.loads(place.read_text()), **change}))


def test_a_run_tells_what_it_is(tmp_path: Path) -> None:
    """Root, target, what was declared, how far it came; what stopped it is no event of it."""
    log = read_run(run_in(tmp_path).path)
    assert (log.root, log.work_root, log.target) == (Path("/root"), Path("/root"), "make test")
    assert (log.declaration, log.iterations) == (declaration(), 1)
    assert log.protection == Protection()
    assert [type(each.event) for each in log.events] == [ev.LoopStarted, ev.RunFinished]
    assert log.last_note is not None
    assert log.last_note.more["status"] == "interrupted"


def test_a_last_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    """At whatever byte the process was killed."""
    folder = run_in(tmp_path)
    events = folder.path / "events.jsonl"
    whole = events.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        events.write_bytes(whole[:end])
        log = read_run(folder.path)
        assert (len(log.entries), log.sound_bytes) == (3, start)


def test_a_run_without_events_is_one(tmp_path: Path) -> None:
    """It was killed before the first."""
    folder = run_in(tmp_path)
    (folder.path / "events.jsonl").unlink()
    assert read_run(folder.path).entries == ()


def test_time_between_the_parts_of_a_run_is_not_spent(tmp_path: Path) -> None:
    """A deadline bounds what the loop takes, not how long its owner was away."""
    lines = [
        {"n": 1, "time": 1010, "event": "LoopStarted", "step": None},
        {"n": 2, "time": 1015, "note": "ended", "step": None},
        {"n": 3, "time": 9000, "note": "resumed", "step": None},
        {"n": 4, "time": 9007, "note": "died", "step": None},
    ]
    folder = run_in(tmp_path)
    (folder.path / "events.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    assert read_run(folder.path).spent_s == 10 + 5 + 7


def refused(path: Path) -> str:
    """Return why a run can not be read."""

    def read() -> None:
        log = read_run(path)
        _ = log.declaration, log.protection

    with pytest.raises(RequestError) as caught:
        read()
    assert caught.value.code == "bad-request"
    return str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2}, {"format": None}, {"root": None}, {"root": "relative"}, {"began": "now"},
        {"began": -1}, {"secret": []}, {"secret": {}}, {"protection": {"x": 1}},
        {"isolated": "relative"}, {"isolated": 3}, {"options": None}, {"withheld": "no"},
    ],
    ids=str,
)  # fmt: skip
def test_another_form_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    """By what is wrong with it."""
    folder = run_in(tmp_path)
    altered(folder, **change)
    assert refused(folder.path)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense", "[]", "null", "{}", '{"n": 5}', "[" * 100_000, '{"n": 5, "time": NaN}',
        '{"n": 5, "time": 1, "note": "unknown"}', '{"n": 6, "time": 1, "note": "died"}',
        '{"n": 5, "time": 1, "note": "died", "event": "LoopStarted"}',
        '{"n": 5, "time": 1, "event": "RunFinished"}', '{"n": 5, "time": 1e400, "note": "died"}',
        '{"n": 5, "time": 1, "note": "died", "step": 3}', '{"n": ' + "9" * 5000 + "}", "\0\0",
    ],
    ids=lambda line: line[:40],
)  # fmt: skip
def test_a_whole_line_that_is_no_entry_is_refused(line: str, tmp_path: Path) -> None:
    """By its number; nothing that comes after it is believed."""
    folder = run_in(tmp_path)
    with (folder.path / "events.jsonl").open("a") as file:
        file.write(f"{line}\n")
    assert "line 5" in refused(folder.path)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    """A folder, a file, nothing, a link in place of a file."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    folder = run_in(tmp_path)
    for place in ("empty", "file", "missing"):
        assert refused(tmp_path / place)
    (folder.path / "events.jsonl").unlink()
    (folder.path / "events.jsonl").symlink_to("/dev/zero")
    assert refused(folder.path)
