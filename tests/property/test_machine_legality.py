"""Law: whatever legal events come, the loop stays within what was declared."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from loops import ACCOUNT, CHANGES, FAILED, FINDING, LYING, PASSED, declaration, made
from patchsmith.replx import effects as ef
from patchsmith.replx import events as ev
from patchsmith.replx.condition import Condition, ExitZero, OutputLine
from patchsmith.replx.machine import Machine
from patchsmith.replx.record import Status
from patchsmith.replx.states import State
from patchsmith.replx.target import Target

SEEN = st.sampled_from([FAILED, FAILED, FAILED, PASSED, LYING])
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
@given(data=st.data(), budget=st.integers(1, 32), condition=CONDITIONS)
def test_a_loop_keeps_to_its_declaration(
    data: st.DataObject, budget: int, condition: Condition
) -> None:
    """At most budget attempts and budget + 1 runs, no edit after the closing run, no drift."""
    declared = declaration(budget, condition)
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
    assert len(checks) <= (len(runs) if condition.check else 0)
    assert len(repeats) <= (len(runs) if condition.twice else 0)
    closing = [index for index, effect in enumerate(done) if effect in runs and effect.closing]
    assert len(closing) <= 1
    for index in closing:
        assert not any(isinstance(each, ef.AskRepairer) for each in done[index:])
    assert [run.iteration for run in runs if not run.closing] == list(
        range(1, len(runs) - len(closing) + 1)
    )


@settings(deadline=None)
@given(data=st.data(), budget=st.integers(1, 8), condition=CONDITIONS)
def test_every_loop_ends_with_an_outcome_that_fits(
    data: st.DataObject, budget: int, condition: Condition
) -> None:
    """Solved needs a last run that met the condition; an input error needs a baseline tree."""
    machine = Machine(declaration(budget, condition))
    effects = machine.send(ev.LoopStarted())
    while machine.state is not State.FINISHED:
        effects = machine.send(answer(data, effects[-1]))
    record = machine.record()
    assert isinstance(effects[-1], ef.Finish)
    last = record.last_run
    if record.outcome.status is Status.SOLVED:
        assert last is not None
        assert last.judgement.met
        assert (last.check is not None) == (condition.check is not None)
        assert (last.repeat is not None) == condition.twice
    if record.outcome.status is Status.INPUT_ERROR:
        assert not machine.progress.kept
