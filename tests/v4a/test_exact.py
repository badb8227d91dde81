"""Hunks that are placed the plain way, and those that are left to the full search."""

from __future__ import annotations

import time

import pytest

from patchsmith.v4a.exact import placed_exactly
from patchsmith.v4a.model import UpdateFile
from patchsmith.v4a.outcome import PlacedHunk, Updated
from patchsmith.v4a.parser import parse


def placed(content: bytes, *lines: str) -> Updated | None:
    text = "\n".join(["*** Begin Patch", "*** Update File: a", *lines, "*** End Patch"])
    (op,) = parse(text).ops
    assert isinstance(op, UpdateFile)
    assert op.block is not None
    return placed_exactly(content, op.block)


def test_new_lines_take_the_place_of_old_ones() -> None:
    """Several hunks below one another; the report counts lines from 1, of the file before."""
    done = placed(b"a\nb\nc\nd\n", "@@", " a", "-b", "+B", "+C", "@@", " c", "-d")
    assert done == Updated(
        b"a\nB\nC\nc\n",
        (PlacedHunk("exact", 1, 2, 1, None), PlacedHunk("exact", 3, 0, 1, None)),
    )
    assert done is not None
    assert done.is_exact


def test_a_block_of_common_lines_may_stand_once() -> None:
    """Neither the first place of one line nor the number of its places decides."""
    done = placed(b"x\na\na\nx\na\nb\n", "@@", " a", "-x", "+y")
    assert done is not None
    assert done.content == b"x\na\na\ny\na\nb\n"


LEFT: dict[str, tuple[bytes, list[str]]] = {
    "no match": (b"a\n", ["@@", "-b"]),
    "two matches": (b"a\nb\na\n", ["@@", "-a"]),
    "two matches that overlap": (b"a\na\na\n", ["@@", " a", "-a"]),
    "a match inside a line": (b"ba\n", ["@@", "-a"]),
    "hunks out of order": (b"a\nb\n", ["@@", "-b", "@@", "-a"]),
    "shared context": (b"a\nb\nc\n", ["@@", "-a", " b", "@@", " b", "-c"]),
    "nothing but additions": (b"a\n", ["@@", "+b"]),
    "an anchor": (b"a\nb\n", ["@@ a", "-b"]),
    "the end of the file": (b"a\n", ["@@", "-a", "*** End of File"]),
    "no newline at the end": (b"a\nb", ["@@", "-a"]),
    "a carriage return": (b"a\r\nb\n", ["@@", "-b"]),
    "a byte order mark": (b"\xef\xbb\xbfa\nb\n", ["@@", "-b"]),
    "UTF-16": ("\ufeffa\n".encode("utf-16-be"), ["@@", "-a"]),
    "an empty file": (b"", ["@@", "-a"]),
}


@pytest.mark.parametrize("name", LEFT)
def test_everything_else_is_left_to_the_full_search(name: str) -> None:
    """What needs a decision, an explanation, or the file's own line endings."""
    content, lines = LEFT[name]
    assert placed(content, *lines) is None


@pytest.mark.parametrize("twice", [False, True])
def test_many_hunks_are_proven_by_one_pass(twice: bool) -> None:
    """A line that stands in many hunks is no proof; then whole blocks are, or nothing is."""
    lines = [line for n in range(40) for line in ("same", f"own {n}")]
    content = "".join(line + "\n" for line in lines).encode()
    hunks = [line for n in range(40) for line in ("@@", f"-own {n}", f"+new {n}")]
    done = placed(content + b"own 20\n" * twice, *hunks)
    if twice:
        assert done is None
    else:
        assert done is not None
        assert done.content == content.replace(b"own", b"new")


def test_hunks_of_common_lines_cost_no_walk_each() -> None:
    """More hunks than walks that may be made are left alone at once."""
    content = b"a\n" * 200_000 + b"b\n"
    start = time.monotonic()
    assert placed(content, *["@@", " a", "-a"] * 5000) is None
    assert time.monotonic() - start < 5
