r"""Reading the envelope and what is in it, as far as its lines have arrived.

    Patch := "*** Begin Patch" NL FileOp { FileOp } "*** End Patch" NL?

Every line counts from the first one that is not blank to the end marker; nothing but blank lines
may be around it. Rewriting what deviates from that is not done here (reading.py).
"""

from __future__ import annotations

from patchsmith.v4a.grammar import BEGIN, END, Cursor, syntax
from patchsmith.v4a.model import Patch, Tolerated
from patchsmith.v4a.sections import section_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import InputError
    from patchsmith.v4a.model import FileOp
    from patchsmith.v4a.sections import AddReader, DeleteReader, UpdateReader

_ENVIRONMENT = "*** Environment ID: "


class PatchReader:
    """Reads `Patch` from lines as they arrive."""

    __slots__ = ("_bare", "_begin", "_end", "_last_text", "cursor", "ops", "section")

    def __init__(self, *, strict: bool, bare: bool = True) -> None:
        """Begin a patch.

        Args:
            strict: Whether to refuse everything that the grammar does not allow.
            bare: Whether the lines are as they were sent, with nothing around the patch
                taken away.
        """
        self.cursor = Cursor(strict=strict)
        """The lines."""
        self.ops: list[FileOp] = []
        """The file ops that have ended."""
        self.section: AddReader | DeleteReader | UpdateReader | None = None
        """The file op being read."""
        self._bare = bare
        self._begin = self._end = -1
        """Indexes of the two outer markers, once they were read."""
        self._last_text = -1
        """Index of the last line so far that is not blank."""

    def feed(self, lines: list[str]) -> None:
        """Read lines, each of which is complete, without their endings."""
        self.cursor.lines += lines
        self._hold(len(lines))
        self._read()

    def finish(self, last: str) -> Patch:
        """Return the patch.

        Args:
            last: The last line, when it has no ending; else empty.
        """
        cursor = self.cursor
        if last:
            cursor.lines.append(last)
            self._hold(1)
        if self._begin < 0 or self._end >= 0:
            cursor.end = len(cursor.lines)
            self._read()
        if self._begin < 0:
            raise _no_begin(len(cursor.lines) + (not last))
        if self._end < 0:
            self._read_end()
        marks = sorted(cursor.tolerated.items(), key=lambda mark: mark[1])
        return Patch(tuple(self.ops), tuple([Tolerated(name, no) for name, no in marks]))

    def _hold(self, count: int) -> None:
        """Decide how far to read now that some lines were added.

        The end marker behind blanks may be a context line: only when text follows it is known
        that it was one.
        """
        lines = self.cursor.lines
        index = len(lines) - 1
        while index >= len(lines) - count and not lines[index].strip():
            index -= 1
        if index >= len(lines) - count:
            self._last_text = index
        self.cursor.end = len(lines)
        last = lines[self._last_text] if self._last_text >= 0 else ""
        if last[:1].isspace() and last.strip() == END:
            self.cursor.end = self._last_text

    def _read_end(self) -> None:
        """Read the rest of a patch whose end marker was held back or has no line ending."""
        cursor, last = self.cursor, self._last_text
        if cursor.lines[last].strip() != END:
            raise syntax(f"the last line of the patch must be '{END}'", last + 1, hint=_CUT_OFF)
        cursor.end = last
        cursor.final = True
        self._read()
        cursor.end = len(cursor.lines)
        self._read()

    # --- Patch

    def _read(self) -> None:
        """Read on as far as lines may be read."""
        cursor = self.cursor
        while self.section is not None or cursor.at < cursor.end:
            if self.section is None:
                self._read_between(cursor.lines[cursor.at])
            elif self.section.read(cursor):
                self.ops.append(self.section.op(cursor))
                self.section = None
            else:
                return

    def _read_between(self, line: str) -> None:
        """Read a line outside of file ops."""
        cursor = self.cursor
        if self._begin < 0:
            self._read_begin(line)
        elif not line.strip():
            if self._bare or self._end < 0:
                cursor.tolerate("blank-layout", "a blank line outside of file ops")
            cursor.at += 1
        elif self._end >= 0:
            raise syntax(
                f"'{END}' is not a valid hunk header: nothing follows it in a patch, but line "
                f"{cursor.at + 1} does",
                self._end + 1,
                hint="Send exactly one envelope, and nothing behind it.",
            )
        elif line.strip() == END:
            self._take_marker(line, END)
            self._end = cursor.at - 1
            self._refuse_empty()
        elif line.startswith(_ENVIRONMENT) and cursor.at == self._begin + 1:
            cursor.tolerate("environment-id", "an environment id")
            cursor.at += 1
        else:
            self.section = section_at(cursor)

    def _read_begin(self, line: str) -> None:
        cursor = self.cursor
        if not line.strip():
            cursor.at += 1
            return
        if line.strip() != BEGIN:
            raise _no_begin(cursor.at + 1)
        if cursor.at and self._bare:
            cursor.tolerate("blank-layout", "blank lines before the patch", 1)
        self._take_marker(line, BEGIN)
        self._begin = cursor.at - 1

    def _take_marker(self, line: str, marker: str) -> None:
        if line != marker:
            self.cursor.tolerate("padded-marker", f"white space around '{marker}'")
        self.cursor.at += 1

    def _refuse_empty(self) -> None:
        if not self.ops:
            raise syntax(
                "the patch holds no file op",
                self._end + 1,
                hint="Add at least one section, for example: *** Update File: path",
            )


def _no_begin(line_no: int) -> InputError:
    return syntax(
        f"the first line of the patch must be '{BEGIN}'",
        line_no,
        hint=f"Send one patch from '{BEGIN}' to '{END}'; around it only prose, a code fence or a "
        "plain heredoc is looked past.",
    )


_CUT_OFF = f"The patch may have been cut off: send it whole, with '{END}' as its last line."
