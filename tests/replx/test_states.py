"""Rules of the transition table."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from loops import ACCOUNT, CHANGES, FAILED, FINDING, PASSED, declaration, driven, made
from patchsmith.errors import InternalError
from patchsmith.replx import events as ev
from patchsmith.replx import machine as machine_module
from patchsmith.replx.machine import Machine
from patchsmith.replx.states import TRANSITIONS, State

RUN_1 = ev.RunFinished(1, False, FAILED)
PATHS: dict[State, tuple[ev.Event, ...]] = {
    State.UNSTARTED: (),
    State.RUNNING: (ev.LoopStarted(),),
    State.REPAIRING: (ev.LoopStarted(), RUN_1),
    State.RESTORING: (ev.LoopStarted(), RUN_1, ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,))),
    State.CLOSING: (ev.LoopStarted(), RUN_1, made("a")),
    State.VERIFYING: (ev.LoopStarted(), ev.RunFinished(1, False, PASSED)),
    State.FINISHED: (ev.Interrupted("SIGINT"),),
}
EVENTS: tuple[ev.Event, ...] = (
    ev.LoopStarted(),
    RUN_1,
    ev.RunFinished(1, True, FAILED),
    made("b"),
    ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,)),
    ev.NothingChanged(ACCOUNT),
    ev.RepairerFailed("no such program"),
    ev.AttemptRolledBack(),
    ev.VerificationFinished(()),
    ev.Interrupted("SIGINT"),
)


def machine_in(state: State) -> Machine:
    """Return a machine of budget 1 that has come to a state."""
    machine = driven(Machine(declaration(budget=1)), *PATHS[state])
    assert machine.state is state
    return machine


def accepts(state: State, event: ev.Event) -> bool:
    """Return whether the event is legal, the run's number and kind included."""
    if type(event) not in TRANSITIONS[state]:
        return False
    return not isinstance(event, ev.RunFinished) or event.closing is (state is State.CLOSING)


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_in_every_state(state: State, event: ev.Event) -> None:
    """An event leads where its row says; one without a row raises and changes nothing."""
    machine = machine_in(state)
    before = machine.progress
    if accepts(state, event):
        effects = machine.send(event)
        assert effects
        assert machine.state in TRANSITIONS[state][type(event)].leads_to
    else:
        with pytest.raises(InternalError):
            machine.send(event)
        assert machine.state is state
        assert machine.progress is before


def test_every_state_has_a_row() -> None:
    """The table names every state; only the last one takes no event."""
    assert set(TRANSITIONS) == set(State)
    assert [state for state, row in TRANSITIONS.items() if not row] == [State.FINISHED]


def test_every_event_is_sent_in_this_test() -> None:
    """The walk above leaves no kind of event out."""
    assert {type(event) for event in EVENTS} == set(ev.Event.__args__)


def test_no_row_leads_from_judging_back_to_repairing() -> None:
    """After the closing run, or while a success is verified, nothing can be edited."""
    for state in (State.CLOSING, State.VERIFYING, State.FINISHED):
        for row in TRANSITIONS[state].values():
            assert not row.leads_to & {State.REPAIRING, State.RESTORING, State.RUNNING}


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
