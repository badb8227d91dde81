"""What file ops come to, as values: where hunks went, what became of files."""

from __future__ import annotations

from patchsmith.values import Deferred, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


class PlacedHunk(Value):
    """Where one hunk went."""

    __slots__ = ("tier", "line_no", "added", "removed", "leniency")  # noqa: RUF023 - field order

    tier: str
    """The match tier that decided."""
    line_no: int
    """1-based line of its first old line in the file before the op."""
    added: int
    """Lines added."""
    removed: int
    """Lines removed."""
    leniency: str | None
    """The tolerated deviation without which it would not have been placed."""


class Updated(Deferred):
    """One file after its hunks."""

    __slots__ = ("content", "hunks")
    _deferred = "hunks"

    content: bytes
    """The bytes of the file afterwards."""
    hunks: tuple[PlacedHunk, ...]
    """Where the hunks went."""

    @property
    def is_exact(self) -> bool:
        """Whether all hunks are known to stand exactly and by no leniency, without a look."""
        return self.source is not None


class OpResult(Deferred):
    """What one file op comes to."""

    __slots__ = ("kind", "path", "moved_from", "hunks")  # noqa: RUF023 - field order
    _deferred = "hunks"

    kind: Literal["A", "M", "D"]
    """Added, modified (moves too) or deleted, as Codex's summary says it."""
    path: str
    """The file afterwards, as the patch spells it; the destination of a move."""
    moved_from: str | None
    """The source of a move, as the patch spells it."""
    hunks: tuple[PlacedHunk, ...]
    """Where the hunks of an update went."""
