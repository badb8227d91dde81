r"""Reading a V4A patch: one method for each production of the grammar.

    Patch      := "*** Begin Patch" NL FileOp { FileOp } "*** End Patch" NL?
    FileOp     := AddFile | DeleteFile | UpdateFile
    AddFile    := "*** Add File: " path NL { "+" line NL }
    DeleteFile := "*** Delete File: " path NL
    UpdateFile := "*** Update File: " path NL [ "*** Move to: " newPath NL ] { Hunk }
    Hunk       := "@@" [ " " anchor ] NL { "@@ " anchor NL } { HunkLine } [ "*** End of File" NL ]
    HunkLine   := (" " | "-" | "+") text NL

A patch is read whole before anything is planned: one malformed line refuses all of it. What the
reader accepts beyond the grammar is named in the patch's `tolerated` (leniency.py gives each
name its reason); `strict` refuses all of it.

Source: the V4A description in Codex's apply_patch instructions; the scenarios under
tests/scenarios/codex.
"""

from __future__ import annotations

from patchsmith.errors import InputError
from patchsmith.v4a.model import AddFile, DeleteFile, Hunk, Patch, Tolerated, UpdateFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.model import FileOp

BEGIN, END, END_OF_FILE = "*** Begin Patch", "*** End Patch", "*** End of File"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE = "*** Move to: "
_HEADERS = (ADD, DELETE, UPDATE)
_REMARK = "\\ No newline"


def parse(text: str, *, strict: bool = False) -> Patch:
    """Read a patch.

    Args:
        text: The whole patch, markers included.
        strict: Whether to refuse everything that the grammar does not allow.

    Raises:
        InputError: `patch-syntax` with the 1-based patch line and what is expected there.
    """
    try:
        return _Reader(text, strict=strict).patch()
    except InputError:
        if strict:
            raise
        from patchsmith.v4a.leniency import rewritten

        other = rewritten(text)
        if other is None:
            raise
    patch = _Reader(other.text, strict=False, bare=False).patch()
    return Patch(patch.ops, (*other.tolerated, *patch.tolerated))


class _Reader:
    """Walks the lines of one patch from top to bottom."""

    __slots__ = ("_at", "_bare", "_last", "_lines", "_strict", "_tolerated", "_unterminated")

    def __init__(self, text: str, *, strict: bool, bare: bool = True) -> None:
        self._strict = strict
        self._bare = bare
        """Whether the text is as it was sent, with nothing around it taken away."""
        self._tolerated: dict[str, int] = {}
        self._at = 0
        self._unterminated = False
        """Whether the hunk being read ends with an added line that gets no newline."""
        self._lines = self._without_carriage_returns(text).split("\n")
        self._last = len(self._lines)

    # --- Patch

    def patch(self) -> Patch:
        """Read `Patch`."""
        self._find_envelope()
        ops: list[FileOp] = []
        self._skip_environment_id()
        while self._at < self._last:
            line = self._lines[self._at]
            if not line.strip():
                self._tolerate("blank-layout", "a blank line between file ops")
                self._at += 1
                continue
            ops.append(self._file_op(line))
        if not ops:
            raise _syntax(
                "the patch holds no file op",
                self._at + 1,
                hint="Add at least one section, for example: *** Update File: path",
            )
        marks = [Tolerated(name, line_no) for name, line_no in self._tolerated.items()]
        return Patch(tuple(ops), tuple(marks))

    def _find_envelope(self) -> None:
        """Find the two outer markers; they are the first and the last line that is not blank."""
        first, last = 0, len(self._lines) - 1
        while first < last and not self._lines[first].strip():
            first += 1
        while last > first and not self._lines[last].strip():
            last -= 1
        if not self._marker(first, BEGIN):
            raise _syntax(
                f"the first line of the patch must be '{BEGIN}'", first + 1, hint=_ENVELOPE
            )
        if first == last or not self._marker(last, END):
            raise _syntax(f"the last line of the patch must be '{END}'", last + 1, hint=_CUT_OFF)
        if self._bare and (first or last < len(self._lines) - 2):
            self._at = first
            self._tolerate("blank-layout", "blank lines around the patch")
        self._at, self._last = first + 1, last

    def _marker(self, index: int, marker: str) -> bool:
        line = self._lines[index]
        if line == marker:
            return True
        if line.strip() != marker:
            return False
        self._at = index
        self._tolerate("padded-marker", f"white space around '{marker}'")
        return True

    def _skip_environment_id(self) -> None:
        if self._at < self._last and self._lines[self._at].startswith("*** Environment ID: "):
            self._tolerate("environment-id", "an environment id")
            self._at += 1

    # --- FileOp

    def _file_op(self, line: str) -> FileOp:
        """Read `FileOp`: the header decides which."""
        header, path = self._header(line)
        line_no = self._at + 1
        self._at += 1
        if header == ADD:
            return AddFile(path, self._add_lines(), line_no)
        if header == DELETE:
            return DeleteFile(path, line_no)
        return self._update_file(path, line_no)

    def _header(self, line: str) -> tuple[str, str]:
        """Split a header line into marker and path."""
        bare = line.strip()
        for header in _HEADERS:
            if bare.startswith(header) and bare[len(header) :].strip():
                if line != bare:
                    self._tolerate("padded-marker", "white space around a header")
                return header, bare[len(header) :].strip()
        raise _syntax(
            f"'{_shown(bare)}' is not a valid hunk header. Valid hunk headers: "
            "'*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'",
            self._at + 1,
            hint=self._advice_for_header(bare),
        )

    def _advice_for_header(self, bare: str) -> str:
        if bare[:1] in "+- @" and self._at > 0:
            return (
                "Lines of an added file start with '+'; lines of an update follow its "
                "'*** Update File: ' header and start with ' ', '-' or '+'."
            )
        return "Start each section with one of the three headers."

    # --- AddFile

    def _add_lines(self) -> tuple[str, ...]:
        """Read `{ "+" line NL }`."""
        lines: list[str] = []
        while self._at < self._last:
            line = self._lines[self._at]
            if not line.startswith("+"):
                break
            lines.append(line[1:])
            self._at += 1
        if self._at < self._last and not self._at_header():
            self._refuse_line_without_plus(lines)
        return tuple(lines)

    def _at_header(self) -> bool:
        return self._lines[self._at].lstrip().startswith(_HEADERS)

    def _refuse_line_without_plus(self, lines: list[str]) -> None:
        """Accept blank layout before the next header; refuse text that lost its `+`."""
        line = self._lines[self._at]
        follows = self._next_text()
        if not line.strip() and (follows is None or follows.lstrip().startswith(_HEADERS)):
            return
        if line.lstrip().startswith("*** "):
            return  # a wrong header says so itself
        raise _syntax(
            f"'{_shown(line)}' has no '+': every line of an added file starts with it"
            + ("" if lines else ", the first one too"),
            self._at + 1,
            hint="Put '+' in front of every content line, blank ones included.",
        )

    def _next_text(self) -> str | None:
        for index in range(self._at, self._last):
            if self._lines[index].strip():
                return self._lines[index]
        return None

    # --- UpdateFile

    def _update_file(self, path: str, line_no: int) -> UpdateFile:
        """Read `UpdateFile` behind its header."""
        move_to = None
        if self._at < self._last and self._lines[self._at].startswith(MOVE):
            move_to = self._lines[self._at][len(MOVE) :].strip()
            if not move_to:
                raise _syntax("'*** Move to: ' names no path", self._at + 1)
            self._at += 1
        hunks: list[Hunk] = []
        while self._at < self._last and not self._at_file_header():
            hunk = self._hunk(first=not hunks)
            if hunk is not None:
                hunks.append(hunk)
        if not hunks and move_to is None:
            raise _syntax(
                f"Update file hunk for path '{_shown(path)}' is empty",
                line_no,
                hint="Follow the header with '@@' and the lines to change.",
            )
        if not hunks:
            self._tolerate("pure-rename", "a move without any change", line_no)
        return UpdateFile(path, move_to, tuple(hunks), line_no)

    def _at_file_header(self) -> bool:
        """Say whether the next file op starts here; behind a blank it would be context."""
        return self._lines[self._at].startswith("*** ") and (
            self._lines[self._at].rstrip() != END_OF_FILE
        )

    # --- Hunk

    def _hunk(self, *, first: bool) -> Hunk | None:
        """Read `Hunk`; None for blank layout that holds none."""
        start = self._at
        anchors = self._anchors()
        lines, end_of_file = self._hunk_lines()
        if self._at == start:
            raise _syntax(
                f"'{_shown(self._lines[self._at])}' can not start a hunk",
                self._at + 1,
                hint="Hunks start with '@@'; their lines with ' ', '-' or '+'.",
            )
        if not lines:
            if not anchors and start < self._last and not self._lines[start].startswith("@@"):
                self._tolerate("blank-layout", "blank lines between hunks", start + 1)
                return None
            raise _syntax(
                "the hunk has no lines",
                start + 1,
                hint="Follow '@@' with context (' '), removed ('-') or added ('+') lines.",
            )
        if not self._lines[start].startswith("@@"):
            if first and self._is_diff_file_lines(lines):
                self._tolerate("diff-file-lines", "'---' and '+++' lines of a diff", start + 1)
                return None
            if not first:
                raise _syntax(
                    f"expected '@@' or a file header, got '{_shown(self._lines[start])}'",
                    start + 1,
                    hint="Separate hunks with '@@'.",
                )
            self._tolerate("first-hunk-without-at", "a first hunk without '@@'", start + 1)
        return Hunk(anchors, lines, end_of_file, self._unterminated, start + 1)

    def _is_diff_file_lines(self, lines: tuple[str, ...]) -> bool:
        """Recognise the two lines with which a unified diff names its file."""
        return (
            len(lines) == 2
            and lines[0].startswith("--- ")
            and lines[1].startswith("+++ ")
            and self._at < self._last
            and self._lines[self._at].startswith("@@")
        )

    def _anchors(self) -> tuple[str, ...]:
        """Read `"@@" [ " " anchor ] NL { "@@ " anchor NL }`."""
        anchors: list[str] = []
        while self._at < self._last:
            line = self._lines[self._at]
            if line.rstrip() == "@@":
                if anchors:
                    break  # a bare marker opens the next hunk
                self._at += 1
                if line != "@@":
                    self._tolerate("padded-marker", "white space after '@@'")
                if not self._stacked_anchor_follows():
                    break
            elif line.startswith("@@ "):
                anchors.append(line[3:])
                self._at += 1
            else:
                break
        return tuple(anchors)

    def _stacked_anchor_follows(self) -> bool:
        return self._at < self._last and self._lines[self._at].startswith("@@ ")

    def _hunk_lines(self) -> tuple[tuple[str, ...], bool]:
        """Read `{ HunkLine } [ "*** End of File" NL ]`."""
        lines: list[str] = []
        tail = 0  # wholly empty lines since the last other one: layout, if nothing follows
        end_of_file = False
        self._unterminated = False
        while self._at < self._last and not end_of_file:
            line = self._lines[self._at]
            if line and line[0] in "+- ":
                if tail:
                    self._tolerate("bare-blank-context", "a blank context line without its blank")
                    lines.extend([" "] * tail)
                    tail = 0
                lines.append(line)
            elif not line:
                tail += 1
            elif lines and line.startswith(_REMARK):
                self._tolerate("no-newline-remark", "git's remark about the last newline")
                self._unterminated = lines[-1][0] == "+"
            elif line.rstrip() == END_OF_FILE and lines:
                end_of_file = True
            else:
                break
            self._at += 1
        if tail:
            self._tolerate("blank-layout", "blank lines after a hunk")
        if end_of_file:
            self._skip_blank_layout()
        return tuple(lines), end_of_file

    def _skip_blank_layout(self) -> None:
        while self._at < self._last and not self._lines[self._at].strip():
            self._at += 1

    # --- leniency

    def _tolerate(self, name: str, what: str, line_no: int | None = None) -> None:
        """Note an accepted deviation, or refuse it when strict."""
        at = line_no if line_no is not None else self._at + 1
        if self._strict:
            raise _syntax(f"{what} is not part of the grammar ({name})", at)
        self._tolerated.setdefault(name, at)

    def _without_carriage_returns(self, text: str) -> str:
        r"""Return the text with LF endings, as Codex reads it."""
        if "\r\n" not in text:
            return text
        self._tolerate("crlf-patch", "patch lines that end with CRLF")
        return text.replace("\r\n", "\n")


_ENVELOPE = f"Wrap the whole patch in '{BEGIN}' and '{END}'."
_CUT_OFF = f"The patch may have been cut off: send it whole, with '{END}' as its last line."


def _syntax(message: str, line_no: int, *, hint: str | None = None) -> InputError:
    return InputError("patch-syntax", message, line_no=line_no, hint=hint)


def _shown(text: str) -> str:
    """Return text short enough for a message."""
    return text if len(text) <= 120 else text[:117] + "..."
