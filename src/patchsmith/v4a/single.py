"""A patch of one file without an envelope: what hosted tools send as `diff`.

The hunks are those of the V4A grammar, the file is the caller's; nothing is read or written.

Source: `apply_diff` of openai-agents and the hosted `apply_patch` tool. Unlike there, a created
file ends with a newline, as an added file of a patch does.
"""

from __future__ import annotations

from patchsmith.changes.mapping_tree import encoded
from patchsmith.errors import RequestError
from patchsmith.v4a.grammar import Cursor, shown, syntax
from patchsmith.v4a.sections import AddReader, UpdateReader
from patchsmith.v4a.updates import updated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from patchsmith.v4a.model import AddFile, UpdateFile


def apply_diff(
    text: str, diff: str, mode: Literal["default", "create"] = "default", *, path: str = "text"
) -> str:
    """Return a text with the hunks of a diff applied.

    Args:
        text: The text as it is; its line endings are kept. Empty with `create`.
        diff: V4A hunks without envelope and file header, each behind its `@@` line (the first
            one may lack it); with `create`, the content of a new file, every line behind a `+`.
        mode: `default` to edit the text, `create` to make it.
        path: What errors call the text.

    Raises:
        InputError: `patch-syntax` with the 1-based line of the diff; `bad-text` for a lone
            surrogate.
        EditError: `not-found`, `ambiguous`, `already-applied`: a hunk has no place.
        RequestError: `bad-request` for another mode, or text to start from with `create`.
    """
    if mode == "create":
        if text:
            raise RequestError("bad-request", "with mode 'create' there is no text to start from")
        return "".join(f"{line}\n" for line in _created(diff, path).lines)
    if mode != "default":
        raise RequestError("bad-request", f"mode is 'default' or 'create', not {mode!r}")
    return updated(encoded(text, path), _updated(diff, path)).content.decode("utf-8")


def _created(diff: str, path: str) -> AddFile:
    cursor = _cursor(diff)
    reader = AddReader(path, 1)
    reader.read(cursor)
    _refuse_rest(cursor)
    return reader.op(cursor)


def _updated(diff: str, path: str) -> UpdateFile:
    cursor = _cursor(diff)
    reader = UpdateReader(path, 1)
    reader.read(cursor)
    _refuse_rest(cursor)
    if not reader.hunks or reader.move_to is not None:
        raise syntax(
            "the diff holds no hunk",
            1,
            hint="Start with '@@', then the lines to change behind ' ', '-' or '+'.",
        )
    return reader.op(cursor)


def _cursor(diff: str) -> Cursor:
    """Return all lines of a diff, ready to be read."""
    cursor = Cursor(strict=False)
    cursor.lines = diff.replace("\r\n", "\n").split("\n")
    if not cursor.lines[-1]:
        cursor.lines.pop()
    cursor.end = len(cursor.lines)
    cursor.final = True
    return cursor


def _refuse_rest(cursor: Cursor) -> None:
    if cursor.at < cursor.end:
        raise syntax(
            f"'{shown(cursor.lines[cursor.at])}' does not belong into the diff of one file",
            cursor.at + 1,
            hint="Leave out the envelope and the file headers: the file is known already.",
        )
