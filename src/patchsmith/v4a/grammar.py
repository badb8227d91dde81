r"""The V4A grammar, its markers, and the lines of a patch while they are read.

    Patch      := "*** Begin Patch" NL FileOp { FileOp } "*** End Patch" NL?
    FileOp     := AddFile | DeleteFile | UpdateFile
    AddFile    := "*** Add File: " path NL { "+" line NL }
    DeleteFile := "*** Delete File: " path NL
    UpdateFile := "*** Update File: " path NL [ "*** Move to: " newPath NL ] { Hunk }
    Hunk       := "@@" [ " " anchor ] NL { "@@ " anchor NL } { HunkLine } [ "*** End of File" NL ]
    HunkLine   := (" " | "-" | "+") text NL

`envelope` reads Patch, `sections` FileOp and its kinds, `hunk_lines` Hunk. All of them read on
from a `Cursor` as far as lines have arrived, and go on from there when more have, so that a patch
that comes in pieces is read as the same patch that comes whole.

Rules for editors: what a line means may depend on lines before it and on lines that are waited
for, never on how many happen to be there already.

Source: the V4A description in Codex's apply_patch instructions; tests/scenarios/codex.
"""

from __future__ import annotations

from patchsmith.errors import InputError

BEGIN, END, END_OF_FILE = "*** Begin Patch", "*** End Patch", "*** End of File"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE = "*** Move to: "
HEADERS = (ADD, DELETE, UPDATE)


class Cursor:
    """The lines of a patch that have arrived, and how far they are read."""

    __slots__ = ("at", "end", "final", "lines", "strict", "tolerated")

    def __init__(self, *, strict: bool) -> None:
        self.lines: list[str] = []
        """All lines so far, without their endings."""
        self.at: int = 0
        """0-based index of the next line to read."""
        self.end: int = 0
        """Index behind the last line that may be read now."""
        self.final: bool = False
        """Whether nothing of the patch follows `end`."""
        self.strict: bool = strict
        """Whether everything that the grammar does not allow is refused."""
        self.tolerated: dict[str, int] = {}
        """What was accepted beyond the grammar: its name -> 1-based line where it was first."""

    def tolerate(self, name: str, what: str, line_no: int | None = None) -> None:
        """Note an accepted deviation, or refuse it when strict.

        Args:
            name: Its name in the leniency table.
            what: What it is, in words.
            line_no: 1-based line; that of the next line by default.
        """
        at = line_no if line_no is not None else self.at + 1
        if self.strict:
            raise syntax(f"{what} is not part of the grammar ({name})", at)
        self.tolerated.setdefault(name, at)


def syntax(message: str, line_no: int, *, hint: str | None = None) -> InputError:
    """Return the error for a malformed patch."""
    return InputError("patch-syntax", message, line_no=line_no, hint=hint)


def shown(text: str) -> str:
    """Return text short enough for a message."""
    return text if len(text) <= 120 else text[:117] + "..."


def suspicious(text: str) -> bool:
    """Say cheaply whether text that a patch adds needs the closer look of `additions`."""
    return not text.isascii() or "\0" in text or "..." in text
