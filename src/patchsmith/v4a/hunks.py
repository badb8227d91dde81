"""From placed hunks to splices: what one update changes in one file.

Only the removed and added lines of a hunk become splices; context lines keep the file's bytes
whatever the tier. Lines that a hunk adds are re-indented when the old lines were found with
another indentation, or the hunk is refused.
"""

from __future__ import annotations

from patchsmith.text.document import Splice
from patchsmith.text.matching import STRIPPED, UNICODE, Finder
from patchsmith.v4a.locate import Found, Locator
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import PatchsmithError
    from patchsmith.text.document import Document
    from patchsmith.v4a.model import Hunk


_MANY = 8  # hunks from which on one pass over the file pays off
_MOST_ERRORS = 20  # failing hunks that one answer explains


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


class Edited(Value):
    """The outcome of all hunks of one update."""

    __slots__ = ("splices", "hunks", "errors")  # noqa: RUF023 - field order

    splices: tuple[Splice, ...]
    """What to replace, ascending; meaningful when there are no errors."""
    hunks: tuple[PlacedHunk, ...]
    """The hunks that were placed, in the patch's order."""
    errors: tuple[PatchsmithError, ...]
    """One error for each hunk that was not, up to a bounded number."""


def edit(document: Document, hunks: tuple[Hunk, ...], path: str) -> Edited:
    """Place all hunks of an update and say what they change.

    Args:
        document: The file as it is before the op.
        hunks: The hunks, in the patch's order.
        path: As the patch spells it, for errors.
    """
    finder = Finder(document.body)
    if len(hunks) > _MANY:
        _prime(finder, hunks)
    locator = Locator(finder)
    splices: list[Splice] = []
    placed: list[PlacedHunk] = []
    errors: list[PatchsmithError] = []
    lines = _LineNumbers(document.body)
    for number, hunk in enumerate(hunks, 1):
        where = locator.place(hunk)
        if isinstance(where, Found):
            fitted = _fitted(document.body, hunk, where)
            if fitted is not None:
                changes, end = _splices(document.body, fitted, where.offset)
                if hunk.unterminated and changes and changes[-1].end == len(document.body):
                    changes[-1] = changes[-1].replaced(text=changes[-1].text[:-1])
                locator.passed(end, [(change.start, change.end) for change in changes])
                splices.extend(changes)
                placed.append(_placed(hunk, where, lines))
                continue
        from patchsmith.v4a.misses import explain

        errors.append(explain(finder, hunk, where, path, number))
        if len(errors) == _MOST_ERRORS:
            break
    splices.sort(key=lambda splice: (splice.start, splice.end))
    _end_last_line(document.body, splices)
    return Edited(tuple(splices), tuple(placed), tuple(errors))


def _end_last_line(body: bytes, splices: list[Splice]) -> None:
    """Give a last line without ending one when lines are added behind it."""
    if not body or body.endswith(b"\n"):
        return
    for index, splice in enumerate(splices):
        if splice.end == len(body):
            if splice.start == len(body):
                splices[index] = splice.replaced(text=b"\n" + splice.text)
            return


def _prime(finder: Finder, hunks: tuple[Hunk, ...]) -> None:
    """Tell the finder all that will be looked for, where that beats looking one by one."""
    blocks = [[line.encode("utf-8", "surrogateescape") for line in hunk.old] for hunk in hunks]
    anchors = {anchor for hunk in hunks for anchor in hunk.anchors}
    blocks.extend([anchor.encode("utf-8", "surrogateescape")] for anchor in anchors)
    finder.prime([block for block in blocks if block])


class _LineNumbers:
    """Line numbers of offsets that mostly ascend, without counting from the top each time."""

    __slots__ = ("_at", "_body", "_line_no")

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0
        self._line_no = 1

    def of(self, offset: int) -> int:
        if offset < self._at:
            self._at, self._line_no = 0, 1
        self._line_no += self._body.count(b"\n", self._at, offset)
        self._at = offset
        return self._line_no


def _placed(hunk: Hunk, where: Found, lines: _LineNumbers) -> PlacedHunk:
    added = sum(1 for line in hunk.lines if line[0] == "+")
    removed = sum(1 for line in hunk.lines if line[0] == "-")
    return PlacedHunk(where.tier, lines.of(where.offset), added, removed, where.leniency)


def _fitted(body: bytes, hunk: Hunk, where: Found) -> Hunk | None:
    """Return the hunk with its added lines indented for its place; None when that is open."""
    if where.tier not in (STRIPPED, UNICODE):
        return hunk
    from patchsmith.v4a.reindent import reindented

    return reindented(hunk, _lines_at(body, where.offset, len(hunk.old)))


def _lines_at(body: bytes, offset: int, count: int) -> list[str]:
    lines: list[str] = []
    for _ in range(count):
        end = body.find(b"\n", offset)
        end = len(body) if end < 0 else end
        lines.append(body[offset:end].decode("utf-8", "surrogateescape"))
        offset = end + 1
    return lines


def _splices(body: bytes, hunk: Hunk, offset: int) -> tuple[list[Splice], int]:
    """Return the runs of changed lines of a hunk as splices, and where its old lines end."""
    splices: list[Splice] = []
    added: list[str] = []
    start = offset
    for line in hunk.lines:
        if line[0] == "+":
            added.append(line[1:])
            continue
        if line[0] == " " and (added or start < offset):
            splices.append(_splice(start, offset, added))
            added = []
        end = body.find(b"\n", offset)
        offset = len(body) if end < 0 else end + 1
        if line[0] == " ":
            start = offset
    if added or start < offset:
        splices.append(_splice(start, offset, added))
    return splices, offset


def _splice(start: int, end: int, added: list[str]) -> Splice:
    text = "".join([line + "\n" for line in added])
    return Splice(start, end, text.encode("utf-8", "surrogateescape"))
