"""Rules for loops in phases that are interrupted or killed, in the states that only they have."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from killed_loops import Loop, loop_in, whole
from patchsmith.loop.resuming import resume
from patchsmith.loop.undoing import undo
from patchsmith.replx.record import Status

STATES = {
    "probing": (3, {"where": "lint 2"}, b"bad\n", "lints"),
    "parting": (3, {"after": '"LintFinished".*"iteration": 2'}, b"bad\n", None),
    "linting": (3, {"where": "lint 3"}, b"good\n", "lints"),
    "rejudging": (3, {"where": "run 3"}, b"good\n", "runs"),
    "last linting": (2, {"where": "lint 3"}, b"good\n", "lints"),
    "last rejudging": (2, {"where": "run 3"}, b"good\n", "runs"),
}
"""State -> the budget, where the loop stops, what the file holds there, what is made again."""


@pytest.fixture
def loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loop:
    """Return a loop whose scripts find their control folder also when it is resumed here."""
    found = loop_in(tmp_path, app="bad \n")
    monkeypatch.setenv("CTL", str(found.control))
    return found


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda number: number.name
)
def test_a_loop_in_phases_that_is_stopped_can_be_gone_on_with(
    number: signal.Signals, state: str, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing runs any more, the tree is as recorded, and only what was under way is made again."""
    budget, where, held, again = STATES[state]
    before = whole(loop.root)
    loop.block(**where)
    _, told = loop.stop(loop.started_in_phases(budget), number)
    assert whole(loop.root) == {**before, "app.txt": held}, told
    monkeypatch.delenv("CTL")
    assert loop.left_running() == []
    monkeypatch.setenv("CTL", str(loop.control))
    record = resume(loop.run)
    assert record.outcome.status is Status.SOLVED
    assert (record.declaration.budget, record.runs, record.verification_runs) == (budget, 3, 2)
    assert record.checkpoint is not None
    once = {"runs": 3, "lints": 3, "attempts": 2}
    assert {what: loop.times(what) for what in once} == {
        what: times + (again == what) for what, times in once.items()
    }
    undo(loop.run)
    assert whole(loop.root) == before
