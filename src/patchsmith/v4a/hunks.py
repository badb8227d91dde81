"""From placed hunks to splices: what one update changes in one file.

Only the removed and added lines of a hunk become splices; context lines keep the file's bytes
whatever the tier. Lines that a hunk adds are re-indented when the old lines were found with
another indentation, or the hunk is refused.
"""

from __future__ import annotations

from patchsmith.errors import InputError
from patchsmith.text.document import Document, Splice
from patchsmith.text.matching import EXACT, STRIPPED, UNICODE, Finder
from patchsmith.v4a.locate import Ambiguous, Found, Locator, NotFound
from patchsmith.v4a.outcome import PlacedHunk
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.errors import PatchsmithError
    from patchsmith.v4a.model import Hunk


_MANY = 24  # hunks from which on one pass over the file pays off
_MOST_ERRORS = 20  # failing hunks that one answer explains
_EXPLAINED = 1 << 27  # bytes of the file times failing hunks: each explanation walks through it
_ADDED, _REMOVED, _CONTEXT = b"+- "


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

    Raises:
        InputError: `bad-text` when a hunk holds a character that no file can.
    """
    body = document.body
    finder = Finder(body)
    spelled = [_spelled(hunk, path, number) for number, hunk in enumerate(hunks, 1)]
    olds = [[line[1:] for line in lines if line[0] != _ADDED] for lines in spelled]
    if len(hunks) > _MANY:
        _prime(finder, hunks, olds)
    locator = Locator(finder)
    splices: list[Splice] = []
    placed: list[PlacedHunk] = []
    errors: list[PatchsmithError] = []
    most_errors = max(min(_MOST_ERRORS, _EXPLAINED // (len(body) + 1)), 1)
    for hunk, lines, old in zip(hunks, spelled, olds, strict=True):
        where = locator.place(hunk, old)
        fitted = _fitted(body, hunk, lines, where) if isinstance(where, Found) else None
        if isinstance(where, NotFound | Ambiguous) or fitted is None:
            from patchsmith.v4a.misses import explain

            number = len(placed) + len(errors) + 1
            errors.append(explain(finder, hunk, where, path, number))
            if len(errors) == most_errors:
                break
            continue
        signs = bytes([line[0] for line in lines])
        changes, end = _splices(body, fitted, signs, where)
        if hunk.unterminated and changes and changes[-1].end == len(body):
            changes[-1] = changes[-1].replaced(text=changes[-1].text[:-1])
        locator.passed(end, [(change.start, change.end) for change in changes])
        splices.extend(changes)
        line_no = finder.line_no(where.offset)
        counts = signs.count(_ADDED), signs.count(_REMOVED)
        placed.append(PlacedHunk(where.tier, line_no, *counts, where.leniency))
    splices.sort(key=lambda splice: (splice.start, splice.end))
    _end_last_line(document.body, splices)
    return Edited(tuple(splices), tuple(placed), tuple(errors))


def _spelled(hunk: Hunk, path: str, number: int) -> list[bytes]:
    """Return a hunk's lines as files spell them, first characters included."""
    try:
        for anchor in hunk.anchors:
            anchor.encode("utf-8")
        return [line.encode("utf-8") for line in hunk.lines]
    except UnicodeEncodeError as error:
        raise InputError(
            "bad-text",
            f"the hunk on patch line {hunk.line_no} holds a character that no file can: "
            f"{error.reason}",
            path=path,
            hunk=number,
        ) from None


def _end_last_line(body: bytes, splices: list[Splice]) -> None:
    """Give a last line without ending one when lines are added behind it."""
    if not body or body.endswith(b"\n"):
        return
    for index, splice in enumerate(splices):
        if splice.end == len(body):
            if splice.start == len(body):
                splices[index] = splice.replaced(text=b"\n" + splice.text)
            return


def _prime(finder: Finder, hunks: tuple[Hunk, ...], olds: list[list[bytes]]) -> None:
    """Tell the finder all that will be looked for, where that beats looking one by one."""
    anchors = {anchor for hunk in hunks for anchor in hunk.anchors}
    lines = [[anchor.encode("utf-8", "surrogateescape")] for anchor in anchors]
    finder.prime([block for block in (*olds, *lines) if block])


def _fitted(body: bytes, hunk: Hunk, lines: list[bytes], where: Found) -> list[bytes] | None:
    """Return the hunk's lines, added ones indented for its place; None when that is open."""
    if where.tier not in (STRIPPED, UNICODE):
        return lines
    from patchsmith.v4a.reindent import reindented

    fitted = reindented(hunk, _lines_at(body, where.offset, len(hunk.old)))
    if fitted is None or fitted is hunk:
        return None if fitted is None else lines
    return [line.encode("utf-8", "surrogateescape") for line in fitted.lines]


def _lines_at(body: bytes, offset: int, count: int) -> list[str]:
    lines: list[str] = []
    for _ in range(count):
        end = body.find(b"\n", offset)
        end = len(body) if end < 0 else end
        lines.append(body[offset:end].decode("utf-8", "surrogateescape"))
        offset = end + 1
    return lines


def _splices(
    body: bytes, lines: list[bytes], signs: bytes, where: Found
) -> tuple[list[Splice], int]:
    """Return the runs of changed lines of a hunk as splices, and where its old lines end.

    Args:
        body: The file.
        lines: The hunk's lines with their first characters.
        signs: The first characters alone.
        where: Where its old lines stand.
    """
    exact = where.tier == EXACT
    size = len(body)
    first = len(signs) - len(signs.lstrip(b" "))  # most hunks change one run of lines
    behind = max(len(signs.rstrip(b" ")), first)
    offset = start = _behind(body, lines[:first], where.offset, exact=exact)
    splices: list[Splice] = []
    added: list[bytes] = []
    for line in lines[first:behind]:
        sign = line[0]
        if sign == _ADDED:
            added.append(line[1:])
            continue
        if sign == _CONTEXT and (added or start < offset):
            splices.append(_splice(start, offset, added))
            added = []
        # exact: one less for the first character, one more for the newline
        offset = min(offset + len(line), size) if exact else body.find(b"\n", offset) + 1 or size
        if sign == _CONTEXT:
            start = offset
    if added or start < offset:
        splices.append(_splice(start, offset, added))
    return splices, _behind(body, lines[behind:], offset, exact=exact)


def _behind(body: bytes, lines: list[bytes], offset: int, *, exact: bool) -> int:
    """Return the offset behind context lines that start at an offset."""
    if exact:
        return min(offset + sum(map(len, lines)), len(body))
    for _ in lines:
        offset = body.find(b"\n", offset) + 1 or len(body)
    return offset


def _splice(start: int, end: int, added: list[bytes]) -> Splice:
    return Splice(start, end, b"\n".join([*added, b""]))
