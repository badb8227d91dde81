"""Documents: what is not edited stays byte for byte."""

from __future__ import annotations

import pytest

from patchsmith.errors import EditError, InputError
from patchsmith.text.document import Document, Splice


@pytest.mark.parametrize(
    "content",
    [
        b"", b"a", b"a\n", b"a\r\nb\r\n", b"a\nb\r\nc", b"a\r\r\nb\n", b"\xef\xbb\xbfa\r\n",
        b"\xff\xfea\0\r\0\n\0", b"\xfe\xff\0a\0\n", b"caf\xe9\n", b"a\0b\n", b"x\rb\ny\r\n",
        "a\u2028b\fc\n".encode(),
    ],
)  # fmt: skip
def test_nothing_spliced_is_nothing_changed(content: bytes) -> None:
    """Reading and writing back is the identity for every ending, mark and encoding."""
    assert Document(content).spliced([]) == content
    if b"\r" in content:
        assert Document(content, lone_cr=True).spliced([]) == content


@pytest.mark.parametrize(
    ("content", "start", "end", "text", "expected"),
    [
        (b"a\nb\n", 2, 4, b"B\n", b"a\nB\n"),
        (b"a\r\nb\r\n", 2, 4, b"B\n", b"a\r\nB\r\n"),
        (b"a\nb\r\nc\r\n", 4, 4, b"n\n", b"a\nb\r\nn\r\nc\r\n"),
        (b"a\nb\r\nc\r\n", 2, 2, b"n\n", b"a\nn\nb\r\nc\r\n"),
        (b"a\nb\r\nc\n", 2, 4, b"x\ny\n", b"a\nx\r\ny\r\nc\n"),
        (b"a\r\nb\nc", 2, 3, b"x\ny", b"a\r\nx\ny\nc"),
        (b"\xef\xbb\xbfa\n", 0, 2, b"b\n", b"\xef\xbb\xbfb\n"),
        (b"\xff\xfea\0\n\0", 0, 1, "é".encode(), b"\xff\xfe\xe9\0\n\0"),
        (b"caf\xe9\nend\n", 5, 9, b"END\n", b"caf\xe9\nEND\n"),
    ],
    ids=["lf", "crlf", "insertion-follows-the-line-above", "line-above-is-lf", "region-decides",
         "inside-a-line", "bom", "utf-16", "latin-1"],
)  # fmt: skip
def test_new_lines_take_their_neighbours_ending(
    content: bytes, start: int, end: int, text: bytes, expected: bytes
) -> None:
    """A splice writes its text with the ending of its place and touches nothing else."""
    assert Document(content).spliced([Splice(start, end, text)]) == expected


def test_where_a_lone_cr_ends_lines_new_lines_take_the_commonest_ending() -> None:
    """Codex scenario 024 pins this for a file of three kinds of endings."""
    document = Document(b"one\r\ntwo\rthree\nfour\r\n", lone_cr=True)
    assert document.body == b"one\ntwo\nthree\nfour\n"
    assert document.spliced([Splice(8, 14, b"THREE\n")]) == b"one\r\ntwo\rTHREE\r\nfour\r\n"


def test_utf16_that_does_not_decode_is_refused() -> None:
    """Bytes are never replaced by question marks."""
    with pytest.raises(EditError) as caught:
        Document(b"\xff\xfe\x00\xd8", "a.txt")
    assert (caught.value.code, caught.value.path) == ("not-text", "a.txt")


def test_line_numbers_start_at_one() -> None:
    """An offset lies in the line whose ending comes after it."""
    document = Document(b"a\r\nbc\r\n")
    assert [document.line_no(offset) for offset in (0, 1, 2, 3)] == [1, 1, 2, 2]


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_bytes_that_are_no_characters_can_not_go_into_utf_16(codec: str) -> None:
    """They could only be written as something else, so the edit is `bad-text`."""
    document = Document("\ufeffa\n".encode(codec), "f")
    for write in (document.spliced, document.replaced):
        with pytest.raises(InputError) as caught:
            write([Splice(0, 1, b"\xff")])
        assert (caught.value.code, caught.value.path) == ("bad-text", "f")
