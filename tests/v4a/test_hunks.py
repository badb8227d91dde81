"""From hunks to splices."""

from __future__ import annotations

import pytest

from patchsmith.text.document import Document
from patchsmith.v4a.hunks import PlacedHunk, edit
from patchsmith.v4a.model import Hunk


def edited(content: bytes, *hunks: tuple[str, ...]) -> bytes:
    document = Document(content)
    result = edit(document, tuple(Hunk((), lines, False, False, 1) for lines in hunks), "f")
    assert result.errors == ()
    return document.spliced(result.splices)


@pytest.mark.parametrize(
    ("content", "lines", "expected"),
    [
        (b"a\nb\nc\n", (" a", "-b", "+B", " c"), b"a\nB\nc\n"),
        (b"a\nb\nc\n", ("-a", "-b", "-c"), b""),
        (b"a\nb", ("-a", "+A"), b"A\nb"),
        (b"a\nb", ("-b", "+B"), b"a\nB\n"),
        (b"a\nb", (" b", "+c"), b"a\nb\nc\n"),
        (b"a\nb", ("-b",), b"a\n"),
        (b"", ("+a",), b"a\n"),
        (b"a", ("+b",), b"a\nb\n"),
        (b"a  \nb\n", (" a", "-b", "+B"), b"a  \nB\n"),
        (b"a\nb\nc\nd\n", (" a", "+x", " b", "-c", " d", "+y"), b"a\nx\nb\nd\ny\n"),
        (b"  a\n  b\n", (" a", "+n", " b"), b"  a\n  n\n  b\n"),
    ],
)
def test_only_removed_and_added_lines_change(
    content: bytes, lines: tuple[str, ...], expected: bytes
) -> None:
    """Context keeps the file's bytes; a final newline comes only with a new last line."""
    assert edited(content, lines) == expected


def test_hunks_at_the_end_of_a_file_without_newline_add_one_ending() -> None:
    """Two additions behind an unterminated line end it once."""
    assert edited(b"a", ("+b",), ("+c",)) == b"a\nb\nc\n"
    assert edited(b"a\nz", ("-z", "+Z"), ("+c",)) == b"a\nZ\nc\n"


def test_hunks_may_come_in_any_order() -> None:
    """Each unique hunk finds its place, above the one before too."""
    assert edited(b"a\nb\nc\n", ("-c", "+C"), ("-a", "+A")) == b"A\nb\nC\n"


def test_the_result_says_tier_line_and_counts() -> None:
    """Line numbers are 1-based and of the file before the op, whatever the order of hunks."""
    document = Document(b"a\nb \nc\n")
    hunks = (Hunk((), ("-c", "+C", "+D"), False, False, 1), Hunk((), ("-b",), False, False, 2))
    assert edit(document, hunks, "f").hunks == (
        PlacedHunk("exact", 3, 2, 1, None),
        PlacedHunk("trailing", 2, 0, 1, "hunk-out-of-order"),
    )


def test_every_failing_hunk_is_reported() -> None:
    """One answer names all that must be mended."""
    hunks = (
        Hunk((), ("-x",), False, False, 1),
        Hunk((), ("-a",), False, False, 2),
        Hunk((), ("-y",), False, False, 3),
    )
    errors = edit(Document(b"a\n"), hunks, "f").errors
    assert [(error.code, error.hunk) for error in errors] == [("not-found", 1), ("not-found", 3)]
