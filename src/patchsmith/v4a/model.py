"""What a V4A patch says, as values: file ops, hunks, lines.

The grammar is printed in `grammar.py`. Texts are kept as the patch spells them; paths are checked
by the planner, which knows the file op to name in an error.
"""

from __future__ import annotations

from patchsmith.values import Deferred, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.canonical import Block


class Hunk(Value):
    """One place in a file: how to find it, what to replace."""

    __slots__ = ("anchors", "lines", "end_of_file", "unterminated", "line_no")  # noqa: RUF023

    anchors: tuple[str, ...]
    """Texts after `@@`, outermost first; empty when the hunk relies on its context."""
    lines: tuple[str, ...]
    """Hunk lines with their first character: blank for context, `-` removed, `+` added."""
    end_of_file: bool
    """Whether `*** End of File` follows: the old lines are the last of the file."""
    unterminated: bool
    """Whether git's remark says that the last added line ends without a newline."""
    line_no: int
    """1-based line of the patch on which the hunk starts."""

    @property
    def old(self) -> list[str]:
        """Context and removed lines: what the file must hold."""
        return [line[1:] for line in self.lines if line[0] != "+"]

    @property
    def new(self) -> list[str]:
        """Context and added lines: what the place holds afterwards."""
        return [line[1:] for line in self.lines if line[0] != "-"]

    @property
    def first_change(self) -> int:
        """0-based index into `old` of the first removed line or insertion point."""
        index = 0
        for line in self.lines:
            if line[0] != " ":
                return index
            index += 1
        return index


class AddFile(Value):
    """A new file."""

    __slots__ = ("path", "lines", "line_no")  # noqa: RUF023 - field order

    path: str
    """As the patch spells it."""
    lines: tuple[str, ...]
    """Content, without endings; each becomes one line that ends with a newline."""
    line_no: int
    """1-based line of the patch."""


class DeleteFile(Value):
    """A file that goes."""

    __slots__ = ("path", "line_no")  # noqa: RUF023 - field order

    path: str
    """As the patch spells it."""
    line_no: int
    """1-based line of the patch."""


class UpdateFile(Deferred):
    """A file that is edited, moved, or both."""

    __slots__ = ("path", "move_to", "hunks", "line_no")  # noqa: RUF023 - field order
    _deferred = "hunks"

    path: str
    """As the patch spells it."""
    move_to: str | None
    """New path, as the patch spells it."""
    hunks: tuple[Hunk, ...]
    """The hunks, in the patch's order; empty only for a pure rename."""
    line_no: int
    """1-based line of the patch."""

    @property
    def block(self) -> Block | None:
        """The lines that the hunks were read from, where they were read as a block."""
        block: Block | None = self.source
        return block


FileOp = AddFile | DeleteFile | UpdateFile


class Tolerated(Value):
    """A deviation from the grammar that was accepted."""

    __slots__ = ("name", "line_no")  # noqa: RUF023 - field order

    name: str
    """Its name in the leniency table."""
    line_no: int
    """1-based line of the patch where it was first seen."""


class Patch(Value):
    """A whole patch."""

    __slots__ = ("ops", "tolerated")

    ops: tuple[FileOp, ...]
    """The file ops, in order."""
    tolerated: tuple[Tolerated, ...]
    """What was accepted beyond the grammar; empty for a canonical patch."""
