"""Updating one file: the hunks are placed the plain way where that can be, else by a search.

Hunks that each stand exactly once, in order, are placed by `exact`; all others by `hunks`. What
they add is judged either way, before anything is made of it.
"""

from __future__ import annotations

from patchsmith.v4a.exact import placed_exactly
from patchsmith.v4a.grammar import suspicious
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
    done = placed_exactly(content, block) if block is not None else None
    if block is None or done is None:
        return searched(content, op)
    if block.is_suspicious:
        _look_at_additions(op.hunks, content, op.path)
    return done


def searched(content: bytes, op: UpdateFile) -> Updated:
    """Do what `updated` does by the search in tiers, whatever the hunks are."""
    from patchsmith.text.document import Document
    from patchsmith.v4a.hunks import edit

    document = Document(content, op.path)
    _look_at_additions(op.hunks, content, op.path)
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


def _look_at_additions(hunks: tuple[Hunk, ...], content: bytes, path: str) -> None:
    additions: Additions | None = None
    for number, hunk in enumerate(hunks, 1):
        if suspicious("".join(hunk.lines)):
            if additions is None:
                from patchsmith.v4a.additions import Additions

                additions = Additions(content, path)
            added = [line[1:] for line in hunk.lines if line[0] == "+"]
            additions.refuse(added, hunk=number, line_no=hunk.line_no)
