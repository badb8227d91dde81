"""Planning one edit: from a file's bytes and a request to the file's new bytes.

The match is found in the document's body, mapped back to the file's own bytes and spliced by
offset: whatever lies outside it stays as it is. Nothing is read or written here.

Refused: files that are not text; no match (`diagnosis` says why); several matches where one was
asked for; placeholders for code left out; a result that equals the file.
"""

from __future__ import annotations

from patchsmith.edits.replacement import Replacer
from patchsmith.edits.request import BOM
from patchsmith.edits.search import SHOWN, find, first_line_nos
from patchsmith.errors import EditError, InternalError
from patchsmith.text.document import Document
from patchsmith.text.matching import EXACT, trimmed_end
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.edits.request import EditRequest
    from patchsmith.edits.search import Found
    from patchsmith.text.document import Splice

_MOST_PLACES = 20
_BOM = BOM.encode()


class Place(Value):
    """Where one match was replaced."""

    __slots__ = ("line_no", "new_line_no")

    line_no: int
    """1-based line of the file before the edit at which the match starts."""
    new_line_no: int
    """1-based line of the file after the edit at which the new text starts."""


class Edit(Value):
    """One edit, worked out."""

    __slots__ = ("content", "tier", "count", "places")  # noqa: RUF023 - the order of the fields

    content: bytes
    """The file's bytes afterwards."""
    tier: str
    """The match tier that decided: `exact`, or `trailing` when trailing blanks differed."""
    count: int
    """How many matches were replaced."""
    places: tuple[Place, ...]
    """Where the first of them are, in order; a bounded number."""


def plan_edit(content: bytes, request: EditRequest, path: str) -> Edit:
    """Work out what a request does to a file.

    Args:
        content: The file's bytes.
        request: The text to find and what replaces it.
        path: The file's name for errors, relative to the root.

    Raises:
        EditError: `not-text`, `not-found`, `ambiguous`, `no-change`.
        InputError: `elision`.
    """
    document = text_document(content, path)
    request, pinned = _without_bom(request, document)
    found = find(document.body, request.needle, every=request.every) if request.old else None
    if found is not None and pinned:
        found = _at_start(found)
    if found is None:
        from patchsmith.edits.diagnosis import explain_miss

        raise explain_miss(document, request, path)
    if not request.every and found.count > 1:
        raise _ambiguous(document, found, path)
    _refuse_elision(document, request, path)
    replacer = Replacer(document, request, found.tier)
    splices = [replacer.splice(*span) for span in found.spans]
    _confirm(document, request, found)
    after = document.replaced(splices)
    if after == content:
        raise EditError(
            "no-change",
            "the file would be the same afterwards: it holds new_string there already",
            path=path,
            line_no=first_line_nos(document.body, found)[0],
            hint="Go on, or send the text as it shall become as new_string.",
        )
    return Edit(after, found.tier, found.count, _places(document, splices))


def text_document(content: bytes, path: str) -> Document:
    """Return a file's content ready for editing, or refuse what is not text through and through.

    Raises:
        EditError: `not-text`, naming the first byte that is none and its line.
    """
    document = Document(content, path)
    body = document.body
    nul = body.find(b"\0")
    if nul >= 0:
        raise EditError(
            "not-text",
            f"the file is binary: line {document.line_no(nul)} holds a NUL byte",
            path=path,
            hint="Change it with the program that made it.",
        )
    if not body.isascii():
        try:
            body.decode("utf-8")
        except UnicodeDecodeError as error:
            raise EditError(
                "not-text",
                f"the file is not UTF-8: line {document.line_no(error.start)} holds the byte "
                f"0x{body[error.start]:02x}",
                path=path,
                hint="Convert the file to UTF-8 first, or change it with a program that knows "
                "its encoding.",
            ) from None
    return document


def _without_bom(request: EditRequest, document: Document) -> tuple[EditRequest, bool]:
    """Take off a byte order mark that the caller copied; the file keeps its own, once.

    Returns:
        The request, and whether its match must be at the file's start.
    """
    if not document.has_bom or not request.old.startswith(_BOM) or _BOM in document.body:
        return request, False
    old, new = request.old.removeprefix(_BOM), request.new.removeprefix(_BOM)
    return request.replaced(old=old, new=new), True


def _at_start(found: Found) -> Found | None:
    if found.spans[0][0] != 0:
        return None
    return found.replaced(spans=found.spans[:1], count=1)


def _ambiguous(document: Document, found: Found, path: str) -> EditError:
    line_nos = list(dict.fromkeys(first_line_nos(document.body, found)))
    least = "" if found.complete else "at least "
    more = ", and more" if found.count > SHOWN else ""
    tier = "" if found.tier == EXACT else " when trailing blanks are ignored"
    lines = "line" if len(line_nos) == 1 else "lines"
    return EditError(
        "ambiguous",
        f"old_string occurs {least}{found.count} times{tier}, at {lines} "
        f"{', '.join(map(str, line_nos))}{more}",
        path=path,
        line_no=line_nos[0],
        hint="Add the lines around the right place to old_string, or set replace_all to change "
        "every one.",
    )


def _refuse_elision(document: Document, request: EditRequest, path: str) -> None:
    from patchsmith.text.elision import refuse_elision

    refuse_elision(request.new, (request.old, document.body), "new_string", path)


def _confirm(document: Document, request: EditRequest, found: Found) -> None:
    """Check that what is about to be replaced is what was asked for, blanks at ends aside."""
    if found.tier == EXACT:
        return
    wanted = [trimmed_end(line) for line in request.needle.split(b"\n")]
    for start, end in found.spans:
        there = [trimmed_end(line) for line in document.body[start:end].split(b"\n")]
        if wanted not in (there, [*there, b""]):
            raise InternalError("internal", "a match was mapped to other text than it names")


def _places(document: Document, splices: list[Splice]) -> tuple[Place, ...]:
    places: list[Place] = []
    at, line_no, grown = 0, 1, 0
    for splice in splices[:_MOST_PLACES]:
        line_no += document.body.count(b"\n", at, splice.start)
        at = splice.start
        places.append(Place(line_no, line_no + grown))
        grown += splice.text.count(b"\n") - document.body.count(b"\n", splice.start, splice.end)
    return tuple(places)
