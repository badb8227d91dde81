"""Rules for how far a loop has come."""

from __future__ import annotations

from loops import ACCOUNT, CHANGES, FAILED, declaration
from patchsmith.replx.observation import Judgement
from patchsmith.replx.progress import Progress
from patchsmith.replx.record import AttemptKind, AttemptRecord, IterationRecord
from patchsmith.replx.run_record import RunRecord


def test_an_attempt_belongs_to_the_current_iteration() -> None:
    """Earlier iterations stay as they were, and the progress before is not changed."""
    run = RunRecord(FAILED, Judgement(False, "exit status 1"))
    before = Progress(declaration(), (IterationRecord(1, run), IterationRecord(2, run)))
    after = before.with_attempt(AttemptRecord(AttemptKind.MADE, ACCOUNT, CHANGES))
    assert [each.attempt is None for each in after.iterations] == [True, False]
    assert before.iterations[1].attempt is None
