"""Rules of the transition table."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from typing import NamedTuple

import pytest

from loops import (
    ACCOUNT,
    CHANGES,
    CHECKPOINT,
    FAILED,
    FINDING,
    LINT_FAILED,
    PASSED,
    TEST_FAILED,
    declaration,
    driven,
    made,
    phases,
)
from patchsmith.errors import InternalError
from patchsmith.replx import events as ev
from patchsmith.replx import machine as machine_module
from patchsmith.replx.condition import Condition
from patchsmith.replx.machine import Machine
from patchsmith.replx.states import TRANSITIONS, State
from patchsmith.replx.target import Target

RUN_1 = ev.RunFinished(1, False, FAILED)
CHECKED = Condition(check=Target(("true",), "true", ("true",)))
TWICE = Condition(twice=True)
ALONE = Condition()


class Situation(NamedTuple):
    """A state and one way to come to it."""

    state: State
    condition: Condition
    events: tuple[ev.Event, ...]
    phased: bool = False


RUN_PASSED = ev.RunFinished(1, False, PASSED)
CLOSING = (ev.LoopStarted(), RUN_1, made("a"))
HANDED_OVER = (ev.LoopStarted(), ev.RunFinished(1, False, TEST_FAILED))
PARTED = (
    ev.LoopStarted(),
    ev.RunFinished(1, False, LINT_FAILED),
    made("a"),
    ev.RunFinished(2, False, TEST_FAILED),
)
LINTING = (*HANDED_OVER, ev.NothingChanged(ACCOUNT), ev.RunFinished(2, False, PASSED))
REJUDGING = (*LINTING, ev.LintFinished(2, False, PASSED))
LAST_LINTING = (
    *HANDED_OVER,
    ev.NothingChanged(ACCOUNT),
    ev.RunFinished(2, False, FAILED),
    made("a"),
    ev.RunFinished(2, True, PASSED),
)
LAST_REJUDGING = (*LAST_LINTING, ev.LintFinished(2, True, PASSED))
CLOSING_CHECKED = (ev.LoopStarted(), RUN_1, ev.CheckFinished(1, False, FAILED), made("a"))
SITUATIONS: dict[str, Situation] = {
    "unstarted": Situation(State.UNSTARTED, ALONE, ()),
    "running": Situation(State.RUNNING, ALONE, (ev.LoopStarted(),)),
    "checking": Situation(State.CHECKING, CHECKED, (ev.LoopStarted(), RUN_1)),
    "repeating": Situation(State.CHECKING, TWICE, (ev.LoopStarted(), RUN_PASSED)),
    "probing": Situation(State.PROBING, ALONE, (ev.LoopStarted(), RUN_1), True),
    "parting": Situation(State.PARTING, ALONE, PARTED, True),
    "linting": Situation(State.LINTING, ALONE, LINTING, True),
    "rejudging": Situation(State.REJUDGING, ALONE, REJUDGING, True),
    "last linting": Situation(State.LAST_LINTING, ALONE, LAST_LINTING, True),
    "last rejudging": Situation(State.LAST_REJUDGING, ALONE, LAST_REJUDGING, True),
    "repairing": Situation(State.REPAIRING, ALONE, (ev.LoopStarted(), RUN_1)),
    "restoring": Situation(
        State.RESTORING,
        ALONE,
        (ev.LoopStarted(), RUN_1, ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,))),
    ),
    "closing": Situation(State.CLOSING, ALONE, CLOSING),
    "confirming": Situation(
        State.CONFIRMING, CHECKED, (*CLOSING_CHECKED, ev.RunFinished(1, True, PASSED))
    ),
    "confirming again": Situation(
        State.CONFIRMING, TWICE, (*CLOSING, ev.RunFinished(1, True, PASSED))
    ),
    "verifying": Situation(State.VERIFYING, ALONE, (ev.LoopStarted(), RUN_PASSED)),
    "finished": Situation(State.FINISHED, ALONE, (ev.Interrupted("SIGINT"),)),
}
EVENTS: tuple[ev.Event, ...] = (
    ev.LoopStarted(),
    RUN_1,
    ev.RunFinished(1, True, FAILED),
    *(
        answer(number, last, PASSED)
        for answer in (ev.LintFinished, ev.WholeFinished)
        for number in (1, 2)
        for last in (False, True)
    ),
    CHECKPOINT,
    ev.CheckFinished(1, False, PASSED),
    ev.CheckFinished(1, True, PASSED),
    ev.RunRepeated(1, False, PASSED),
    ev.RunRepeated(1, True, FAILED),
    made("b"),
    ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,)),
    ev.NothingChanged(ACCOUNT),
    ev.RepairerFailed("no such program"),
    ev.AttemptRolledBack(),
    ev.VerificationFinished(()),
    ev.Interrupted("SIGINT"),
    ev.DeadlinePassed(9.5),
)


def machine_in(situation: Situation) -> Machine:
    """Return a machine that has come to a situation: of budget 1, in phases of budget 2."""
    declared = (
        declaration(2, situation.condition, phases=phases())
        if situation.phased
        else declaration(1, situation.condition)
    )
    machine = driven(Machine(declared), *situation.events)
    assert machine.state is situation.state
    return machine


def accepts(situation: Situation, event: ev.Event) -> bool:
    """Return whether the event is legal: it has a row, and it was asked for."""
    if type(event) not in TRANSITIONS[situation.state]:
        return False
    if isinstance(event, ev.CheckFinished) and situation.condition is not CHECKED:
        return False
    if isinstance(event, ev.RunRepeated) and situation.condition is not TWICE:
        return False
    last = situation.state in (State.CLOSING, State.CONFIRMING)
    if isinstance(event, ev.RunFinished | ev.CheckFinished | ev.RunRepeated):
        return event.closing is last
    if isinstance(event, ev.LintFinished | ev.WholeFinished):
        after = situation.state in (State.LAST_LINTING, State.LAST_REJUDGING)
        number = 1 if situation.state is State.PROBING else 2
        return (event.iteration, event.closing) == (number, after)
    return True


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS.keys())
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_in_every_state(situation: Situation, event: ev.Event) -> None:
    """An event leads where its row says; one without a row raises and changes nothing."""
    machine = machine_in(situation)
    before = machine.progress
    if accepts(situation, event):
        effects = machine.send(event)
        assert effects
        assert machine.state in TRANSITIONS[situation.state][type(event)].leads_to
    else:
        with pytest.raises(InternalError):
            machine.send(event)
        assert machine.state is situation.state
        assert machine.progress is before


def test_every_row_is_walked() -> None:
    """Each state's every event is legal in one of the situations above."""
    walked = {
        (situation.state, type(event))
        for situation in SITUATIONS.values()
        for event in EVENTS
        if accepts(situation, event)
    }
    assert walked == {(state, event) for state, row in TRANSITIONS.items() for event in row}


def test_every_state_has_a_row() -> None:
    """The table names every state; only the last one takes no event."""
    assert set(TRANSITIONS) == set(State)
    assert [state for state, row in TRANSITIONS.items() if not row] == [State.FINISHED]


def test_every_event_is_sent_in_this_test() -> None:
    """The walk above leaves no kind of event out."""
    assert {type(event) for event in EVENTS} == set(ev.Event.__args__)


def test_no_row_leads_from_judging_back_to_repairing() -> None:
    """After the closing run, or while a success is verified, nothing can be edited."""
    editing = {State.RUNNING, State.CHECKING, State.REPAIRING, State.RESTORING, State.PROBING}
    editing |= {State.PARTING, State.LINTING, State.REJUDGING}
    judging = (State.CLOSING, State.CONFIRMING, State.LAST_LINTING, State.LAST_REJUDGING)
    for state in (*judging, State.VERIFYING, State.FINISHED):
        for row in TRANSITIONS[state].values():
            assert not row.leads_to & editing


def test_only_send_changes_the_state() -> None:
    """No other place in the machine assigns it."""
    source = Path(machine_module.__file__).read_text(encoding="utf-8")
    places = [
        function.name
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and node.attr == "_state"
        if isinstance(node.ctx, ast.Store)
    ]
    assert sorted(places) == ["__init__", "send"]


def test_the_picture_is_the_table() -> None:
    """design/0008-loop.md shows what scripts/draw_states.py draws from the table."""
    found = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "draw_states.py"))
    page = found["PAGE"].read_text(encoding="utf-8")
    assert found["BEGIN"] in page
    assert found["page_with"](page) == page, "run scripts/draw_states.py"
