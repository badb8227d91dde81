"""Hunks that say unmistakably where they belong."""

from __future__ import annotations

import time

import pytest

from patchsmith.text.line_diff import changed_blocks
from patchsmith.v4a.hunk_writer import HunkWriter, Unwritable, patch_text
from patchsmith.v4a.model import Hunk


def hunks(before: str, after: str, context: int = 3) -> list[Hunk]:
    """Return the hunks between two texts whose lines end with newlines."""
    body = before.encode()
    old, new = body.split(b"\n")[:-1], after.encode().split(b"\n")[:-1]
    return HunkWriter(body, old, new, context).hunks(changed_blocks(old, new))


def numbered(count: int) -> str:
    return "".join(f"{number}\n" for number in range(count))


def test_three_lines_of_context_and_no_anchor_where_that_is_enough() -> None:
    """A hunk in a file without repetition needs nothing else."""
    (hunk,) = hunks(numbered(20), numbered(20).replace("\n9\n", "\nnine\n"))
    assert hunk.lines == (" 6", " 7", " 8", "-9", "+nine", " 10", " 11", " 12")
    assert hunk.anchors == ()
    assert not hunk.end_of_file


@pytest.mark.parametrize(("gap", "count"), [(6, 1), (7, 2)])
def test_hunks_that_would_touch_are_one(gap: int, count: int) -> None:
    """Six lines between two changes are shown once; with seven, one stays unseen."""
    after = numbered(30).replace("\n9\n", "\nX\n").replace(f"\n{10 + gap}\n", "\nY\n")
    assert len(hunks(numbered(30), after)) == count


FIVE = "        a = 1\n        b = 2\n        c = 3\n        return 0\n\n"
CLASSES = "".join(
    f"class {name}:\n    def f(self):\n{FIVE}    def g(self):\n{FIVE}" for name in ("A", "B", "C")
)


def changed(number: int, old: str, new: str) -> str:
    """Return CLASSES with the n-th occurrence of a text replaced."""
    parts = CLASSES.split(old)
    return old.join(parts[:number]) + new + old.join(parts[number:])


@pytest.mark.parametrize(
    ("number", "anchors"),
    [(1, ("class A:", "    def f(self):")), (4, ("class B:", "    def g(self):"))],
)
def test_blocks_are_named_where_the_lines_repeat(number: int, anchors: tuple[str, ...]) -> None:
    """Innermost first, the outer block too where the inner one repeats."""
    (hunk,) = hunks(CLASSES, changed(number, "        b = 2\n", "        b = 5\n"), context=1)
    assert hunk.anchors == anchors
    assert hunk.lines == ("         a = 1", "-        b = 2", "+        b = 5", "         c = 3")


def test_the_last_of_many_needs_only_the_order_or_the_end() -> None:
    """What follows the hunk before, or ends the file, needs no name."""
    after = CLASSES.replace("        b = 2\n", "        b = 5\n")
    found = hunks(CLASSES, after, context=1)
    assert [hunk.anchors for hunk in found][-1] == ()
    (hunk,) = hunks("x\n" * 9, "x\n" * 8 + "y\n")
    assert hunk.end_of_file
    assert hunk.lines == (" x", " x", " x", "-x", "+y")


def test_more_context_is_the_last_resort() -> None:
    """Where no block has a name, lines are shown until the place is the only one."""
    before = "a\n" + "x\n" * 10 + "b\n" + "x\n" * 10
    after = "a\n" + "x\n" * 5 + "y\n" + "x\n" * 4 + "b\n" + "x\n" * 10
    (hunk,) = hunks(before, after)
    assert hunk.anchors == ()
    assert len(hunk.old) > 7


def test_markdown_sections_are_names_too() -> None:
    """Headings open sections in files without indentation."""
    before = "# One\n\ntext\n\n- item\n\n# Two\n\ntext\n\n- item\n\n# Three\n\ntext\n\n- item\n\n"
    after = before.replace("# Two\n\ntext\n\n- item", "# Two\n\ntext\n\n- thing")
    (hunk,) = hunks(before, after, context=1)
    assert hunk.anchors == ("# Two",)


def test_without_context_a_hunk_still_finds_its_place() -> None:
    """An insertion needs a line to go by, even where none was asked for."""
    assert [hunk.lines for hunk in hunks("a\nb\nc\n", "a\nX\nc\n", 0)] == [("-b", "+X")]
    (hunk,) = hunks("a\nb\nc\n", "a\nX\nb\nc\n", 0)
    assert hunk.lines == (" a", "+X", " b")


@pytest.mark.parametrize("line", [b"\xff", b"a\0b", b"end\r"])
def test_lines_that_a_patch_can_not_hold(line: bytes) -> None:
    """Other bytes than UTF-8, NUL, and a carriage return at the end."""
    with pytest.raises(Unwritable):
        patch_text(line)
    assert patch_text(b"a\rb \xc3\xa9 \t") == "a\rb é \t"


def test_an_unchanged_file_is_found_by_its_first_or_last_lines() -> None:
    """A rename shows lines that stand in one place only."""

    def unchanged(body: bytes) -> Hunk | None:
        return HunkWriter(body, body.split(b"\n")[:-1], [], 3).unchanged()

    assert unchanged(b"a\nb\nc\nd\n") == Hunk((), (" a", " b", " c"), False, False, 1)
    assert unchanged(b"a\na\na\na\n") == Hunk((), (" a", " a", " a"), True, False, 1)
    assert unchanged(b"") is None


@pytest.mark.parametrize("line", ["x", "    x"])
def test_repetition_stays_cheap(line: str) -> None:
    """Five thousand equal lines with a hundred changes take seconds at most."""
    lines = [f"{line}\n"] * 5000
    for place in range(0, 5000, 50):
        lines[place] = "    changed\n"
    begun = time.monotonic()
    assert hunks(f"{line}\n" * 5000, "".join(lines))
    assert time.monotonic() - begun < 30
