"""Rules for reading events and declarations back."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, get_args

import pytest

from loops import declaration
from patchsmith.errors import RequestError
from patchsmith.replx import codec
from patchsmith.replx import events as ev
from patchsmith.replx.codec import decoded, encoded, event_from_dict, event_to_dict
from patchsmith.replx.condition import Condition, ExitZero, OutputLine
from patchsmith.replx.declaration import Declaration
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.protected import Protection
from patchsmith.replx.target import Target


def named_in(kind: Any) -> set[type]:
    """Return the classes that the fields of a class name, at any depth."""
    found, todo = set(), [kind]
    while todo:
        each = todo.pop()
        todo += get_args(each)
        if isinstance(each, type) and each not in found and hasattr(each, "__annotations__"):
            found.add(each)
            if each.__module__.startswith("patchsmith.") and not issubclass(each, Enum):
                todo += codec._hints_of(each).values()
    return found


@pytest.mark.parametrize("kind", [*get_args(ev.Event), Declaration, Protection])
def test_whatever_an_event_names_can_be_read(kind: type) -> None:
    """An event that is added must not turn every run into one that can not be gone on with."""
    assert kind in named_in(kind)


RUN = event_to_dict(ev.RunFinished(1, False, RunSeen(1)))


@pytest.mark.parametrize("oracle", [ExitZero(), OutputLine("smoke: PASS")])
def test_a_declaration_comes_back_as_it_was(oracle: ExitZero | OutputLine) -> None:
    """Condition and budget above all: a loop that is gone on with has no others."""
    check = Target(("true",), "true", ("true",), ("a note",))
    declared = declaration(3, Condition(oracle, ("x+",), check, twice=True))
    assert decoded(Declaration, json.loads(json.dumps(encoded(declared)))) == declared


def test_sets_come_back_as_sets() -> None:
    """What is protected is a set of paths."""
    protection = Protection(frozenset({"b", "a"}), frozenset(), ("nested",), ("x/*",))
    stored = json.loads(json.dumps(encoded(protection)))
    assert stored["command_files"] == ["a", "b"]
    assert decoded(Protection, stored) == protection


def test_a_field_that_came_later_may_be_missing() -> None:
    """A run of an earlier version of this program can still be read."""
    stored = event_to_dict(ev.VerificationFinished(()))
    del stored["verified"]
    assert event_from_dict(stored) == ev.VerificationFinished(())


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"event": "Nonsense"},
        {"event": ["LoopStarted"]},
        {"event": "LoopStarted", "more": 1},
        {**RUN, "iteration": "1"},
        {**RUN, "iteration": True},
        {**RUN, "closing": 0},
        {**RUN, "seen": None},
        {**RUN, "seen": {}},
        {**RUN, "seen": {"exit_status": 1, "duration_s": float("inf")}},
        {**RUN, "seen": {"exit_status": 1, "duration_s": 10**400}},
        {**RUN, "seen": {"exit_status": 1, "reports": [{"runner": "x", "counts": 3}]}},
        {**RUN, "seen": {"exit_status": 1, "reports": "abc"}},
        {key: value for key, value in RUN.items() if key != "iteration"},
        {"event": "AttemptRefused", "account": {"text": "x"}, "changes": [], "findings": [{}]},
    ],
)
def test_what_is_no_event_is_refused(stored: dict[str, Any]) -> None:
    """By an error, whatever it is; nothing is converted or guessed."""
    with pytest.raises(RequestError) as caught:
        event_from_dict(stored)
    assert caught.value.code == "bad-request"


def test_a_union_needs_the_name_of_its_class() -> None:
    """Two classes with equal fields are told apart by it."""
    stored: Any = encoded(declaration(1))
    stored["condition"]["oracle"] = {}
    with pytest.raises(RequestError):
        decoded(Declaration, stored)
