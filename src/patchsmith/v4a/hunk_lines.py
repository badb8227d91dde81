r"""Reading one hunk, as far as its lines have arrived.

    Hunk       := "@@" [ " " anchor ] NL { "@@ " anchor NL } { HunkLine } [ "*** End of File" NL ]
    HunkLine   := (" " | "-" | "+") text NL

A wholly empty line is a blank context line when another line of the hunk follows, else layout;
only what follows tells.
"""

from __future__ import annotations

from patchsmith.v4a.grammar import END_OF_FILE, shown, syntax
from patchsmith.v4a.model import Hunk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import InputError
    from patchsmith.v4a.grammar import Cursor

_REMARK = "\\ No newline"


class HunkReader:
    """One hunk being read; made when its first line is there."""

    __slots__ = (
        "_anchors", "_bare", "_blanks", "_end_of_file", "_first", "_first_blank_no", "_in_lines",
        "_start", "_unterminated", "lines",
    )  # fmt: skip

    def __init__(self, start: int, *, first: bool) -> None:
        """Begin a hunk.

        Args:
            start: 0-based index of its first line.
            first: Whether no hunk of its file op is before it.
        """
        self._start = start
        self._first = first
        self._anchors: list[str] = []
        self._bare = False
        """Whether a marker without anchor was read."""
        self._in_lines = False
        self.lines: list[str] = []
        """Hunk lines so far, with their first character."""
        self._blanks = 0
        """Wholly empty lines since the last other one: layout, if nothing follows."""
        self._first_blank_no = 0
        self._end_of_file = False
        self._unterminated = False
        """Whether the last added line gets no newline."""

    def read(self, cursor: Cursor) -> bool:
        """Read on, and return whether the hunk has ended."""
        if not self._in_lines and not self._read_anchors(cursor):
            return False
        self._in_lines = True
        return self._read_lines(cursor) and (not self._end_of_file or _skip_layout(cursor))

    def hunk(self, cursor: Cursor) -> Hunk | None:
        """Return the hunk that has ended; None for layout that holds none."""
        start = self._start
        opening = cursor.lines[start]
        if cursor.at == start:
            raise syntax(
                f"'{shown(opening)}' can not start a hunk",
                start + 1,
                hint="Hunks start with '@@'; their lines with ' ', '-' or '+'.",
            )
        marked = opening.startswith("@@")
        if not self.lines:
            if not marked:
                return None
            raise _no_lines(cursor, start)
        if not marked:
            if self._first and self._is_diff_file_lines(cursor):
                cursor.tolerate("diff-file-lines", "'---' and '+++' lines of a diff", start + 1)
                return None
            cursor.tolerate("first-hunk-without-at", "a first hunk without '@@'", start + 1)
        return Hunk(
            tuple(self._anchors),
            tuple(self.lines),
            self._end_of_file,
            self._unterminated,
            start + 1,
        )

    def _read_anchors(self, cursor: Cursor) -> bool:
        """Read `"@@" [ " " anchor ] NL { "@@ " anchor NL }`; return whether it has ended."""
        while cursor.at < cursor.end:
            line = cursor.lines[cursor.at]
            if line.rstrip() == "@@":
                if self._anchors or self._bare:
                    return True  # a bare marker opens the next hunk
                self._bare = True
                if line != "@@":
                    cursor.tolerate("padded-marker", "white space after '@@'")
            elif line.startswith("@@ "):
                self._anchors.append(line[3:])
            else:
                return True
            cursor.at += 1
        return cursor.final

    def _read_lines(self, cursor: Cursor) -> bool:
        """Read `{ HunkLine } [ "*** End of File" NL ]`; return whether it has ended."""
        arrived, found = cursor.lines, self.lines
        at, end = cursor.at, cursor.end
        while at < end and not self._end_of_file:
            line = arrived[at]
            if line and line[0] in "+- ":
                if self._blanks:
                    self._take_blanks(cursor)
                found.append(line)
            elif not line:
                self._blanks += 1
                if self._blanks == 1:
                    self._first_blank_no = at + 1
            elif not self._take_marker(cursor, line, at + 1):
                break
            at += 1
        cursor.at = at
        ended = at < end or cursor.final or self._end_of_file
        if ended and self._blanks:
            cursor.tolerate("blank-layout", "blank lines after a hunk", self._first_blank_no)
        return ended

    def _take_blanks(self, cursor: Cursor) -> None:
        """Make the empty lines before another hunk line the context lines they are."""
        cursor.tolerate(
            "bare-blank-context", "a blank context line without its blank", self._first_blank_no
        )
        self.lines.extend([" "] * self._blanks)
        self._blanks = 0

    def _take_marker(self, cursor: Cursor, line: str, line_no: int) -> bool:
        """Take a line that speaks about the hunk's lines; return whether it is one."""
        if self.lines and line.startswith(_REMARK):
            cursor.tolerate("no-newline-remark", "git's remark about the last newline", line_no)
            self._unterminated = self.lines[-1][0] == "+"
            return True
        if self.lines and line.rstrip() == END_OF_FILE:
            if line != END_OF_FILE:
                cursor.tolerate("padded-marker", f"white space after '{END_OF_FILE}'", line_no)
            self._end_of_file = True
            return True
        return False

    def _is_diff_file_lines(self, cursor: Cursor) -> bool:
        """Recognise the two lines with which a unified diff names its file."""
        return (
            len(self.lines) == 2
            and self.lines[0].startswith("--- ")
            and self.lines[1].startswith("+++ ")
            and cursor.at < cursor.end
            and cursor.lines[cursor.at].startswith("@@")
        )


def _no_lines(cursor: Cursor, start: int) -> InputError:
    """Return the error for a hunk without lines; the line that was meant as one is named."""
    if cursor.at < cursor.end and not cursor.lines[cursor.at].startswith(("*** ", "@@")):
        return syntax(
            f"'{shown(cursor.lines[cursor.at])}' has no ' ', '-' or '+' in front",
            cursor.at + 1,
            hint="Put a blank in front of context lines, '-' and '+' in front of changed ones.",
        )
    return syntax(
        "the hunk has no lines",
        start + 1,
        hint="Follow '@@' with context (' '), removed ('-') or added ('+') lines.",
    )


def _skip_layout(cursor: Cursor) -> bool:
    """Skip blank lines behind `*** End of File`; return whether they have ended."""
    while cursor.at < cursor.end:
        if cursor.lines[cursor.at].strip():
            return True
        cursor.tolerate("blank-layout", "blank lines after a hunk")
        cursor.at += 1
    return cursor.final
