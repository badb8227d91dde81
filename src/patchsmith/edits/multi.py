"""Several edits of one file, each on what the one before left: all of them, or none.

An edit may change text that an earlier one wrote. The first that fails spoils the whole call,
and its error says which one it was.
"""

from __future__ import annotations

from patchsmith.edits.planner import Edit, plan_edit
from patchsmith.errors import EditError, PatchsmithError
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.edits.request import EditRequest


class MultiEdit(Value):
    """Several edits of one file, worked out."""

    __slots__ = ("content", "edits")

    content: bytes
    """The file's bytes after the last edit."""
    edits: tuple[Edit, ...]
    """One for each request, in order; line numbers are those of its own turn."""


def plan_edits(content: bytes, requests: Sequence[EditRequest], path: str) -> MultiEdit:
    """Work out several edits of one file, one after another.

    Args:
        content: The file's bytes.
        requests: The edits, at least one, in order.
        path: The file's name for errors, relative to the root.

    Raises:
        PatchsmithError: That of the first edit that fails; its `op` is the edit's 1-based
            number, and its message names the 0-based index too. `no-change` when all of them
            together leave the file as it was.
    """
    edits: list[Edit] = []
    current = content
    for index, request in enumerate(requests):
        try:
            edit = plan_edit(current, request, path)
        except PatchsmithError as error:
            if error.code == "not-found" and index and _was_there(content, request, path):
                error.message += "; it did before an earlier edit of this call"
            raise numbered(error, index, len(requests)) from None
        edits.append(edit)
        current = edit.content
    if current == content:
        raise EditError(
            "no-change",
            "the edits undo one another: the file would be the same afterwards",
            path=path,
            hint="Leave out the edits that take each other back.",
        )
    return MultiEdit(current, tuple(edits))


def numbered(error: PatchsmithError, index: int, count: int) -> PatchsmithError:
    """Say in an error which edit of several failed.

    Args:
        error: What the edit raised; it is changed.
        index: 0-based index of the edit.
        count: Number of edits in the call.
    """
    if error.op is None:
        error.op = index + 1
        error.message = f"edit {index + 1} of {count} (edits[{index}]): {error.message}"
    return error


def _was_there(content: bytes, request: EditRequest, path: str) -> bool:
    try:
        plan_edit(content, request, path)
    except PatchsmithError as error:
        return error.code == "ambiguous"
    return True
