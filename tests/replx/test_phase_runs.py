"""Rules of what a loop in phases does beside its iterations."""

from __future__ import annotations

from loops import CHANGES, FAILED, PASSED
from patchsmith.replx.condition import Condition
from patchsmith.replx.judging import judged
from patchsmith.replx.phase_runs import Checkpoint, PhaseRun, Purpose, finals_of, last_of
from patchsmith.replx.record import IterationRecord

FULL, REST = judged(Condition(), FAILED), judged(Condition(), PASSED)
ITERATIONS = (IterationRecord(1, FULL), IterationRecord(2, REST))
PROBE = PhaseRun(1, False, Purpose.PROBE, REST)
LINT = PhaseRun(2, False, Purpose.FINAL_LINT, judged(Condition(), PASSED))
WHOLE = PhaseRun(2, False, Purpose.FINAL_FULL, judged(Condition(), PASSED))
LAST = PhaseRun(2, True, Purpose.FINAL_LINT, judged(Condition(), FAILED))


def test_a_probe_verifies_nothing() -> None:
    """It only tells where a failure is."""
    assert [each.verifies for each in (PROBE, LINT, WHOLE)] == [False, True, True]


def test_final_runs_belong_to_the_run_they_follow() -> None:
    """Of an iteration, or of the closing run."""
    runs = (PROBE, LINT, WHOLE, LAST)
    assert finals_of(runs, iteration=2, closing=False) == (LINT, WHOLE)
    assert finals_of(runs, iteration=2, closing=True) == (LAST,)
    assert finals_of(runs, iteration=1, closing=False) == ()


def test_the_last_run_is_the_one_that_judged_the_tree_last() -> None:
    """A final run of an earlier iteration is not it."""
    assert last_of((), None, ()) is None
    assert last_of(ITERATIONS[:1], None, (PROBE,)) is FULL
    assert last_of(ITERATIONS, None, (PROBE, LINT, WHOLE)) is WHOLE.run
    assert last_of(ITERATIONS, REST, (LINT, WHOLE)) is REST
    assert last_of(ITERATIONS, REST, (LINT, WHOLE, LAST)) is LAST.run


def test_both_stand_in_the_json() -> None:
    """With what a reader needs to find them."""
    assert LAST.to_dict()["purpose"] == "final-lint"
    shown = Checkpoint(CHANGES, "t", "checkpoint.diff", "c", ("a.py",)).to_dict()
    assert (shown["commit"], shown["left_out"]) == ("c", ["a.py"])
