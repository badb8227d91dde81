"""Law: every event can be written as a line of JSON and read back, equal."""

from __future__ import annotations

import json
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from patchsmith.errors import PatchsmithError
from patchsmith.findings import Finding, Severity
from patchsmith.replx import events as ev
from patchsmith.replx.codec import event_from_dict, event_to_dict
from patchsmith.replx.lying import Lie
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.record import Account, Check, FileLines
from patchsmith.testreports import model

TEXTS = st.text(st.characters(), max_size=20)  # lone surrogates too: file names hold them
NUMBERS = st.integers(0, 99)
SECONDS = st.floats(0, 1e6)
REPORTS = st.builds(
    model.Report,
    runner=TEXTS,
    counts=st.builds(model.Counts, passed=NUMBERS, failed=NUMBERS),
    results=st.lists(
        st.builds(model.TestResult, TEXTS, st.sampled_from(model.TestStatus)), max_size=3
    ).map(tuple),
    line=TEXTS,
)
SEEN = st.builds(
    RunSeen,
    exit_status=st.none() | NUMBERS,
    timed_out=st.booleans(),
    duration_s=SECONDS,
    matched=st.none() | TEXTS,
    lie=st.none() | st.builds(Lie, TEXTS, TEXTS, st.booleans()),
    reports=st.lists(REPORTS, max_size=2).map(tuple),
)
ACCOUNTS = st.builds(Account, TEXTS, st.lists(TEXTS, max_size=2).map(tuple), st.none() | TEXTS)
CHANGES = st.lists(
    st.builds(FileLines, TEXTS, TEXTS, NUMBERS, NUMBERS, st.booleans(), TEXTS), max_size=3
).map(tuple)
FINDINGS = st.lists(
    st.builds(Finding, TEXTS, st.sampled_from(Severity), TEXTS, TEXTS, st.none() | NUMBERS),
    max_size=2,
).map(tuple)
CHECKS = st.lists(st.sampled_from(Check), max_size=2).map(tuple)
EVENTS = st.one_of(
    st.just(ev.LoopStarted()),
    st.builds(ev.RunFinished, NUMBERS, st.booleans(), SEEN),
    st.builds(ev.CheckFinished, NUMBERS, st.booleans(), SEEN),
    st.builds(ev.RunRepeated, NUMBERS, st.booleans(), SEEN),
    st.builds(ev.AttemptMade, ACCOUNTS, CHANGES, TEXTS),
    st.builds(ev.AttemptRefused, ACCOUNTS, CHANGES, FINDINGS),
    st.builds(ev.NothingChanged, ACCOUNTS),
    st.builds(ev.RepairerFailed, TEXTS),
    st.just(ev.AttemptRolledBack()),
    st.builds(ev.VerificationFinished, FINDINGS, CHECKS, CHECKS),
    st.builds(ev.Interrupted, TEXTS),
    st.builds(ev.DeadlinePassed, SECONDS),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=10,
)


@given(EVENTS)
def test_an_event_comes_back_as_it_was(event: ev.Event) -> None:
    """Through a line of ASCII, as the run folder stores it."""
    line = json.dumps(event_to_dict(event))
    assert line.isascii()
    assert event_from_dict(json.loads(line)) == event


@settings(max_examples=300)
@given(st.data())
def test_whatever_is_stored_is_an_event_or_refused(data: st.DataObject) -> None:
    """One part of a sound event is replaced by anything; nothing but our own error comes of it."""
    stored: Any = json.loads(json.dumps(event_to_dict(data.draw(EVENTS))))
    place, key = stored, data.draw(st.sampled_from(sorted(stored)))
    while isinstance(place[key], dict) and place[key] and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place)))
    place[key] = data.draw(JSON)
    try:
        event = event_from_dict(stored)
    except PatchsmithError:
        return
    assert type(event) in get_args(ev.Event)
