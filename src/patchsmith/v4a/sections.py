r"""Reading one file op, as far as its lines have arrived: a class for each production.

FileOp     := AddFile | DeleteFile | UpdateFile
AddFile    := "*** Add File: " path NL { "+" line NL }
DeleteFile := "*** Delete File: " path NL
UpdateFile := "*** Update File: " path NL [ "*** Move to: " newPath NL ] { Hunk }
"""

from __future__ import annotations

from patchsmith.v4a.grammar import ADD, DELETE, END_OF_FILE, HEADERS, MOVE, UPDATE, shown, syntax
from patchsmith.v4a.hunk_lines import HunkReader
from patchsmith.v4a.model import AddFile, DeleteFile, UpdateFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import InputError
    from patchsmith.v4a.grammar import Cursor
    from patchsmith.v4a.model import Hunk


def section_at(cursor: Cursor) -> AddReader | DeleteReader | UpdateReader:
    """Read the header of a file op, and return what reads the rest of it.

    Raises:
        InputError: `patch-syntax` when the line is no header.
    """
    line = cursor.lines[cursor.at]
    bare = line.strip()
    for header in HEADERS:
        path = bare[len(header) :].strip() if bare.startswith(header) else ""
        if path:
            if line != header + path:
                cursor.tolerate("padded-marker", "white space around a header")
            cursor.at += 1
            return _READERS[header](path, cursor.at)
    advice = "Start each section with one of the three headers."
    if bare[:1] and bare[0] in "+-@":
        advice = (
            "Lines of an added file start with '+'; lines of an update follow its "
            "'*** Update File: ' header and start with ' ', '-' or '+'."
        )
    raise syntax(
        f"'{shown(bare)}' is not a valid hunk header. Valid hunk headers: "
        "'*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'",
        cursor.at + 1,
        hint=advice,
    )


class DeleteReader:
    """`DeleteFile`: its header is all of it."""

    __slots__ = ("line_no", "path")

    def __init__(self, path: str, line_no: int) -> None:
        self.path = path
        self.line_no = line_no

    def read(self, _cursor: Cursor) -> bool:
        """Return that the section has ended."""
        return True

    def op(self, _cursor: Cursor) -> DeleteFile:
        """Return the file op."""
        return DeleteFile(self.path, self.line_no)


class AddReader:
    """`AddFile` behind its header: `{ "+" line NL }`."""

    __slots__ = ("_gap", "line_no", "lines", "path")

    def __init__(self, path: str, line_no: int) -> None:
        self.path = path
        self.line_no = line_no
        self.lines: list[str] = []
        """Content so far, without the `+`."""
        self._gap = -1
        """Index of the blank line behind the content; -1 while there is none."""

    def read(self, cursor: Cursor) -> bool:
        """Read on, and return whether the section has ended."""
        if self._gap < 0:
            self._read_content(cursor)
        while cursor.at < cursor.end:
            line = cursor.lines[cursor.at]
            if line.lstrip().startswith("*** "):
                break
            if line.strip():
                at = self._gap if self._gap >= 0 else cursor.at
                raise self._without_plus(cursor.lines[at], at + 1)
            if self._gap < 0:
                self._gap = cursor.at
            cursor.at += 1
        ended = cursor.at < cursor.end or cursor.final
        if ended and self._gap >= 0:
            cursor.tolerate("blank-layout", "a blank line between file ops", self._gap + 1)
        return ended

    def op(self, _cursor: Cursor) -> AddFile:
        """Return the file op."""
        return AddFile(self.path, tuple(self.lines), self.line_no)

    def _read_content(self, cursor: Cursor) -> None:
        at, end = cursor.at, cursor.end
        while at < end:
            line = cursor.lines[at]
            if not line.startswith("+"):
                break
            self.lines.append(line[1:])
            at += 1
        cursor.at = at

    def _without_plus(self, line: str, line_no: int) -> InputError:
        return syntax(
            f"'{shown(line)}' has no '+': every line of an added file starts with it"
            + ("" if self.lines else ", the first one too"),
            line_no,
            hint="Put '+' in front of every content line, blank ones included.",
        )


class UpdateReader:
    """`UpdateFile` behind its header: `[ "*** Move to: " newPath NL ] { Hunk }`."""

    __slots__ = ("_looked_for_move", "hunk", "hunks", "line_no", "move_to", "path")

    def __init__(self, path: str, line_no: int) -> None:
        self.path = path
        self.line_no = line_no
        self.move_to: str | None = None
        """The new path, once its line is there."""
        self.hunks: list[Hunk] = []
        """The hunks that have ended."""
        self.hunk: HunkReader | None = None
        """The hunk being read."""
        self._looked_for_move = False

    def read(self, cursor: Cursor) -> bool:
        """Read on, and return whether the section has ended."""
        if not self._looked_for_move:
            if cursor.at >= cursor.end:
                return cursor.final
            self._read_move(cursor)
        while self.hunk is not None or cursor.at < cursor.end:
            if self.hunk is None:
                line = cursor.lines[cursor.at]
                if line.startswith("*** ") and line.rstrip() != END_OF_FILE:
                    return True  # behind a blank it would be context
                self.hunk = self._opened(line, cursor.at)
            if not self.hunk.read(cursor):
                return False
            hunk = self.hunk.hunk(cursor)
            self.hunk = None
            if hunk is not None:
                self.hunks.append(hunk)
        return cursor.final

    def op(self, cursor: Cursor) -> UpdateFile:
        """Return the file op."""
        if not self.hunks and self.move_to is None:
            raise syntax(
                f"Update file hunk for path '{shown(self.path)}' is empty",
                self.line_no,
                hint="Follow the header with '@@' and the lines to change.",
            )
        if not self.hunks:
            cursor.tolerate("pure-rename", "a move without any change", self.line_no)
        return UpdateFile(self.path, self.move_to, tuple(self.hunks), self.line_no)

    def _read_move(self, cursor: Cursor) -> None:
        self._looked_for_move = True
        line = cursor.lines[cursor.at]
        if not line.startswith(MOVE):
            return
        self.move_to = line[len(MOVE) :].strip()
        if not self.move_to:
            raise syntax("'*** Move to: ' names no path", cursor.at + 1)
        if line != MOVE + self.move_to:
            cursor.tolerate("padded-marker", "white space around a path")
        cursor.at += 1

    def _opened(self, line: str, start: int) -> HunkReader:
        """Return the reader of a hunk whose first line is there."""
        if self.hunks and line and line[0] in "+- ":
            raise syntax(
                f"expected '@@' or a file header, got '{shown(line)}'",
                start + 1,
                hint="Separate hunks with '@@'.",
            )
        return HunkReader(start, first=not self.hunks)


_READERS: dict[str, type[AddReader | DeleteReader | UpdateReader]] = {
    ADD: AddReader,
    DELETE: DeleteReader,
    UPDATE: UpdateReader,
}
