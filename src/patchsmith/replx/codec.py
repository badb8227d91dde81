"""Events and declarations as plain JSON values, and back: what a cut-off loop is read from.

Decides the stored form from the classes themselves: an object with every field by its name, a
union of classes with the name of the class as `is`. Reading is strict: a value that is no such
event is refused, however it came about, and nothing in it is guessed; only a field that was added
later and has a default may be missing.

Rules for editors: a new event needs no code here, but the classes its fields name have to be in
`_NAMES`. A field that changes its meaning or goes needs a new version of the run folder.
"""

from __future__ import annotations

import math
import typing
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from patchsmith import findings
from patchsmith.errors import RequestError, one_line
from patchsmith.replx import (
    condition,
    declaration,
    events,
    lying,
    observation,
    phase_runs,
    phases,
    protected,
    record,
    run_record,
    target,
)
from patchsmith.testreports import model

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = TypeVar("Value")
Kind = Any
"""What an annotation can be: a class, a union, a tuple or set of something."""

_MODULES = (
    condition, declaration, events, findings, lying, model, observation, phase_runs, phases,
    protected, record, run_record,
)  # fmt: skip
_NAMES: dict[str, Any] = {
    name: each
    for module in (*_MODULES, target)
    for name, each in vars(module).items()
    if isinstance(each, type)
}
_EVENTS = {kind.__name__: kind for kind in typing.get_args(events.Event)}
_SHOWN_CHARS = 60
_hints: dict[type, dict[str, Any]] = {}


def event_to_dict(event: events.Event) -> dict[str, object]:
    """Return an event as JSON holds it, the name of its class as `event`."""
    name = type(event).__name__
    return {"event": name, **cast("dict[str, object]", _encoded(_EVENTS[name], event))}


def event_from_dict(stored: Mapping[str, object]) -> events.Event:
    """Return the event that a value of JSON stands for.

    Raises:
        RequestError: `bad-request`, it is no event.
    """
    name = stored.get("event")
    kind = _EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise _refused("an event", name)
    return cast("events.Event", decoded(kind, {k: v for k, v in stored.items() if k != "event"}))


def encoded(value: object) -> object:
    """Return a dataclass value of the loop, such as a declaration, as JSON holds it."""
    return _encoded(type(value), value)


def decoded(kind: type[Value], stored: object) -> Value:
    """Return the value of a class that a value of JSON stands for.

    Raises:
        RequestError: `bad-request`, it is none.
    """
    return cast("Value", _decoded(kind, stored))


def _hints_of(kind: type) -> dict[str, Any]:
    if kind not in _hints:
        _hints[kind] = typing.get_type_hints(kind, localns=_NAMES)
    return _hints[kind]


def _choices(kind: Kind) -> tuple[Any, ...]:
    """Return the members of a union; nothing for another type."""
    origin: Kind = typing.get_origin(kind)
    return typing.get_args(kind) if origin in (typing.Union, UnionType) else ()


def _is_tuple(kind: Kind) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


# --- to JSON ---


def _encoded(kind: Kind, value: object) -> object:
    choices = [each for each in _choices(kind) if each is not NoneType]
    if choices:
        if value is None:
            return None
        chosen = next((each for each in choices if each is type(value)), choices[0])
        found = _encoded(chosen, value)
        is_tagged = len(choices) > 1 and is_dataclass(chosen)
        return {"is": chosen.__name__, **cast("dict[str, object]", found)} if is_tagged else found
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(kind):
        hints = _hints_of(cast("type", kind))
        return {each.name: _encoded(hints[each.name], getattr(value, each.name))
                for each in fields(kind)}  # fmt: skip
    if _is_tuple(kind):
        hints = _hints_of(kind)
        return [_encoded(hints[name], getattr(value, name)) for name in kind._fields]
    origin: Kind = typing.get_origin(kind)
    if origin in (tuple, frozenset):
        inner = typing.get_args(kind)[0]
        items = sorted(cast("Any", value)) if isinstance(value, frozenset) else value
        return [_encoded(inner, each) for each in cast("tuple[object, ...]", items)]
    return value


# --- from JSON ---


def _decoded(kind: Kind, stored: object) -> object:
    choices = _choices(kind)
    if choices:
        return _decoded_choice(choices, stored)
    if is_dataclass(kind):
        return _decoded_fields(cast("type", kind), stored)
    if _is_tuple(kind):
        names = kind._fields
        if not isinstance(stored, list) or len(stored) != len(names):
            raise _refused(kind.__name__, stored)
        hints = _hints_of(kind)
        pairs = zip(names, stored, strict=True)
        return kind(*(_decoded(hints[name], each) for name, each in pairs))
    origin: Kind = typing.get_origin(kind)
    if origin in (tuple, frozenset):
        if not isinstance(stored, list):
            raise _refused("a list", stored)
        inner = typing.get_args(kind)[0]
        return origin(_decoded(inner, each) for each in stored)
    return _decoded_plain(kind, stored)


def _decoded_choice(choices: tuple[Any, ...], stored: object) -> object:
    if stored is None and NoneType in choices:
        return None
    left = [each for each in choices if each is not NoneType]
    if len(left) == 1:
        return _decoded(left[0], stored)
    if isinstance(stored, dict):
        for each in left:
            if each.__name__ == stored.get("is"):
                return _decoded(each, {k: v for k, v in stored.items() if k != "is"})
    raise _refused(" or ".join(each.__name__ for each in left), stored)


def _decoded_fields(kind: type, stored: object) -> object:
    if not isinstance(stored, dict):
        raise _refused(kind.__name__, stored)
    hints, found = _hints_of(kind), {}
    for each in fields(kind):
        if each.name in stored:
            found[each.name] = _decoded(hints[each.name], stored[each.name])
        elif each.default is MISSING and each.default_factory is MISSING:
            raise _refused(f"{kind.__name__} with its {each.name}", stored)
    unknown = stored.keys() - hints.keys()
    if unknown:
        raise _refused(f"{kind.__name__}, which has no field {min(map(str, unknown))!r}", stored)
    return kind(**found)


def _decoded_plain(kind: Kind, stored: object) -> object:
    if kind is float and type(stored) in (int, float) and _is_finite(cast("float", stored)):
        return stored
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(stored, str):
        if stored in [member.value for member in kind]:
            return kind(stored)
    elif kind in (str, int, bool) and type(stored) is kind:
        return stored
    raise _refused(getattr(kind, "__name__", str(kind)), stored)


def _is_finite(number: float) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number beyond every float
        return False


def _refused(what: str, stored: object) -> RequestError:
    shown = one_line(repr(stored)[:_SHOWN_CHARS])
    return RequestError("bad-request", f"what is stored is not {what}: {shown}")
