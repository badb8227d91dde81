"""Checking a call's arguments against the tool's own JSON schema.

What the schema does not name is refused, never ignored: an argument that a tool does not know
would have changed what the caller wanted (`occurrence: 2`). Values are never converted, because
the text "false" is true in too many languages.

Only the part of JSON Schema that the tool table uses is understood: objects with properties,
required and additionalProperties false; arrays with items and minItems; strings; booleans.
"""

from __future__ import annotations

from patchsmith.errors import RequestError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Schema = Mapping[str, Any]

_TYPES: dict[str, tuple[type, str]] = {
    "object": (dict, "an object"),
    "array": (list, "a list"),
    "string": (str, "text"),
    "boolean": (bool, "true or false"),
}


def checked(tool: str, schema: Schema, arguments: object) -> dict[str, Any]:
    """Return a call's arguments, exactly as they were sent, once they fit the schema.

    Args:
        tool: Name of the tool, for errors.
        schema: JSON schema of its arguments.
        arguments: What the caller sent.

    Raises:
        RequestError: `bad-request`, naming the field.
    """
    if not isinstance(arguments, dict):
        raise RequestError(
            "bad-request", f"the arguments of {tool} must be an object, not {_kind(arguments)}"
        )
    _check_object(tool, "", schema, arguments)
    return arguments


def _check(tool: str, field: str, schema: Schema, value: object) -> None:
    wanted, words = _TYPES[schema["type"]]
    if not isinstance(value, wanted):
        raise RequestError("bad-request", f"{tool}: {field} must be {words}, not {_kind(value)}")
    if isinstance(value, dict):
        _check_object(tool, f"{field}.", schema, value)
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            raise RequestError("bad-request", f"{tool}: {field} is empty; give at least one")
        for index, item in enumerate(value):
            _check(tool, f"{field}[{index}]", schema["items"], item)


def _check_object(tool: str, prefix: str, schema: Schema, value: dict[str, object]) -> None:
    known = schema["properties"]
    for name in value:
        if name not in known:
            raise RequestError(
                "bad-request",
                f"{tool}: {prefix}{name} is no field of it",
                hint=f"Its fields are {', '.join(known)}.",
            )
    for name in schema["required"]:
        if name not in value:
            raise RequestError("bad-request", f"{tool}: {prefix}{name} is missing")
    for name, item in value.items():
        _check(tool, f"{prefix}{name}", known[name], item)


def _kind(value: object) -> str:
    """Return what a JSON value is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    for kind, words in _TYPES.values():
        if isinstance(value, kind):
            return words
    return "something else"
