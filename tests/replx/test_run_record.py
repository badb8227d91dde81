"""Rules of a run's record."""

from __future__ import annotations

from loops import FAILED, PASSED
from patchsmith.replx.condition import Condition
from patchsmith.replx.judging import judged
from patchsmith.replx.phases import Part
from patchsmith.replx.run_record import Decider


def test_a_record_says_what_decided_and_what_was_run() -> None:
    """With the statuses of all that belongs to it."""
    run = judged(Condition(), PASSED, check=FAILED, part=Part.FULL)
    assert run.decided_by is Decider.CHECK
    shown = run.to_dict()
    assert (shown["exit_status"], shown["check_exit_status"], shown["met"]) == (0, 1, False)
    assert (shown["decided_by"], shown["part"]) == ("check", "full")
    assert judged(Condition(), PASSED, part=Part.LINT).to_dict()["part"] == "lint"
