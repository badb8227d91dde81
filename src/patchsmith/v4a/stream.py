"""Reading a patch while it arrives, for hosts that show what a model is writing.

    stream = PatchStream()
    for piece in pieces:
        for event in stream.feed(piece):
            ...
    patch = stream.finish()

Only complete lines are acted upon, so the events of a call depend on how the text is cut, but
neither the patch nor an error does: both are those of `parse` on the whole text. A malformed line
is refused by the call that brings its end, or, where only later lines can tell whether it is
malformed (blank lines, wrappers around the envelope), by the call that brings those.

A wrapper in front of the envelope is recognised as it arrives. A marker in another spelling is
recognised where the canonical reading fails; everything before is then read once more, and
`ReadingRestarted` says that the events so far are void.

The time taken is linear in the size of the patch, whatever the pieces.
"""

from __future__ import annotations

from patchsmith.errors import InputError, RequestError
from patchsmith.v4a.events import (
    FileOpEnded,
    FileOpStarted,
    LinesCounted,
    MoveNamed,
    ReadingRestarted,
)
from patchsmith.v4a.model import AddFile, DeleteFile, UpdateFile
from patchsmith.v4a.reading import Reading
from patchsmith.v4a.sections import AddReader, DeleteReader, UpdateReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.v4a.events import Kind, StreamEvent
    from patchsmith.v4a.hunk_lines import HunkReader
    from patchsmith.v4a.model import FileOp, Patch


class PatchStream:
    """Reads one patch from pieces of its text."""

    __slots__ = ("_failed", "_finished", "_pieces", "_progress", "_reading")

    def __init__(self, *, strict: bool = False) -> None:
        """Begin a patch.

        Args:
            strict: Whether to refuse everything that the grammar does not allow.
        """
        self._reading = Reading(strict=strict)
        self._progress = _Progress()
        self._pieces: list[str] = []
        """What arrived of a line whose end has not."""
        self._failed: InputError | None = None
        self._finished: Patch | None = None

    def feed(self, piece: str) -> tuple[StreamEvent, ...]:
        """Take the next piece of the patch, and return what its complete lines say.

        Raises:
            InputError: `patch-syntax` with the 1-based patch line; each later call raises it too.
            RequestError: `bad-request` after `finish`.
        """
        self._refuse_when_over()
        if self._finished is not None:
            raise RequestError("bad-request", "the stream was finished and takes no more text")
        lines, newline, rest = piece.rpartition("\n")
        if not newline:
            self._pieces.append(piece)
            return ()
        self._pieces.append(lines)
        block = "".join(self._pieces)
        self._pieces = [rest]
        try:
            self._reading.feed(block)
        except InputError as error:
            self._failed = error
            raise
        return self._progress.events(self._reading)

    def finish(self) -> Patch:
        """Return the patch: everything has arrived.

        Raises:
            InputError: `patch-syntax` with the 1-based patch line.
        """
        self._refuse_when_over()
        if self._finished is None:
            try:
                self._finished = self._reading.finish("".join(self._pieces))
            except InputError as error:
                self._failed = error
                raise
        return self._finished

    def _refuse_when_over(self) -> None:
        if self._failed is not None:
            raise self._failed


class _Progress:
    """What was told about a patch, and what is new since."""

    __slots__ = ("_count", "_ops", "_reader")

    def __init__(self) -> None:
        self._reader: object = None
        self._ops = 0
        """File ops whose end was told."""
        self._count: _Count | None = None
        """The file op whose start was told, while it lasts."""

    def events(self, reading: Reading) -> tuple[StreamEvent, ...]:
        """Return what is new."""
        found: list[StreamEvent] = []
        reader = reading.reader
        if reader is not self._reader:
            if self._ops or self._count is not None:
                found.append(ReadingRestarted())
            self._reader, self._ops, self._count = reader, 0, None
        for op in reader.ops[self._ops :]:
            if self._count is None:
                found.append(FileOpStarted(_KINDS[type(op)], op.path, op.line_no))
            found.append(_ended(op))
            self._ops += 1
            self._count = None
        section = reader.section
        if section is not None:
            if self._count is None:
                self._count = _Count(section)
                found.append(FileOpStarted(_KINDS[type(section)], section.path, section.line_no))
            found.extend(self._count.events())
        return tuple(found)


class _Count:
    """Counts the lines of one file op, each of them at most twice."""

    __slots__ = ("_hunk", "_in_hunk", "_in_hunks", "_moved", "_section", "_seen", "_told")

    def __init__(self, section: AddReader | DeleteReader | UpdateReader) -> None:
        self._section = section
        self._moved = False
        self._told = (0, 0)
        self._seen = 0
        """Hunks that were counted whole."""
        self._in_hunks = (0, 0)
        """Added and removed lines in those."""
        self._hunk: HunkReader | None = None
        """The hunk being read."""
        self._in_hunk = (0, 0, 0)
        """Lines of the hunk being read that were counted; added and removed among them."""

    def events(self) -> list[StreamEvent]:
        """Return what is new of the file op."""
        found: list[StreamEvent] = []
        section = self._section
        move_to = section.move_to if isinstance(section, UpdateReader) else None
        if move_to is not None and not self._moved:
            self._moved = True
            found.append(MoveNamed(section.path, move_to))
        now = self._counted()
        if now != self._told:
            self._told = now
            found.append(LinesCounted(section.path, *now))
        return found

    def _counted(self) -> tuple[int, int]:
        section = self._section
        if isinstance(section, AddReader):
            return len(section.lines), 0
        if not isinstance(section, UpdateReader):
            return 0, 0
        for hunk in section.hunks[self._seen :]:
            self._in_hunks = _summed(self._in_hunks, hunk.lines)
            self._seen += 1
        if section.hunk is None:
            return self._in_hunks
        if section.hunk is not self._hunk:
            self._hunk = section.hunk
            self._in_hunk = (0, 0, 0)
        lines = section.hunk.lines
        counted, added, removed = self._in_hunk
        added, removed = _summed((added, removed), lines[counted:])
        self._in_hunk = (len(lines), added, removed)
        return self._in_hunks[0] + added, self._in_hunks[1] + removed


def _summed(counts: tuple[int, int], lines: Sequence[str]) -> tuple[int, int]:
    signs = [line[0] for line in lines]
    return counts[0] + signs.count("+"), counts[1] + signs.count("-")


def _ended(op: FileOp) -> FileOpEnded:
    counts, move_to = (0, 0), None
    if isinstance(op, AddFile):
        counts = len(op.lines), 0
    elif isinstance(op, UpdateFile):
        move_to = op.move_to
        for hunk in op.hunks:
            counts = _summed(counts, hunk.lines)
    return FileOpEnded(_KINDS[type(op)], op.path, move_to, *counts)


_KINDS: dict[type, Kind] = {
    AddFile: "add", AddReader: "add",
    DeleteFile: "delete", DeleteReader: "delete",
    UpdateFile: "update", UpdateReader: "update",
}  # fmt: skip
