"""File ops, read as their lines arrive."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.v4a.grammar import Cursor
from patchsmith.v4a.model import AddFile, DeleteFile, FileOp, Hunk, UpdateFile
from patchsmith.v4a.sections import section_at

END = "*** End Patch"
HUNK = Hunk((), ("-x",), False, False, 2)


def read(cursor: Cursor) -> FileOp:
    section = section_at(cursor)
    section.read(cursor)
    return section.op(cursor)


CASES: dict[str, tuple[list[str], FileOp, list[str]]] = {
    "add": (["*** Add File: a", "+x", "+"], AddFile("a", ("x", ""), 1), []),
    "add-empty": (["*** Add File: a"], AddFile("a", (), 1), []),
    "add-layout": (["*** Add File: a", "+x", ""], AddFile("a", ("x",), 1), ["blank-layout"]),
    "delete": (["*** Delete File: a b"], DeleteFile("a b", 1), []),
    "update": (["*** Update File: a", "@@", "-x"], UpdateFile("a", None, (HUNK,), 1), []),
    "move": (["*** Update File: a", "*** Move to: b", "@@", "-x"],
             UpdateFile("a", "b", (HUNK.replaced(line_no=3),), 1), []),
    "rename": (["*** Update File: a", "*** Move to: b"], UpdateFile("a", "b", (), 1),
               ["pure-rename"]),
    "padded": ([" *** Delete File:  a "], DeleteFile("a", 1), ["padded-marker"]),
    "padded-move": (["*** Update File: a", "*** Move to:  b", "@@", "-x"],
                    UpdateFile("a", "b", (HUNK.replaced(line_no=3),), 1), ["padded-marker"]),
}  # fmt: skip


@pytest.mark.parametrize("one_by_one", [False, True], ids=["whole", "one-by-one"])
@pytest.mark.parametrize("name", CASES)
def test_a_file_op_is_read_the_same_however_its_lines_arrive(name: str, one_by_one: bool) -> None:
    """Only the line behind it ends a section; what was tolerated is named."""
    lines, expected, tolerated = CASES[name]
    cursor = Cursor(strict=False)
    cursor.lines = [*lines, END]
    cursor.end = 1
    section = section_at(cursor)
    for end in range(1, len(lines) + 1) if one_by_one else ():
        cursor.end = end
        assert section.read(cursor) == isinstance(expected, DeleteFile)
    cursor.end = len(cursor.lines)
    assert section.read(cursor)
    assert section.op(cursor) == expected
    assert list(cursor.tolerated) == tolerated
    assert cursor.lines[cursor.at] == END


@pytest.mark.parametrize(
    ("lines", "line_no", "words"),
    [
        (["*** Frob File: a"], 1, "not a valid hunk header"),
        (["+x"], 1, "Lines of an added file start with"),
        (["*** Add File: a", "x"], 2, "the first one too"),
        (["*** Add File: a", "+x", "", "y"], 3, "has no '+'"),
        (["*** Update File: a", END], 1, "is empty"),
        (["*** Update File: a", "*** Move to: ", END], 2, "names no path"),
        (["*** Update File: a", "@@", "-x", "*** End of File", "-y"], 5, "Separate hunks"),
    ],
)
def test_a_malformed_section_is_refused_by_its_line(
    lines: list[str], line_no: int, words: str
) -> None:
    """The refusal names the line and what belongs there."""
    cursor = Cursor(strict=False)
    cursor.lines, cursor.end = lines, len(lines)
    with pytest.raises(InputError) as caught:
        read(cursor)
    assert caught.value.line_no == line_no
    assert words in str(caught.value)
