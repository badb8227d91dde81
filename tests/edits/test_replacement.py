"""The bytes that are written in the place of a match."""

from __future__ import annotations

import pytest

from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import edit_request

WRITTEN = {
    "LF text in a CRLF file": (b"a\r\nb\r\n", "a\nb", "x\ny\nz", b"x\r\ny\r\nz\r\n"),
    "one line becomes two in a CRLF file": (b"a\r\nb\r\n", "a", "x\ny", b"x\r\ny\r\nb\r\n"),
    "CRLF text in a CRLF file": (b"a\r\nb\r\n", "a\r\nb", "x\r\ny", b"x\r\ny\r\n"),
    "CRLF new text in a CRLF file": (b"a\r\n", "a", "x\r\ny", b"x\r\ny\r\n"),
    "a caller that means it": (b"a\r\nb\r\n", "a\r\nb", "a\nb", b"a\nb\r\n"),
    "CRLF strings in an LF file": (b"a\nb\n", "a\r\nb", "x\r\ny", b"x\ny\n"),
    "CRLF new text in an LF file": (b"a\nb\n", "a", "x\r\ny", b"x\ny\nb\n"),
    "an LF caller that wants CRLF": (b"a\nb\n", "a\nb", "a\r\nb", b"a\r\nb\n"),
    "CRLF in a file of one line": (b"a", "a", "x\r\ny", b"x\r\ny"),
    "the region decides": (b"a\nb\r\nc\r\nd\n", "b\nc", "B\nC\nX", b"a\nB\r\nC\r\nX\r\nd\n"),
    "the line's own ending": (b"a\nb\r\nc\n", "b", "B\nX", b"a\nB\r\nX\r\nc\n"),
    "the line before, at the end": (b"a\nb\r\nc", "c", "C\nX", b"a\nb\r\nC\r\nX"),
    "unchanged lines keep theirs": (b"a\r\nb\nc\r\n", "a\nb\nc", "a\nX\nc", b"a\r\nX\nc\r\n"),
    "trailing blanks of unchanged lines": (
        b"a  \nb\t\nc \nd\n",
        "a\nb\nc",
        "a\nB\nc",
        b"a  \nB\nc \nd\n",
    ),
    "an inserted line between unchanged": (b"a  \nb \n", "a\nb", "a\nX\nb", b"a  \nX\nb \n"),
    "blanks that are asked for": (b"a\t\nb\n", "a\nb", "a  \nB", b"a  \nB\n"),
    "a missing final newline stays missing": (b"a\nb", "b\n", "c\n", b"a\nc"),
    "with blanks behind the newline": (b"a\nb", "b\n ", "c\n  ", b"a\nc"),
    "with blanks instead of new text": (b"a", "a\n ", " ", b" "),
    "new text that does not end so": (b"a", "a\n\t", "b\nc", b"b\nc"),
    "and so in a CRLF file": (b"a\r\nb", "b\r\n", "c\r\n", b"a\r\nc"),
    "deleting the last line": (b"a\nb", "b\n", "", b"a\n"),
    "a lone CR is text": (b"a\rb\nc\n", "a\rb", "x\ry", b"x\ry\nc\n"),
    "the mark stays once": (b"\xef\xbb\xbfa\n", "\ufeffa", "\ufeffb", b"\xef\xbb\xbfb\n"),
    "a mark in new text only": (b"\xef\xbb\xbfa\n", "a", "\ufeffb", b"\xef\xbb\xbfb\n"),
    "a mark is kept when left out": (b"\xef\xbb\xbfa\n", "\ufeffa", "b", b"\xef\xbb\xbfb\n"),
    "UTF-16": (
        b"\xff\xfe" + "a\r\nb\r\n".encode("utf-16-le"),
        "b",
        "ü\n",
        b"\xff\xfe" + "a\r\nü\r\n\r\n".encode("utf-16-le"),
    ),
    "nothing is a pattern": (
        b"a.c\n",
        "a.c",
        r"\1 \g<0> $& $1 %s {0}",
        b"\\1 \\g<0> $& $1 %s {0}\n",
    ),
}


@pytest.mark.parametrize(("content", "old", "new", "after"), WRITTEN.values(), ids=WRITTEN.keys())
def test_the_place_gets_the_new_text_in_the_regions_style(
    content: bytes, old: str, new: str, after: bytes
) -> None:
    """New text is literal; its line ends, and lines left alone, are the file's."""
    assert plan_edit(content, edit_request(old, new), "f").content == after


def test_each_of_many_matches_takes_the_ending_of_its_own_region() -> None:
    """Replacing all in a file of mixed endings adds to neither kind."""
    edit = plan_edit(b"a\r\nb\na\nb\n", edit_request("a\nb", "x\ny\nz", replace_all=True), "f")
    assert edit.content == b"x\r\ny\r\nz\nx\ny\nz\n"


def test_long_blocks_are_paired_without_comparing_each_with_each() -> None:
    """Thousands of lines of mixed endings keep theirs in order."""
    content = b"a\r\n" * 3000 + b"b\n" * 3000
    old = "a\n" * 3000 + "b\n" * 3000
    new = "c\n" * 3000 + "d\n" * 3000
    after = plan_edit(content, edit_request(old, new), "f").content
    assert after == b"c\r\n" * 3000 + b"d\n" * 3000
