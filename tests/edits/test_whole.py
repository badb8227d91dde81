"""Whole files: literal, in the style of the file they replace."""

from __future__ import annotations

import pytest

from patchsmith.edits.whole import Whole, plan_write
from patchsmith.errors import PatchsmithError

WRITTEN = {
    "new": (None, "a\r\nb\n  \n", b"a\r\nb\n  \n", "A"),
    "uniform CRLF": (b"a\r\nb\r\n", "x\ny\n", b"x\r\ny\r\n", "M"),
    "uniform CRLF, CRLF sent": (b"a\r\n", "x\r\ny\r\n", b"x\r\ny\r\n", "M"),
    "mixed endings": (b"a\r\nb\n", "x\ny\r\n", b"x\ny\r\n", "M"),
    "LF": (b"a\n", "x\r\n", b"x\r\n", "M"),
    "a mark": (b"\xef\xbb\xbfa\n", "x\n", b"\xef\xbb\xbfx\n", "M"),
    "a mark sent too": (b"\xef\xbb\xbfa\n", "\ufeffx\n", b"\xef\xbb\xbfx\n", "M"),
    "UTF-16": (b"\xff\xfea\0", "ü", b"\xff\xfe\xfc\0", "M"),
    "not text": (b"\x89PNG\r\n\0", "x\n", b"x\n", "M"),
    "emptied": (b"a\n", "", b"", "M"),
    "the same": (b"a\r\n", "a\n", b"a\r\n", "unchanged"),
    "an empty new file": (None, "", b"", "A"),
}


@pytest.mark.parametrize(
    ("before", "content", "after", "status"), WRITTEN.values(), ids=WRITTEN.keys()
)
def test_content_is_written_in_the_style_of_the_file(
    before: bytes | None, content: str, after: bytes, status: str
) -> None:
    """Byte order mark, encoding and uniform CRLF stay; all else is literal."""
    assert plan_write(before, content, "f.txt") == Whole(after, status)


REFUSED = {
    "placeholder": (b"a\nb\n", "a\n// ... existing code ...\n", "elision"),
    "placeholder in a new file": (None, "a\n# ... rest of the file ...\n", "elision"),
    "nul": (b"a\n", "a\0", "bad-text"),
    "half a pair": (b"a\n", "a\udc00", "bad-text"),
}


@pytest.mark.parametrize(("before", "content", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_content_that_would_harm_is_refused(before: bytes | None, content: str, code: str) -> None:
    """Placeholders would drop the rest of the file; NUL and half pairs are no text."""
    with pytest.raises(PatchsmithError) as caught:
        plan_write(before, content, "f.txt")
    assert caught.value.code == code
