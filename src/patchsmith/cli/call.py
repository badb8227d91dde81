"""The command `patchsmith call`: one tool call as JSON, for agents and scripts.

Standard input holds the arguments as one JSON object; standard output gets one JSON object on
one line, whatever happens: `{"ok": true, ...}` or `{"ok": false, "error": {"code", ...}}`. With
`--stdio` one process serves many calls, a JSON line each.
"""

from __future__ import annotations

import sys

from patchsmith.cli.exit_status import ExitStatus
from patchsmith.cli.options import UsageError, Words, read_words, say
from patchsmith.cli.outermost import described
from patchsmith.cli.output import answer, dumped, refusal
from patchsmith.errors import InternalError, PatchsmithError, RequestError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

USAGE = "Usage: patchsmith call [OPTIONS] TOOL < ARGUMENTS\n"
HELP = f"""\
{USAGE}
Carry out one tool call: the arguments as one JSON object on standard input, the result as one
JSON object on standard output. Exit status 0 when it was carried out, 1 when not.

Tools: apply_patch, edit, multi_edit, write_file

Options:
  --root DIR  the folder that may be touched (default: the current one)
  --dry-run   work the change out, write nothing
  --stdio     serve many calls, one {{"tool": NAME, "arguments": {{...}}}} on each line of
              standard input, one result on each line of standard output; an "id" comes back
  --help      show this text

Example:
  echo '{{"path": "app.py", "old_string": "x = 1", "new_string": "x = 2"}}' | patchsmith call edit
"""
_FLAGS = ("--dry-run", "--stdio", "--help")
_LINE_FIELDS = ("tool", "arguments", "id")


def run(words: list[str]) -> int:
    """Run the command on the words behind its name and return the exit status."""
    found = read_words("patchsmith call", words, flags=_FLAGS, valued=("--root",), usage=USAGE)
    if "--help" in found.flags:
        say(sys.stdout, HELP)
        return ExitStatus.DONE
    if "--stdio" in found.flags:
        if found.rest:
            raise UsageError(f"Error: with --stdio each line names its tool.\n{USAGE}")
        return _serve(found)
    if len(found.rest) != 1:
        raise UsageError(f"Error: patchsmith call takes one TOOL.\n{USAGE}")
    return _call_once(found.rest[0], found)


def _call_once(name: str, found: Words) -> int:
    from patchsmith.tools.table import tool_named

    try:
        tool_named(name)
    except RequestError as error:
        say(sys.stdout, dumped(refusal(error)))
        return ExitStatus.USAGE
    content = sys.stdin.buffer.read() if sys.stdin is not None else b""
    result, status = _answered(name, content, found)
    say(sys.stdout, dumped(result))
    return status


def _serve(found: Words) -> int:
    """Answer line by line until standard input ends; a bad line is answered like any other."""
    if sys.stdin is None:
        return ExitStatus.DONE
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        say(sys.stdout, dumped(_answered_line(line, found)))
    return ExitStatus.DONE


def _answered_line(line: bytes, found: Words) -> dict[str, Any]:
    try:
        request = parsed(line)
        unknown = [name for name in request if name not in _LINE_FIELDS]
        if unknown:
            raise _bad(f"{unknown[0]} is no field of a call; those are {', '.join(_LINE_FIELDS)}")
        for name in ("tool", "arguments"):
            if name not in request:
                raise _bad(f"{name} is missing")
    except RequestError as error:
        return refusal(error)
    result, _ = _answered(request["tool"], request["arguments"], found)
    return {"id": request["id"], **result} if "id" in request else result


def _answered(name: object, given: object, found: Words) -> tuple[dict[str, Any], int]:
    """Carry out one call and return its JSON object and the exit status.

    Args:
        name: The tool.
        given: Its arguments, or the bytes that hold them as JSON.
        found: The command's options.
    """
    from patchsmith.tools.table import tool_named

    dry_run = "--dry-run" in found.flags
    try:
        tool = tool_named(name)
        arguments = parsed(given) if isinstance(given, bytes) else given
        result = tool.handler(arguments, found.values.get("--root", "."), dry_run)
    except PatchsmithError as error:
        return refusal(error), _status(error)
    except Exception as error:  # noqa: BLE001 - the caller gets an object, not a traceback
        return refusal(InternalError("internal", described(error))), ExitStatus.OUR_FAULT
    return answer(result, dry_run=dry_run), ExitStatus.DONE


def _status(error: PatchsmithError) -> int:
    """Return 1 for every refusal, whose code is in the object; 3 for a fault of ours."""
    return ExitStatus.OUR_FAULT if isinstance(error, InternalError) else ExitStatus.JUDGED_NO


def parsed(content: bytes) -> dict[str, Any]:
    """Return the JSON object that bytes hold.

    Raises:
        RequestError: `bad-request` when they hold anything else, or a name twice.
    """
    from json import loads

    try:
        value = loads(
            content, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite
        )
    except RecursionError:
        raise _bad("the JSON is nested too deeply") from None
    except ValueError as error:  # bad UTF-8, bad JSON and numbers beyond all bounds
        raise _bad(f"standard input is not one JSON object: {error}") from None
    if not isinstance(value, dict):
        raise _bad("standard input must hold one JSON object")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _bad(f"the field {twice!r} occurs twice")
    return value


def _no_number(text: str) -> float:
    raise _bad(f"{text} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    return value if value - value == 0 else _no_number(text)


def _bad(message: str) -> RequestError:
    return RequestError("bad-request", message)
