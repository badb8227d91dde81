"""Rules for attempts of a stored run that are made again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from loops import Scripted, deletes, looped, project, writes
from patchsmith.errors import RequestError
from patchsmith.repairers.base import Diagnosis
from patchsmith.repairers.recorded import RecordedAttempt, RecordedRepairer
from patchsmith.replx.record import LoopRecord, Status
from trees import lay, tree


def raising(root: Path) -> None:
    """Change something, then fail."""
    (root / "app.txt").write_text("half\n")
    raise ValueError("lost my way")


STEPS: list[Callable[[Path], object]] = [
    deletes("tests/test_app.txt"),
    raising,
    lambda root: lay(root, {"app.txt": "bad\nstill\n", "new/odd näme.txt": "no newline"}),
    writes("app.txt", "good\n"),
]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep runs and locks of a test in its own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def recorded(
    tmp_path: Path, steps: list[Callable[[Path], object]], budget: int = 4
) -> tuple[LoopRecord, Path]:
    """Return a stored run of steps on a project, and a project as it was before."""
    root = project(tmp_path / "root", tmp_path / "count")
    shutil.copytree(root, tmp_path / "again")
    return looped(root, Scripted(steps), budget=budget), tmp_path / "again"


def kinds(record: LoopRecord) -> list[tuple[str, str]]:
    """Return what became of each attempt, and its repairer's words."""
    attempts = [iteration.attempt for iteration in record.iterations]
    return [(each.kind.value, each.account.text) for each in attempts if each is not None]


def test_every_attempt_is_made_again_as_it_was(tmp_path: Path) -> None:
    """Refused ones are refused, failed ones fail, and the tree ends the same to the byte."""
    first, again = recorded(tmp_path, STEPS)
    assert first.outcome.status is Status.SOLVED
    second = looped(again, RecordedRepairer(str(first.run_dir)))
    assert second.outcome.status is Status.SOLVED
    assert second.repairer == "recorded"
    assert tree(again) == tree(tmp_path / "root")
    assert second.final_diff == first.final_diff
    assert [kind for kind, _ in kinds(second)] == [kind for kind, _ in kinds(first)]
    assert kinds(second)[0] == kinds(first)[0]
    assert "failed when it was recorded: ValueError: lost my way" in kinds(second)[1][1]


def test_a_tree_that_does_not_fit_is_the_repairers_failure(tmp_path: Path) -> None:
    """Nothing is changed, the reason is named, and the loop goes on."""
    first, again = recorded(tmp_path, [writes("app.txt", "good\n")])
    (again / "app.txt").write_text("quite other\n")
    before = tree(again)
    second = looped(again, RecordedRepairer(str(first.run_dir)))
    assert (second.outcome.status, len(second.iterations)) == (Status.UNSOLVED, 2)
    assert kinds(second)[0][1].startswith("the recorded attempt 1 does not fit the tree\n")
    assert "app.txt" in kinds(second)[0][1]
    assert tree(again) == before


def test_after_the_last_recorded_attempt_nothing_changes(tmp_path: Path) -> None:
    """The loop stops early, as with any repairer that has nothing left."""
    first, again = recorded(tmp_path, [writes("app.txt", "worse\n")], budget=1)
    second = looped(again, RecordedRepairer(str(first.run_dir)))
    assert kinds(second) == [
        ("made", "scripted attempt 1"),
        ("unchanged", "the recorded run made no attempt in an iteration 2"),
        ("unchanged", "the recorded run made no attempt in an iteration 3"),
    ]


def test_a_masked_change_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was stored is not what was written."""
    monkeypatch.setenv("SERVICE_TOKEN", "correct-horse-battery")
    first, again = recorded(tmp_path, [writes("app.txt", "good correct-horse-battery\n")])
    assert first.outcome.status is Status.SOLVED
    second = looped(again, RecordedRepairer(str(first.run_dir)), budget=1)
    assert "with a secret masked" in kinds(second)[0][1]


def test_a_diff_that_is_gone_is_said(tmp_path: Path) -> None:
    """Nothing else is made in its place."""
    first, again = recorded(tmp_path, [writes("app.txt", "good\n")])
    Path(str(first.run_dir), "attempts", "01.diff").unlink()
    second = looped(again, RecordedRepairer(str(first.run_dir)), budget=1)
    assert "is not stored in the run folder" in kinds(second)[0][1]


def test_lines_that_are_no_attempts_are_passed_over(tmp_path: Path) -> None:
    """Runs, and whatever else is noted of a run."""
    account = {"text": "t", "ruled_out": ["r"], "next_step": "n"}
    events: list[dict[str, object]] = [{"note": "resumed"}, {"event": "RunFinished"}]
    events += [{"event": "NothingChanged", "account": account}, {"note": "ended"}]
    lay(tmp_path, {"events.jsonl": "".join(f"{json.dumps(event)}\n" for event in events)})
    (attempt,) = RecordedRepairer(tmp_path).attempts
    assert attempt == RecordedAttempt(Diagnosis("t", ("r",), "n"))


@pytest.mark.parametrize("text", [None, "no json\n", "[]\n", "3\n", '{"event": "AttemptMade"}\n'])
def test_what_is_no_stored_run_is_refused(text: str | None, tmp_path: Path) -> None:
    """Before anything runs."""
    if text is not None:
        lay(tmp_path / "run", {"events.jsonl": text})
    with pytest.raises(RequestError, match="no folder of a stored run"):
        RecordedRepairer(tmp_path / "run")
