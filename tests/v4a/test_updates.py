"""Updating one file: judged, then placed the plain way or by the full search."""

from __future__ import annotations

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.v4a.model import Hunk, UpdateFile
from patchsmith.v4a.parser import parse
from patchsmith.v4a.updates import searched, updated


def update(*lines: str) -> UpdateFile:
    text = "\n".join(["*** Begin Patch", "*** Update File: a", *lines, "*** End Patch"])
    (op,) = parse(text).ops
    assert isinstance(op, UpdateFile)
    return op


def test_the_plain_way_comes_first_and_the_full_search_after_it() -> None:
    """The same content either way; only the plain way knows that nothing had to be tolerated."""
    op = update("@@", "-b", "+c")
    assert updated(b"a\nb\n", op).is_exact
    assert updated(b"a\nb\n", op) == searched(b"a\nb\n", op)
    found = updated(b"a\nb  \n", op)
    assert not found.is_exact
    assert (found.content, found.hunks[0].tier) == (b"a\nc\n", "trailing")


def test_hunks_that_were_not_read_as_a_block_are_searched() -> None:
    """An update that is made by hand has no lines of a patch."""
    op = UpdateFile("a", None, (Hunk((), ("-b", "+c"), False, False, 3),), 2)
    assert updated(b"b\n", op).content == b"c\n"


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["@@", "-b", "+\0"], "bad-text"),
        (["@@", "-b", "+# ... rest of the code ..."], "elision"),
        (["@@", "-x", "+c"], "not-found"),
    ],
)
def test_refusals_come_before_anything_is_placed(lines: list[str], code: str) -> None:
    """What must not be added is refused though the hunk would fit."""
    with pytest.raises(PatchsmithError) as caught:
        updated(b"a\nb\n", update(*lines))
    assert caught.value.code == code


def test_a_lone_cr_ends_lines_when_nothing_fits_otherwise() -> None:
    """Codex scenario 024."""
    assert updated(b"a\rb\r", update("@@", "-b", "+c")).content == b"a\rc\r"


def test_a_file_that_is_no_text_is_refused_before_what_is_added() -> None:
    """Two faults at once: the file's comes first, as nothing could be added to it at all."""
    with pytest.raises(PatchsmithError) as caught:
        updated(b"\xff\xfe\x00", update("@@", "-b", "+\0"))
    assert caught.value.code == "not-text"
