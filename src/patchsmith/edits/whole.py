r"""Planning a whole file: the content as it was sent, in the style the file already has.

A new file is written byte for byte. One that exists keeps its byte order mark and encoding, and
where all its lines end with CRLF, so do the new ones. Files of mixed endings, and those that are
not text, are replaced by exactly what was sent.
"""

from __future__ import annotations

from patchsmith.edits.planner import text_document
from patchsmith.edits.request import BOM, encoded
from patchsmith.errors import EditError
from patchsmith.text.document import Splice
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.text.document import Document

_BOM = BOM.encode()


class Whole(Value):
    """A whole file, worked out."""

    __slots__ = ("content", "status")

    content: bytes
    """The file's bytes afterwards."""
    status: str
    """`A` for a new file, `M` for one that changes, `unchanged` for one that is so already."""


def plan_write(before: bytes | None, content: str, path: str) -> Whole:
    """Work out the bytes of a file that is written as a whole.

    Args:
        before: The file's bytes now; None when there is no file.
        content: What the caller wants in it.
        path: The file's name for errors, relative to the root.

    Raises:
        InputError: `bad-text`; `elision` for a placeholder that the file does not hold already.
    """
    text = encoded(content, "content", path)
    document = _styled(before, path)
    _refuse_elision(text, document, path)
    after = text if document is None else _in_style_of(document, text)
    if before is None:
        return Whole(after, "A")
    return Whole(after, "M" if after != before else "unchanged")


def _in_style_of(document: Document, text: bytes) -> bytes:
    if document.has_bom:
        text = text.removeprefix(_BOM)
    if document.uniform == b"\r\n":
        text = text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return document.replaced([Splice(0, len(document.body), text)])


def _styled(before: bytes | None, path: str) -> Document | None:
    """Return the existing file for its style; None when there is none to keep."""
    if before is None:
        return None
    try:
        return text_document(before, path)
    except EditError:
        return None  # not text: there is no style to keep, and all of it goes


def _refuse_elision(text: bytes, document: Document | None, path: str) -> None:
    from patchsmith.text.elision import refuse_elision

    refuse_elision(text, (document.body,) if document is not None else (), "content", path)
