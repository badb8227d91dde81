"""Rules of the steps that handlers share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from loops import ACCOUNT, CHANGES, FAILED, FINDING, declaration, ran
from patchsmith.errors import InternalError
from patchsmith.replx import effects as ef
from patchsmith.replx.condition import Condition
from patchsmith.replx.judging import judged
from patchsmith.replx.phases import Part
from patchsmith.replx.progress import Progress
from patchsmith.replx.record import AttemptKind, AttemptRecord, IterationRecord
from patchsmith.replx.states import State
from patchsmith.replx.steps import IDLE_LIMIT, asking, expect, iterating, without_change

RUN = judged(Condition(), FAILED)
BEGUN = Progress(declaration(2), (IterationRecord(1, RUN),))


def test_the_next_iteration_runs_what_is_in_question() -> None:
    """The full command, or the part that the loop has handed over to."""
    assert iterating(BEGUN).effects == (ef.RunCommand(2),)
    handed_over = replace(BEGUN, part=Part.REST)
    assert iterating(handed_over).effects == (ef.RunCommand(2, part=Part.REST),)


def test_a_loop_goes_on_until_budget_or_ideas_are_spent() -> None:
    """Then it ends without a run: the tree was judged."""
    assert without_change(BEGUN).state is State.RUNNING
    assert without_change(replace(BEGUN, idle=IDLE_LIMIT)).state is State.FINISHED
    spent = replace(BEGUN, iterations=(*BEGUN.iterations, IterationRecord(2, RUN)))
    assert without_change(spent).state is State.FINISHED


def test_the_refusals_told_are_those_of_the_attempt_before() -> None:
    """Not of one before that."""
    refused = AttemptRecord(AttemptKind.REFUSED, ACCOUNT, CHANGES, (FINDING,))
    progress = BEGUN.with_attempt(refused)
    progress = replace(progress, iterations=(*progress.iterations, IterationRecord(2, RUN)))
    (ask,) = asking(progress, RUN).effects
    assert ask == ef.AskRepairer(2, RUN, (FINDING,))
    progress = replace(progress, iterations=(*progress.iterations, IterationRecord(3, RUN)))
    assert asking(progress, RUN).effects == (ef.AskRepairer(3, RUN),)


def test_an_answer_to_another_run_is_illegal() -> None:
    """By its number, or because one is the closing run."""
    expect(ran(2), 2, closing=False)
    with pytest.raises(InternalError, match="run 1 was expected, not 2"):
        expect(ran(2), 1, closing=False)
    with pytest.raises(InternalError, match="closing run 2 was expected"):
        expect(ran(2), 2, closing=True)
