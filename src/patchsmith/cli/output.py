"""What the editing commands print: a line for people, or one JSON object."""

from __future__ import annotations

import os
import sys

from patchsmith.cli.apply_patch import rendered
from patchsmith.cli.options import say
from patchsmith.errors import PatchsmithError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Protocol, TypeVar

    from patchsmith.changes.change_set import ChangeSet

    class Outcome(Protocol):
        """What the tools return."""

        @property
        def change_set(self) -> ChangeSet:
            """What was changed, or would be."""

        def to_dict(self) -> dict[str, object]:
            """Return the result as agents get it."""

    O = TypeVar("O", bound=Outcome)  # noqa: E741 - the only type here

_COLOURS = {"+": "\033[32m", "-": "\033[31m", "@": "\033[36m"}
_PLAIN = "\033[0m"


def report(
    carry_out: Callable[[], O], in_words: Callable[[O], str], *, as_json: bool, dry_run: bool
) -> int:
    """Carry out an edit, print what came of it, and return the exit status.

    Args:
        carry_out: Calls the tool.
        in_words: Turns its result into text for people, each line ended.
        as_json: Whether to print one JSON object, errors included, in place of text.
        dry_run: Whether nothing was written; people then get the diff.
    """
    try:
        result = carry_out()
    except PatchsmithError as error:
        if as_json:
            say(sys.stdout, dumped(refusal(error)))
        else:
            say(sys.stderr, f"{rendered(error)}\n")
        return _status(error)
    failed: PatchsmithError | None = getattr(result, "failed", None)
    if as_json:
        given = answer(result.to_dict(), dry_run=dry_run)
        if "diff" not in given:
            from patchsmith.changes.unified import unified_diff

            given["diff"] = unified_diff(result.change_set)
        say(sys.stdout, dumped(given if failed is None else {**given, **refusal(failed)}))
    else:
        say(sys.stdout, diff_text(result.change_set) if dry_run else in_words(result))
        if failed is not None:
            say(sys.stderr, f"{rendered(failed)}\n")
    return 0 if failed is None else _status(failed)


def _status(error: PatchsmithError) -> int:
    from patchsmith.cli.exit_status import exit_status

    return exit_status(error)


def answer(result: Mapping[str, object], *, dry_run: bool) -> dict[str, object]:
    """Return a tool's result as the JSON object that callers get."""
    return {"ok": True, **({"dry_run": True} if dry_run else {}), **result}


def refusal(error: PatchsmithError) -> dict[str, object]:
    """Return an error as the JSON object that callers get."""
    return {"ok": False, "error": error.to_dict()}


def dumped(value: Mapping[str, object]) -> str:
    r"""Return a JSON object on one line, its newline behind it.

    A lone surrogate, as file names can hold them, becomes the escape `\udcXX`.
    """
    from json import dumps

    text = dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def diff_text(change_set: ChangeSet) -> str:
    """Return the unified diff of what would change, coloured when a terminal shows it."""
    from patchsmith.changes.unified import unified_diff

    return coloured(unified_diff(change_set, max_characters=None))


def coloured(text: str) -> str:
    """Return a diff, coloured when a terminal shows it."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return "".join(_coloured(line) for line in text.splitlines(keepends=True))


def _coloured(line: str) -> str:
    colour = _COLOURS.get(line[0])
    return f"{colour}{line.rstrip()}{_PLAIN}\n" if colour is not None else line
