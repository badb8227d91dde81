"""The states of a repair loop and every transition between them, as data.

Nothing but this table changes the state. An event without a row here is illegal: it raises and
changes nothing. A handler in `machine` decides among the states its row names, and no other.

design/0008-loop.md shows it as a picture made from the table. A run goes through CHECKING where
the condition has a check command or wants the same result twice, the closing run through
CONFIRMING.

Rules for editors: an edit can only happen in REPAIRING, and no row leads from CLOSING, CONFIRMING
or VERIFYING back to it; a row that broke this would let a loop edit what it has just judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from patchsmith.replx import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping


class State(Enum):
    """Where a loop stands."""

    UNSTARTED = "unstarted"
    """Declared; nothing has run."""
    RUNNING = "running"
    """The command of an iteration is running."""
    CHECKING = "checking"
    """The check or the second execution that belongs to an iteration's run is running."""
    REPAIRING = "repairing"
    """A repairer is making the iteration's attempt."""
    RESTORING = "restoring"
    """An attempt is being rolled back."""
    CLOSING = "closing"
    """The closing run is running."""
    CONFIRMING = "confirming"
    """The check or the second execution that belongs to the closing run is running."""
    VERIFYING = "verifying"
    """The condition was met; the whole change is being checked."""
    FINISHED = "finished"
    """The outcome is fixed."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One row: who handles the event, and the states it may lead to."""

    handler: str
    """Name of the function in `machine`."""
    leads_to: frozenset[State]
    """States the handler chooses from."""


def _to(handler: str, *states: State) -> Transition:
    return Transition(handler, frozenset(states))


_S = State
_INTERRUPT = _to("stop", _S.FINISHED)
_STOP_ATTEMPT = _to("stop_attempt", _S.FINISHED)

TRANSITIONS: Mapping[State, Mapping[type[ev.Event], Transition]] = {
    _S.UNSTARTED: {
        ev.LoopStarted: _to("start", _S.RUNNING),
        ev.Interrupted: _INTERRUPT,
        ev.DeadlinePassed: _INTERRUPT,
    },
    _S.RUNNING: {
        ev.RunFinished: _to(
            "judge_iteration", _S.CHECKING, _S.VERIFYING, _S.REPAIRING, _S.FINISHED
        ),
        ev.Interrupted: _INTERRUPT,
        ev.DeadlinePassed: _INTERRUPT,
    },
    _S.CHECKING: {
        ev.CheckFinished: _to("judge_check", _S.CHECKING, _S.VERIFYING, _S.REPAIRING),
        ev.RunRepeated: _to("judge_repeat", _S.VERIFYING, _S.REPAIRING),
        ev.Interrupted: _INTERRUPT,
        ev.DeadlinePassed: _INTERRUPT,
    },
    _S.REPAIRING: {
        ev.AttemptMade: _to("keep_attempt", _S.RUNNING, _S.CLOSING),
        ev.AttemptRefused: _to("refuse_attempt", _S.RESTORING),
        ev.NothingChanged: _to("note_no_change", _S.RUNNING, _S.FINISHED),
        ev.RepairerFailed: _to("note_failure", _S.RESTORING),
        ev.Interrupted: _STOP_ATTEMPT,
        ev.DeadlinePassed: _STOP_ATTEMPT,
    },
    _S.RESTORING: {
        ev.AttemptRolledBack: _to("go_on", _S.RUNNING, _S.FINISHED),
        ev.Interrupted: _STOP_ATTEMPT,
        ev.DeadlinePassed: _STOP_ATTEMPT,
    },
    _S.CLOSING: {
        ev.RunFinished: _to("judge_closing", _S.CONFIRMING, _S.VERIFYING, _S.FINISHED),
        ev.Interrupted: _INTERRUPT,
        ev.DeadlinePassed: _INTERRUPT,
    },
    _S.CONFIRMING: {
        ev.CheckFinished: _to("confirm_check", _S.CONFIRMING, _S.VERIFYING, _S.FINISHED),
        ev.RunRepeated: _to("confirm_repeat", _S.VERIFYING, _S.FINISHED),
        ev.Interrupted: _INTERRUPT,
        ev.DeadlinePassed: _INTERRUPT,
    },
    _S.VERIFYING: {
        ev.VerificationFinished: _to("conclude", _S.FINISHED),
        ev.Interrupted: _INTERRUPT,
        ev.DeadlinePassed: _INTERRUPT,
    },
    _S.FINISHED: {},
}
