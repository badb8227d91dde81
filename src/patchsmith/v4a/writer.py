"""Writing a change set as a patch that applies back exactly.

The patch is canonical: `strict` reads it. It is proven before it is returned: planned on the files
as they were before, in memory, it must give the bytes of the change set, every one of them. What
the language can not say is refused with the path and the reason, never written wrong:

- a new file whose last line has no newline, or whose lines end with CRLF;
- a last line that is changed and has no newline afterwards;
- line endings, byte order marks and encodings that change, mixed endings that the rules of
  applying (a new line takes the ending of its neighbours) would not give;
- lines that are not UTF-8 or hold NUL, where a patch would have to show them;
- paths that a header line can not hold;
- new lines that applying refuses, such as placeholders for code that was left out.

A file that moves is an Update with `*** Move to:`; one that moves unchanged shows a few lines that
find it. Only a moved file without any line to show (empty, binary) is written without a hunk, by
the leniency `pure-rename`: `strict` refuses that one.

To undo a change, write `change_set.inverse()`.
"""

from __future__ import annotations

from patchsmith.changes.mapping_tree import MappingTree
from patchsmith.errors import EditError, PatchsmithError, RequestError
from patchsmith.text.document import Document
from patchsmith.text.line_diff import Block, changed_blocks
from patchsmith.v4a.grammar import ADD, BEGIN, DELETE, END, END_OF_FILE, MOVE, UPDATE
from patchsmith.v4a.hunk_writer import HunkWriter, Unwritable, patch_text
from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import ChangeSet, FileChange
    from patchsmith.changes.paths import RelPath
    from patchsmith.v4a.model import Hunk


def write_patch(change_set: ChangeSet, *, context: int = 3) -> str:
    """Return a change set as a V4A patch.

    Args:
        change_set: What changes.
        context: How many unchanged lines to show above and below each change.

    Returns:
        The patch, its last line ended; empty text when nothing changes.

    Raises:
        EditError: `not-text` with the path and the reason: the language can not say this.
        InputError: `unsafe-path` for a path that no patch may name.
        RequestError: `bad-request` for a negative context.
    """
    if context < 0:
        raise RequestError("bad-request", "context is a number of lines, 0 or more")
    sections = _Sections(change_set, context)
    lines = sections.lines()
    if not lines:
        return ""
    text = "\n".join([BEGIN, *lines, END, ""])
    _prove(text, change_set, strict=not sections.bare_rename)
    return text


class _Sections:
    """The file ops of one patch."""

    __slots__ = ("_change_set", "_context", "_origins", "bare_rename")

    def __init__(self, change_set: ChangeSet, context: int) -> None:
        self._change_set = change_set
        self._context = context
        self.bare_rename = False
        """Whether a move was written without a hunk."""
        gone = {change.path: change for change in change_set if change.after is None}
        self._origins: dict[str, FileChange] = {}
        """Path of a moved file's target -> the change that removes its origin."""
        for change in change_set:
            if change.origin is not None and change.after is not None:
                origin = gone.pop(change.origin, None)
                if origin is not None and origin.before is not None:
                    self._origins[change.path] = origin

    def lines(self) -> list[str]:
        """Return the lines between the outer markers."""
        moved = {origin.path for origin in self._origins.values()}
        lines: list[str] = []
        for change in self._change_set:
            if change.path in moved:
                continue
            try:
                lines.extend(self._of(change))
            except Unwritable as reason:
                raise _refusal(change.path, str(reason)) from None
        return lines

    def _of(self, change: FileChange) -> list[str]:
        origin = self._origins.get(change.path)
        if origin is not None:
            replaced = [] if change.before is None else [_header(DELETE, change.path)]
            return [*replaced, *self._moved(origin, change)]
        if change.after is None:
            return [] if change.before is None else [_header(DELETE, change.path)]
        if change.before is None:
            return [_header(ADD, change.path), *_added(change.after)]
        if change.before == change.after:
            return []
        hunks = self._hunks(change.before, change.after, change.path)
        if not hunks:
            raise Unwritable(_reason(change.before, change.after, change.path))
        return [_header(UPDATE, change.path), *_hunk_lines(hunks)]

    def _moved(self, origin: FileChange, change: FileChange) -> list[str]:
        assert origin.before is not None
        assert change.after is not None
        head = [_header(UPDATE, origin.path), _header(MOVE, change.path)]
        if origin.before == change.after:
            hunk = _unchanged(origin.before, self._context)
            self.bare_rename = self.bare_rename or hunk is None
            return [*head, *_hunk_lines([hunk] if hunk is not None else [])]
        hunks = self._hunks(origin.before, change.after, origin.path)
        if not hunks:
            raise Unwritable(_reason(origin.before, change.after, change.path))
        return [*head, *_hunk_lines(hunks)]

    def _hunks(self, before: bytes, after: bytes, path: str) -> list[Hunk]:
        old, new = Document(before, path).body, Document(after, path).body
        blocks = _blocks(old, new)
        return HunkWriter(old, _lines(old), _lines(new), self._context).hunks(blocks)


def _unchanged(content: bytes, context: int) -> Hunk | None:
    """Return a hunk that only finds a file; None when no line of it can be shown."""
    try:
        body = Document(content).body
        return HunkWriter(body, _lines(body), [], context).unchanged()
    except (EditError, Unwritable):
        return None


def _blocks(old: bytes, new: bytes) -> list[Block]:
    """Return what changes; a last line that gains or loses its newline is a change too."""
    ours, theirs = _lines(old), _lines(new)
    blocks = changed_blocks(ours, theirs)
    if not ours or not theirs or old.endswith(b"\n") == new.endswith(b"\n"):
        return blocks
    last = blocks[-1] if blocks else Block(0, 0, 0, 0)
    if (last.end, last.new_end) == (len(ours), len(theirs)):
        return blocks
    end, new_end = len(ours), len(theirs)
    if blocks and last.end == end - 1:
        return [*blocks[:-1], Block(last.start, end, last.new_start, new_end)]
    return [*blocks, Block(end - 1, end, new_end - 1, new_end)]


def _lines(body: bytes) -> list[bytes]:
    lines = body.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _added(content: bytes) -> list[str]:
    """Return the lines of a new file."""
    if content and not content.endswith(b"\n"):
        raise Unwritable("the last line of the new file has no newline at its end")
    if b"\r\n" in content:
        raise Unwritable("the new file has lines that end with CRLF")
    return ["+" + patch_text(line) for line in _lines(content)]


def _hunk_lines(hunks: list[Hunk]) -> list[str]:
    lines: list[str] = []
    for hunk in hunks:
        lines.extend([f"@@ {anchor}" for anchor in hunk.anchors] or ["@@"])
        lines.extend(hunk.lines)
        if hunk.end_of_file:
            lines.append(END_OF_FILE)
    return lines


def _header(marker: str, path: str) -> str:
    if path != path.strip() or "\n" in path:
        raise Unwritable("a header line can not hold this path")
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        raise Unwritable("the path is not UTF-8") from None
    return marker + path


def _prove(text: str, change_set: ChangeSet, *, strict: bool) -> None:
    """Refuse a patch that does not turn the files before into the files afterwards."""
    before: dict[str, bytes | str] = {
        change.path: change.before for change in change_set if change.before is not None
    }
    made: dict[RelPath, bytes | None]
    try:
        planned = plan(parse(text, strict=strict), MappingTree(before), strict=strict)
    except PatchsmithError as error:
        if error.code == "unsafe-path":
            raise
        if error.code != "no-change":
            reason = f"the patch would not apply ({error.message})"
            raise _refusal(error.path or "", reason) from None
        made = {}
    else:
        made = {change.path: change.after for change in planned.change_set}
    for change in change_set:
        got = made.pop(change.path, change.before)
        if got != change.after:
            raise _refusal(change.path, _reason(change.before, change.after, change.path))
    for path in made:
        raise _refusal(path, "the patch would change this file too")


def _reason(before: bytes | None, after: bytes | None, path: str) -> str:
    """Say what about new content a patch can not say."""
    old, new = Document(before or b"", path), Document(after or b"", path)
    if new.body and not new.body.endswith(b"\n"):
        return "the last line is changed and has no newline at its end"
    if old.body == new.body and old.has_bom == new.has_bom:
        return "only line endings change"
    if old.has_bom != new.has_bom or old.body == new.body:
        return "its encoding or byte order mark changes"
    return "its lines end in a way that applying a patch does not give"


def _refusal(path: str, reason: str) -> EditError:
    return EditError(
        "not-text",
        f"a patch can not say this change exactly: {reason}",
        path=path,
        hint="Write the whole file, or carry its bytes another way.",
    )
