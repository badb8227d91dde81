"""Updating one file: added text is judged, then the hunks are placed, the plain way first.

Hunks that each stand exactly once, in order, are placed by `exact`; all others by `hunks`.
"""

from __future__ import annotations

from patchsmith.v4a.exact import placed_exactly
from patchsmith.v4a.outcome import Updated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.v4a.additions import Additions
    from patchsmith.v4a.model import Hunk, UpdateFile


def updated(content: bytes, op: UpdateFile) -> Updated:
    """Work out what the hunks of an update make of its file.

    Args:
        content: The bytes of the file.
        op: The update; its path is only named in errors.

    Raises:
        PatchsmithError: The error of the first hunk that does not fit; those of the others are
            its `related`.
    """
    block = op.block
    if block is None or suspicious(block.text):
        _look_at_additions(op.hunks, content, op.path)
    done = placed_exactly(content, block) if block is not None else None
    return done if done is not None else looked_up(content, op)


def looked_up(content: bytes, op: UpdateFile) -> Updated:
    """Place hunks by all that they can be placed by."""
    from patchsmith.text.document import Document
    from patchsmith.v4a.hunks import edit

    document = Document(content, op.path)
    edited = edit(document, op.hunks, op.path)
    if edited.errors and b"\r" in document.body:
        document = Document(content, op.path, lone_cr=True)
        edited = edit(document, op.hunks, op.path)
    if edited.errors:
        first, *others = edited.errors
        first.related = tuple(others)
        raise first
    after = document.spliced(edited.splices) if edited.splices else content
    return Updated(after, edited.hunks)


def suspicious(text: str) -> bool:
    """Say cheaply whether added text needs the closer look of `additions`."""
    return not text.isascii() or "\0" in text or "..." in text


def _look_at_additions(hunks: tuple[Hunk, ...], content: bytes, path: str) -> None:
    additions: Additions | None = None
    for number, hunk in enumerate(hunks, 1):
        if suspicious("".join(hunk.lines)):
            if additions is None:
                from patchsmith.v4a.additions import Additions

                additions = Additions(content, path)
            added = [line[1:] for line in hunk.lines if line[0] == "+"]
            additions.refuse(added, hunk=number, line_no=hunk.line_no)
