"""Rules for loops that are interrupted or killed, in every state of the machine.

Each time: nothing is left running, the tree is as recorded last, the run can be gone on with
without a second budget, and taken back to the byte.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from killed_loops import Loop, loop_in, whole
from patchsmith.errors import EnvironmentFault
from patchsmith.loop.guardian import LOOP_MARK
from patchsmith.loop.history import summary_of
from patchsmith.loop.resuming import resume
from patchsmith.loop.undoing import undo
from patchsmith.process.marked import end_marked
from patchsmith.replx.record import AttemptKind, Status
from trees import lay

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
CHECKED = 'CheckFinished.*"closing": true'
STATES = {
    "running": {"where": "run 2"},
    "checking": {"where": "check 2"},
    "repairing": {"where": "attempt"},
    "restoring": {"after": "AttemptRefused"},
    "closing": {"where": "run 3"},
    "confirming": {"where": "check 3"},
    "verifying": {"after": CHECKED},
}
AGAIN = {
    "running": "runs", "checking": "checks", "repairing": "attempts", "closing": "runs",
    "confirming": "checks",
}  # fmt: skip

IN_PHASES = {
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
    found = loop_in(tmp_path)
    monkeypatch.setenv("CTL", str(found.control))
    return found


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_loop_that_is_stopped_can_be_gone_on_with(
    number: signal.Signals, state: str, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is repeated but what was under way, and the budget is the one declared."""
    before = whole(loop.root)
    loop.block(**STATES[state])
    _, told = loop.stop(loop.started(), number)
    repaired = {**before, "app.txt": b"good\n"}
    kept = state in ("closing", "confirming", "verifying")
    assert whole(loop.root) == (repaired if kept else before), told
    monkeypatch.delenv("CTL")
    assert loop.left_running() == []
    monkeypatch.setenv("CTL", str(loop.control))
    expected = "died" if number == signal.SIGKILL else "interrupted"
    if state == "verifying" and expected == "interrupted":  # too late: nothing is run any more
        assert summary_of(loop.run).status == "solved"
        undo(loop.run)
        assert whole(loop.root) == before
        return
    assert summary_of(loop.run).status == expected
    record = resume(loop.run)
    assert record.outcome.status is Status.SOLVED
    assert (record.declaration.budget, len(record.iterations), record.runs) == (2, 2, 3)
    assert [each.attempt and each.attempt.kind for each in record.iterations] == [
        AttemptKind.REFUSED,
        AttemptKind.MADE,
    ]
    once = {"runs": 3, "checks": 3, "attempts": 2}
    assert {what: loop.times(what) for what in once} == {
        what: times + (AGAIN.get(state) == what) for what, times in once.items()
    }
    assert whole(loop.root) == repaired
    undo(loop.run)
    assert whole(loop.root) == before


def test_what_was_under_way_is_kept_as_a_diff(loop: Loop) -> None:
    """An attempt that nobody judged is rolled back, and can be read."""
    loop.block(where="attempt")
    loop.stop(loop.started(), signal.SIGKILL)
    diff = (loop.run / "attempts" / "02-cut-off.diff").read_text()
    assert "-bad\n+half\n" in diff


def test_a_killed_loop_holds_its_lock_until_it_is_tidied_up(loop: Loop) -> None:
    """Whoever comes next never meets a half made attempt; the note comes before the lock goes."""
    loop.block(where="attempt")
    loop.stop(loop.started(), signal.SIGKILL)
    assert loop.entries()[-1]["note"] == "died"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it is found by /proc")
def test_a_loop_whose_guardian_was_killed_too_is_resumed_only_by_force(loop: Loop) -> None:
    """Nobody can say whose the half made change is, so it counts as the user's."""
    loop.block(where="attempt")
    process = loop.started()
    before = whole(loop.root)
    loop.reached(process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for child in children:  # the repair program's group ends with its leader's
        if b"guardian" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
    loop.stop(process, signal.SIGKILL)
    end_marked(LOOP_MARK, loop.run.name)
    with pytest.raises(EnvironmentFault) as caught:
        resume(loop.run)
    assert caught.value.code == "conflict"
    assert "app.txt" in str(caught.value)
    assert (loop.root / "app.txt").read_text() == "half\n"
    record = resume(loop.run, discard=True)
    assert record.outcome.status is Status.SOLVED
    undo(loop.run)
    assert whole(loop.root) == before


@pytest.mark.parametrize("state", IN_PHASES)
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_loop_in_phases_that_is_stopped_can_be_gone_on_with(
    number: signal.Signals, state: str, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing runs any more, the tree is as recorded, and only what was under way is made again."""
    lay(loop.root, {"app.txt": "bad \n"})
    budget, where, held, again = IN_PHASES[state]
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
