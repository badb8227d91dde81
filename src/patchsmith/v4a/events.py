"""What a stream tells about a patch while it arrives: past tense, in the patch's order."""

from __future__ import annotations

from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Kind = Literal["add", "delete", "update"]


class FileOpStarted(Value):
    """The header of a file op arrived."""

    __slots__ = ("kind", "path", "line_no")  # noqa: RUF023 - field order

    kind: Kind
    """What becomes of the file; a move starts as an update."""
    path: str
    """As the patch spells it."""
    line_no: int
    """1-based line of the patch."""


class MoveNamed(Value):
    """The new path of the file op that started last arrived."""

    __slots__ = ("move_to", "path")

    path: str
    """As the patch spells it."""
    move_to: str
    """The new path, as the patch spells it."""


class LinesCounted(Value):
    """More lines of the file op that started last arrived."""

    __slots__ = ("path", "added", "removed")  # noqa: RUF023 - field order

    path: str
    """As the patch spells it."""
    added: int
    """Added lines of the file op so far."""
    removed: int
    """Removed lines of the file op so far."""


class FileOpEnded(Value):
    """A file op is complete."""

    __slots__ = ("kind", "path", "move_to", "added", "removed")  # noqa: RUF023 - field order

    kind: Kind
    """What becomes of the file."""
    path: str
    """As the patch spells it."""
    move_to: str | None
    """The new path of a move, as the patch spells it."""
    added: int
    """Added lines in all."""
    removed: int
    """Removed lines in all."""


class ReadingRestarted(Value):
    """What was told so far is void: the patch is read anew, with leniencies."""

    __slots__ = ()


StreamEvent = FileOpStarted | MoveNamed | LinesCounted | FileOpEnded | ReadingRestarted
"""Any of them."""
