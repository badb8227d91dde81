"""Law: whatever legal events come, the loop stays within what was declared."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from loops import (
    ACCOUNT,
    CHANGES,
    CHECKPOINT,
    FAILED,
    FINDING,
    LYING,
    PASSED,
    declaration,
    made,
    phases,
)
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition, ExitZero, OutputLine
from patchsmith.replx.machine import Machine
from patchsmith.replx.phases import Part, Phases
from patchsmith.replx.record import Ending, Status
from patchsmith.replx.states import State
from patchsmith.replx.target import Target

SEEN = st.builds(
    replace,
    st.sampled_from([FAILED, FAILED, FAILED, PASSED, PASSED, LYING]),
    lint_clean=st.sampled_from([None, False, True]),
)
PHASES = st.sampled_from([None, phases()])
ATTEMPTS = st.one_of(
    st.sampled_from("abcdefgh").map(made),
    st.just(ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,))),
    st.just(ev.NothingChanged(ACCOUNT)),
    st.just(ev.RepairerFailed("broken")),
)
CHECK = Target(("true",), "true", ("true",))
CONDITIONS = st.builds(
    Condition,
    st.sampled_from([ExitZero(), OutputLine("smoke: PASS")]),
    check=st.sampled_from([None, CHECK]),
    twice=st.booleans(),
)
STOPS = st.one_of(st.just(ev.Interrupted("SIGINT")), st.just(ev.DeadlinePassed(60)))
FINDINGS = st.sampled_from([(), (FINDING,)])


def answer(data: st.DataObject, effect: ef.Effect) -> ev.Event:
    """Return a legal answer to an effect."""
    if data.draw(st.integers(0, 40)) == 0:
        return data.draw(STOPS)
    if isinstance(effect, ef.RunCommand):
        return ev.RunFinished(effect.iteration, effect.closing, data.draw(SEEN))
    if isinstance(effect, ef.RunLint):
        return ev.LintFinished(effect.iteration, effect.closing, data.draw(SEEN))
    if isinstance(effect, ef.RunWhole):
        return ev.WholeFinished(effect.iteration, effect.closing, data.draw(SEEN))
    if isinstance(effect, ef.SetApart):
        return CHECKPOINT
    if isinstance(effect, ef.RunCheck):
        return ev.CheckFinished(effect.iteration, effect.closing, data.draw(SEEN))
    if isinstance(effect, ef.RepeatCommand):
        return ev.RunRepeated(effect.iteration, effect.closing, data.draw(SEEN))
    if isinstance(effect, ef.AskRepairer):
        return data.draw(ATTEMPTS)
    if isinstance(effect, ef.RollBack):
        return ev.AttemptRolledBack()
    return ev.VerificationFinished(data.draw(FINDINGS))


@settings(deadline=None)
@given(data=st.data(), budget=st.integers(1, 32), condition=CONDITIONS, phased=PHASES)
def test_a_loop_keeps_to_its_declaration(
    data: st.DataObject, budget: int, condition: Condition, phased: Phases | None
) -> None:
    """At most budget attempts and budget + 1 runs, no edit after the closing run, no drift."""
    declared = declaration(budget, condition, phases=phased)
    machine = Machine(declared)
    done: list[ef.Effect] = list(machine.send(ev.LoopStarted()))
    while machine.state is not State.FINISHED:
        done += machine.send(answer(data, done[-1]))
        assert machine.progress.declaration is declared
    runs = [effect for effect in done if isinstance(effect, ef.RunCommand)]
    asked = [effect for effect in done if isinstance(effect, ef.AskRepairer)]
    assert len(asked) <= budget
    assert len(runs) <= budget + 1
    checks = [effect for effect in done if isinstance(effect, ef.RunCheck)]
    repeats = [effect for effect in done if isinstance(effect, ef.RepeatCommand)]
    wholes = [effect for effect in done if isinstance(effect, ef.RunWhole)]
    judged = len([run for run in runs if run.part is Part.FULL]) + len(wholes)
    assert len(checks) <= (judged if condition.check else 0)
    assert len(repeats) <= (judged if condition.twice else 0)
    closing = [index for index, effect in enumerate(done) if effect in runs and effect.closing]
    assert len(closing) <= 1
    for index in closing:
        assert not any(isinstance(each, ef.AskRepairer) for each in done[index:])
    assert [run.iteration for run in runs if not run.closing] == list(
        range(1, len(runs) - len(closing) + 1)
    )


@settings(deadline=None)
@given(data=st.data(), budget=st.integers(1, 8), condition=CONDITIONS)
def test_a_loop_in_phases_keeps_to_its_protocol(
    data: st.DataObject, budget: int, condition: Condition
) -> None:
    """Full runs until the hand-over, then none but the last; lint alone before it and at the end.

    A final lint follows each run of build and test that passed, a final full run each final lint
    that passed, and the lint-only edits are set apart at most once, before build and test run.
    """
    machine = Machine(declaration(budget, condition, phases=phases()))
    done: list[ef.Effect] = list(machine.send(ev.LoopStarted()))
    while machine.state is not State.FINISHED:
        done += machine.send(answer(data, done[-1]))
    parts = [effect.part for effect in done if isinstance(effect, ef.RunCommand)]
    assert parts == sorted(parts, key=[Part.FULL, Part.REST].index)
    handed_over = next(
        (n for n, each in enumerate(done) if getattr(each, "part", None) is Part.REST), len(done)
    )
    before, after = done[:handed_over], done[handed_over:]
    assert sum(isinstance(each, ef.SetApart) for each in before) <= 1
    assert not any(isinstance(each, ef.SetApart) for each in after)
    assert not any(isinstance(each, ef.RunWhole) for each in before)
    for previous, effect in pairwise(after):
        if isinstance(effect, ef.RunLint):
            assert isinstance(previous, ef.RunCommand)
        if isinstance(effect, ef.RunWhole):
            assert isinstance(previous, ef.RunLint)
    finals = sum(isinstance(each, ef.RunLint | ef.RunWhole) for each in after)
    record = machine.record()
    stopped = record.outcome.ending in (Ending.INTERRUPTED, Ending.DEADLINE)
    assert finals - stopped <= record.verification_runs <= finals


@settings(deadline=None)
@given(data=st.data(), budget=st.integers(1, 8), condition=CONDITIONS, phased=PHASES)
def test_every_loop_ends_with_an_outcome_that_fits(
    data: st.DataObject, budget: int, condition: Condition, phased: Phases | None
) -> None:
    """Solved needs a last run that met the condition; an input error needs a baseline tree."""
    machine = Machine(declaration(budget, condition, phases=phased))
    effects = machine.send(ev.LoopStarted())
    while machine.state is not State.FINISHED:
        effects = machine.send(answer(data, effects[-1]))
    record = machine.record()
    assert isinstance(effects[-1], ef.Finish)
    last = record.last_run
    if record.outcome.status is Status.SOLVED:
        assert last is not None
        assert last.part is Part.FULL
        assert last.judgement.met
        assert (last.check is not None) == (condition.check is not None)
        assert (last.repeat is not None) == condition.twice
    if record.outcome.status is Status.INPUT_ERROR:
        assert not machine.progress.kept
