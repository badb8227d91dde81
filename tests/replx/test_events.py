"""Rules for events."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, asdict

import pytest

from loops import ACCOUNT, CHANGES, FINDING, LYING
from patchsmith.replx import events as ev

EVENTS: tuple[ev.Event, ...] = (
    ev.LoopStarted(),
    ev.RunFinished(1, False, LYING),
    ev.CheckFinished(1, False, LYING),
    ev.RunRepeated(1, True, LYING),
    ev.AttemptMade(ACCOUNT, CHANGES, "a"),
    ev.AttemptRefused(ACCOUNT, CHANGES, (FINDING,)),
    ev.NothingChanged(ACCOUNT),
    ev.RepairerFailed("x"),
    ev.AttemptRolledBack(),
    ev.VerificationFinished((FINDING,)),
    ev.Interrupted("SIGINT"),
    ev.DeadlinePassed(9.5),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_every_event_can_be_written_down(event: ev.Event) -> None:
    """The run folder keeps events as JSON, one per line."""
    assert "\n" not in json.dumps(asdict(event))


def test_what_has_happened_can_not_be_changed() -> None:
    """Events are immutable and compare by what they say."""
    assert ev.Interrupted("SIGINT") == ev.Interrupted("SIGINT")
    with pytest.raises(FrozenInstanceError):
        ev.Interrupted("SIGINT").by = "SIGTERM"  # type: ignore[misc]
