"""The states of a repair loop and every transition between them, as data.

Nothing but this table changes the state. An event without a row here is illegal: it raises and
changes nothing. A handler decides among the states its row names, and no other.

design/0008-loop.md shows it as a picture made from the table. A run goes through CHECKING where
the condition has a check command or wants the same result twice, the closing run through
CONFIRMING. PROBING, PARTING, LINTING and REJUDGING exist in phases alone (design/0012-phases.md);
after the closing run the last two are LAST_LINTING and LAST_REJUDGING.

Rules for editors: an edit can only happen in REPAIRING, and no row leads from CLOSING, CONFIRMING,
VERIFYING or a LAST_ state back to it; a row that broke this would let a loop edit what it has just
judged.
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
    PROBING = "probing"
    """Lint alone is running, because a failing full run did not tell whether lint was clean."""
    PARTING = "parting"
    """Lint was clean: the lint-only edits are being set apart."""
    LINTING = "linting"
    """Build and test passed; lint is running once more."""
    REJUDGING = "rejudging"
    """Lint is clean as well; the full command is running, to judge the condition."""
    REPAIRING = "repairing"
    """A repairer is making the iteration's attempt."""
    RESTORING = "restoring"
    """An attempt is being rolled back."""
    CLOSING = "closing"
    """The closing run is running."""
    CONFIRMING = "confirming"
    """The check or the second execution that belongs to the closing run is running."""
    LAST_LINTING = "last linting"
    """Build and test passed in the closing run; lint is running once more."""
    LAST_REJUDGING = "last rejudging"
    """Lint is clean as well; the full command is running, to judge the condition."""
    VERIFYING = "verifying"
    """The condition was met; the whole change is being checked."""
    FINISHED = "finished"
    """The outcome is fixed."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One row: who handles the event, and the states it may lead to."""

    handler: str
    """Name of the function in `machine`, `runs`, `handover` or `attempts`."""
    leads_to: frozenset[State]
    """States the handler chooses from."""


def _to(handler: str, *states: State) -> Transition:
    return Transition(handler, frozenset(states))


_S = State
_STOPS = dict.fromkeys((ev.Interrupted, ev.DeadlinePassed), _to("stop", _S.FINISHED))
_STOP_ATTEMPT = dict.fromkeys(_STOPS, _to("stop_attempt", _S.FINISHED))
_JUDGED = (_S.PROBING, _S.PARTING, _S.VERIFYING, _S.REPAIRING)

TRANSITIONS: Mapping[State, Mapping[type[ev.Event], Transition]] = {
    _S.UNSTARTED: {
        ev.LoopStarted: _to("start", _S.RUNNING),
        **_STOPS,
    },
    _S.RUNNING: {
        ev.RunFinished: _to("judge_iteration", *_JUDGED, _S.CHECKING, _S.LINTING, _S.FINISHED),
        **_STOPS,
    },
    _S.CHECKING: {
        ev.CheckFinished: _to("judge_check", *_JUDGED, _S.CHECKING),
        ev.RunRepeated: _to("judge_repeat", *_JUDGED),
        **_STOPS,
    },
    _S.PROBING: {
        ev.LintFinished: _to("judge_probe", _S.PARTING, _S.REPAIRING),
        **_STOPS,
    },
    _S.PARTING: {
        ev.CheckpointMade: _to("hand_over", _S.REPAIRING),
        **_STOPS,
    },
    _S.LINTING: {
        ev.LintFinished: _to("judge_lint", _S.REJUDGING, _S.REPAIRING),
        **_STOPS,
    },
    _S.REJUDGING: {
        ev.WholeFinished: _to("judge_whole", _S.CHECKING, _S.VERIFYING, _S.REPAIRING, _S.FINISHED),
        **_STOPS,
    },
    _S.REPAIRING: {
        ev.AttemptMade: _to("keep_attempt", _S.RUNNING, _S.CLOSING),
        ev.AttemptRefused: _to("refuse_attempt", _S.RESTORING),
        ev.NothingChanged: _to("note_no_change", _S.RUNNING, _S.FINISHED),
        ev.RepairerFailed: _to("note_failure", _S.RESTORING),
        **_STOP_ATTEMPT,
    },
    _S.RESTORING: {
        ev.AttemptRolledBack: _to("go_on", _S.RUNNING, _S.FINISHED),
        **_STOP_ATTEMPT,
    },
    _S.CLOSING: {
        ev.RunFinished: _to(
            "judge_closing", _S.CONFIRMING, _S.LAST_LINTING, _S.VERIFYING, _S.FINISHED
        ),
        **_STOPS,
    },
    _S.CONFIRMING: {
        ev.CheckFinished: _to("confirm_check", _S.CONFIRMING, _S.VERIFYING, _S.FINISHED),
        ev.RunRepeated: _to("confirm_repeat", _S.VERIFYING, _S.FINISHED),
        **_STOPS,
    },
    _S.LAST_LINTING: {
        ev.LintFinished: _to("confirm_lint", _S.LAST_REJUDGING, _S.FINISHED),
        **_STOPS,
    },
    _S.LAST_REJUDGING: {
        ev.WholeFinished: _to("confirm_whole", _S.CONFIRMING, _S.VERIFYING, _S.FINISHED),
        **_STOPS,
    },
    _S.VERIFYING: {
        ev.VerificationFinished: _to("conclude", _S.FINISHED),
        **_STOPS,
    },
    _S.FINISHED: {},
}
