"""How far an anchor reaches."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsmith.v4a.scopes import ScopeEnds, _ends_block, indentation


def scope(text: str, anchor: str) -> str:
    body = text.encode()
    start = body.index(anchor.encode())
    after = body.index(b"\n", start) + 1
    return body[after : ScopeEnds(body).of(start)].decode()


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


LINES = st.lists(
    st.sampled_from([b"a", b"  b", b"    c", b"", b"}", b"  )", b"\td", b"# t", b"  {"]),
    max_size=25,
)


@given(LINES, st.randoms(use_true_random=False))
def test_the_order_in_which_anchors_are_asked_does_not_matter(
    lines: list[bytes], random: Random
) -> None:
    """What earlier walks have passed is remembered, and changes no answer."""
    body = b"".join(line + b"\n" for line in lines)
    starts = [0, *(i + 1 for i, byte in enumerate(body) if byte == 10)][:-1]
    shared = ScopeEnds(body)
    for start in random.sample(starts, len(starts)):
        assert shared.of(start) == ScopeEnds(body).of(start)


def test_many_landmarks_in_one_block_are_measured_once() -> None:
    """Together they cost one walk: one span is remembered, whatever the order."""
    body = b"def a():\n" + b"    x\n" * 50
    ends = ScopeEnds(body)
    for start in (9 + 6 * 20, 9, 9 + 6 * 40, 9 + 6 * 10):
        assert ends.of(start) == len(body)
    assert ends._walks[_ends_block, 3] == [(9 + 6, len(body))]
