"""How far an anchor reaches."""

from __future__ import annotations

import pytest

from patchsmith.v4a.scopes import indentation, scope_end


def scope(text: str, anchor: str) -> str:
    body = text.encode()
    start = body.index(anchor.encode())
    after = body.index(b"\n", start) + 1
    return body[after : scope_end(body, start, {})].decode()


@pytest.mark.parametrize(
    ("text", "anchor", "expected"),
    [
        ("def a():\n    x\n\n    y\ndef b():\n    z\n", "def a", "    x\n\n    y\n"),
        ("class A:\n    def f(self):\n        x\n    def g(self):\n        y\n", "    def f",
         "        x\n"),
        ("int a()\n{\n  x;\n}\nint b()\n{\n}\n", "int a", "{\n  x;\n}\n"),
        ("def a(\n    x,\n):\n    y\n\ndef b():\n    z\n", "def a", "    x,\n):\n    y\n\n"),
        ("# T\n\n## A\n\n    code\n\ntext\n\n## B\n\nmore\n", "## A", "\n    code\n\ntext\n\n"),
        ("## A\n### A.1\nx\n# B\n", "## A", "### A.1\nx\n"),
        ("[a]\nx = 1\n[b]\ny = 1\n", "[a]", "x = 1\n"),
        ("x\ny\nz\n", "x", "y\nz\n"),
        ("def a():\n    x\n    y\n\ndef b():\n    z\n", "    x", "    y\n\n"),
    ],
    ids=["python", "method", "allman", "signature", "markdown", "sub-heading", "ini", "flat",
         "landmark"],
)  # fmt: skip
def test_a_scope_ends_where_a_reader_would_say(text: str, anchor: str, expected: str) -> None:
    """Blocks end at the next line that is not deeper, sections at the next heading."""
    assert scope(text, anchor) == expected


def test_tabs_count_to_the_next_stop() -> None:
    """Tabs and blanks are compared by width."""
    assert [indentation(line) for line in (b"x", b"  x", b"\tx", b"  \tx", b"")] == [0, 2, 8, 8, 0]


def test_many_landmarks_in_one_block_are_measured_once() -> None:
    """The ends that were found are kept, so that alike lines cost one walk."""
    body = b"def a():\n" + b"    x\n" * 3
    landmarks: dict[int, int] = {}
    assert scope_end(body, 9, landmarks) == len(body)
    assert landmarks == {4: len(body)}
    landmarks[4] = 12_345
    assert scope_end(body, 15, landmarks) == 12_345
