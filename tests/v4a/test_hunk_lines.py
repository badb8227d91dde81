"""One hunk, read as its lines arrive."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.v4a.grammar import Cursor
from patchsmith.v4a.hunk_lines import HunkReader
from patchsmith.v4a.model import Hunk

NEXT = "*** Delete File: b"


def read(*lines: str, one_by_one: bool = False) -> tuple[Hunk | None, Cursor]:
    """Return the hunk that ends before NEXT."""
    cursor = Cursor(strict=False)
    cursor.lines = [*lines, NEXT]
    reader = HunkReader(0, first=True)
    for end in range(1, len(cursor.lines)) if one_by_one else ():
        cursor.end = end
        assert not reader.read(cursor)
    cursor.end = len(cursor.lines)
    assert reader.read(cursor)
    return reader.hunk(cursor), cursor


def hunk(*lines: str, anchors: tuple[str, ...] = (), end: bool = False) -> Hunk:
    return Hunk(anchors, lines, end, lines[-1] == "+unterminated", 1)


REMARK = "\\ No newline at end of file"
CASES = {
    "anchors": (["@@ class A:", "@@     def f():", " x"],
                hunk(" x", anchors=("class A:", "    def f():")), []),
    "marker-then-anchor": (["@@", "@@ f", "+x"], hunk("+x", anchors=("f",)), []),
    "end-of-file": (["@@", "-x", "*** End of File"], hunk("-x", end=True), []),
    "padded-end": (["@@", "-x", "*** End of File "], hunk("-x", end=True), ["padded-marker"]),
    "blank-after-end": (["@@", "-x", "*** End of File", "  "], hunk("-x", end=True),
                        ["blank-layout"]),
    "blank-context": (["@@", "", "", "-x"], hunk(" ", " ", "-x"), ["bare-blank-context"]),
    "layout": (["@@", "-x", "", ""], hunk("-x"), ["blank-layout"]),
    "remark": (["@@", "+unterminated", REMARK], hunk("+unterminated"), ["no-newline-remark"]),
    "no-marker": (["-x"], hunk("-x"), ["first-hunk-without-at"]),
    "only-layout": (["", ""], None, ["blank-layout"]),
}  # fmt: skip


@pytest.mark.parametrize("one_by_one", [False, True], ids=["whole", "one-by-one"])
@pytest.mark.parametrize("name", CASES)
def test_a_hunk_is_read_the_same_however_its_lines_arrive(name: str, one_by_one: bool) -> None:
    """Only the line behind it ends a hunk; what was tolerated is named."""
    lines, expected, tolerated = CASES[name]
    found, cursor = read(*lines, one_by_one=one_by_one)
    assert found == expected
    assert list(cursor.tolerated) == tolerated
    assert cursor.lines[cursor.at] == NEXT


def test_deviations_name_the_line_where_they_begin() -> None:
    """Blank lines are reported by the first of them."""
    assert read("@@", "-x", "", "", "+y")[1].tolerated == {"bare-blank-context": 3}
    assert read("@@", "-x", "", "")[1].tolerated == {"blank-layout": 3}


@pytest.mark.parametrize(
    ("lines", "words"),
    [(["@@", "@@"], "has no lines"), (["@@ f"], "has no lines"), (["!"], "can not start a hunk")],
)
def test_what_is_no_hunk_is_refused(lines: list[str], words: str) -> None:
    """A marker needs lines behind it, and lines need a sign."""
    cursor = Cursor(strict=False)
    cursor.lines, cursor.end = [*lines, NEXT], len(lines) + 1
    reader = HunkReader(0, first=True)
    assert reader.read(cursor)
    with pytest.raises(InputError, match=words) as caught:
        reader.hunk(cursor)
    assert caught.value.line_no == 1


def test_the_file_lines_of_a_diff_are_no_hunk() -> None:
    """`---` and `+++` in front of a hunk name the file once more."""
    cursor = Cursor(strict=False)
    cursor.lines, cursor.end = ["--- a/x", "+++ b/x", "@@ -1 +1 @@"], 3
    reader = HunkReader(0, first=True)
    assert reader.read(cursor)
    assert reader.hunk(cursor) is None
    assert list(cursor.tolerated) == ["diff-file-lines"]
