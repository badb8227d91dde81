"""From hunks to splices."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.text.document import Document
from patchsmith.v4a.hunks import edit
from patchsmith.v4a.model import Hunk
from patchsmith.v4a.outcome import PlacedHunk


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
        (b"a\nb\nc", ("-a", "+A", " b", " c", "+d"), b"A\nb\nc\nd\n"),
        (b"a \nb\nc", ("-a", "+A", " b", " c", "+d"), b"A\nb\nc\nd\n"),
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


@pytest.mark.parametrize(("anchors", "lines"), [((), (" a", "-\ud800")), (("\ud800",), ("-a",))])
def test_a_character_that_no_file_can_hold_is_refused(
    anchors: tuple[str, ...], lines: tuple[str, ...]
) -> None:
    """A lone surrogate in a line or an anchor is `bad-text`, with the hunk's number."""
    good = Hunk((), ("-b", "+c"), False, False, 1)
    with pytest.raises(InputError) as caught:
        edit(Document(b"a\nb\n"), (good, Hunk(anchors, lines, False, False, 4)), "f")
    assert (caught.value.code, caught.value.hunk, caught.value.path) == ("bad-text", 2, "f")
    assert "patch line 4" in caught.value.message


def test_hunks_of_common_lines_are_found_without_a_walk_for_each() -> None:
    """The finder makes a bounded number of walks however many hunks there are."""
    lines = [f"{n:b}".replace("0", "a\n").replace("1", "b\n") for n in range(4096, 8192)]
    body = "".join(lines).encode()
    unique = [
        block
        for block in (body[at : at + 60] for at in range(0, len(body) - 60, 600))
        if body.count(b"\n" + block) == 1
    ]
    hunks = [
        Hunk((), tuple(f" {line}" for line in block.decode().split("\n")[:-1]), False, False, 1)
        for block in unique
    ]
    assert len(hunks) > 40
    result = edit(Document(body), tuple(hunks), "f")
    assert not result.errors
    starts = [body.index(b"\n" + block) + 1 for block in unique]
    assert [hunk.line_no for hunk in result.hunks] == [
        body.count(b"\n", 0, start) + 1 for start in starts
    ]
