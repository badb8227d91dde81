"""Patches that are read all at once, and those that are not."""

from __future__ import annotations

import pytest

from patchsmith.v4a.canonical import canonical
from patchsmith.v4a.model import AddFile, DeleteFile, Hunk, Patch, UpdateFile


def envelope(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""])


UPDATE = "*** Update File: a"
READ: dict[str, tuple[list[str], tuple[AddFile | DeleteFile | UpdateFile, ...]]] = {
    "add": (["*** Add File: a", "+x", "+", "++*** y"], (AddFile("a", ("x", "", "+*** y"), 2),)),
    "add of nothing": (["*** Add File: a"], (AddFile("a", (), 2),)),
    "delete twice": (
        ["*** Delete File: a b", "*** Delete File: c"],
        (DeleteFile("a b", 2), DeleteFile("c", 3)),
    ),
    "bare hunks": (
        [UPDATE, "@@", " x", "-y", "@@", "+@@", " *** End Patch"],
        (
            UpdateFile(
                "a",
                None,
                (
                    Hunk((), (" x", "-y"), False, False, 3),
                    Hunk((), ("+@@", " *** End Patch"), False, False, 6),
                ),
                2,
            ),
        ),
    ),
    "anchors": (
        [UPDATE, "@@ class A:", "@@   def f():", "-x", "@@", "-y"],
        (
            UpdateFile(
                "a",
                None,
                (
                    Hunk(("class A:", "  def f():"), ("-x",), False, False, 3),
                    Hunk((), ("-y",), False, False, 6),
                ),
                2,
            ),
        ),
    ),
    "end of file": (
        [UPDATE, "@@", "-x", "*** End of File", "*** Delete File: b"],
        (
            UpdateFile("a", None, (Hunk((), ("-x",), True, False, 3),), 2),
            DeleteFile("b", 6),
        ),
    ),
    "move": (
        [UPDATE, "*** Move to: d/é", "@@", "-é"],
        (UpdateFile("a", "d/é", (Hunk((), ("-é",), False, False, 4),), 2),),
    ),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_the_grammar_to_the_letter_is_read(name: str) -> None:
    """With or without a newline at the end, nothing tolerated."""
    lines, ops = READ[name]
    text = envelope(*lines)
    assert canonical(text) == canonical(text[:-1]) == Patch(ops, ())


LEFT = {
    "nothing": "",
    "an empty envelope": envelope(),
    "no end": "*** Begin Patch\n*** Delete File: a\n",
    "text behind": envelope("*** Delete File: a") + "text\n",
    "a blank line": envelope("*** Delete File: a", ""),
    "a line end of CRLF": envelope("*** Delete File: a").replace("\n", "\r\n"),
    "a lone surrogate": envelope("*** Add File: a", "+\ud800"),
    "a padded path": envelope("*** Delete File: a "),
    "no path": envelope("*** Delete File: "),
    "another header": envelope("*** Environment ID: 1", "*** Delete File: a"),
    "lines of a deletion": envelope("*** Delete File: a", "-x"),
    "an added line without plus": envelope("*** Add File: a", " x"),
    "no hunk": envelope(UPDATE),
    "only a move": envelope(UPDATE, "*** Move to: b"),
    "a move that names nothing": envelope(UPDATE, "*** Move to: ", "@@", "-x"),
    "a move behind a hunk": envelope(UPDATE, "@@", "-x", "*** Move to: b", "@@", "-y"),
    "a move of a deletion": envelope("*** Delete File: a", "*** Move to: b"),
    "a move of an addition": envelope("*** Add File: a", "*** Move to: b"),
    "a first hunk without marker": envelope(UPDATE, "-x"),
    "a hunk without lines": envelope(UPDATE, "@@", "@@", "-x"),
    "a last hunk without lines": envelope(UPDATE, "@@", "-x", "@@"),
    "a hunk of its end alone": envelope(UPDATE, "@@", "*** End of File"),
    "lines behind the end of file": envelope(UPDATE, "@@", "-x", "*** End of File", "-y"),
    "an anchor of blanks": envelope(UPDATE, "@@  ", "-x"),
    "an anchor without blank": envelope(UPDATE, "@@x", "-x"),
    "a marker above an anchor": envelope(UPDATE, "@@", "@@ x", "-x"),
    "git's remark": envelope(UPDATE, "@@", "-x", "\\ No newline at end of file"),
    "text in a hunk": envelope(UPDATE, "@@", "-x", "y"),
}


@pytest.mark.parametrize("name", LEFT)
def test_everything_else_is_left_to_the_other_reading(name: str) -> None:
    """What has to be tolerated, refused, or looked at line by line."""
    assert canonical(LEFT[name]) is None


def test_bare_hunks_are_told_by_their_two_sides() -> None:
    """Old and new lines of each, with their newlines; anchors and ends of files are not bare."""
    patch = canonical(envelope(UPDATE, "@@", " a", "-b", "+c", "@@", "-@", "-", "@@", "+d"))
    assert patch is not None
    (op,) = patch.ops
    assert isinstance(op, UpdateFile)
    assert op.block is not None
    assert op.block.bare
    assert op.block.sides() == ([b"a\nb\n", b"@\n\n", b""], [b"a\nc\n", b"", b"d\n"])
    for lines in (["@@ x", "-a"], ["@@", "-a", "*** End of File"]):
        other = canonical(envelope(UPDATE, *lines))
        assert other is not None
        assert isinstance(other.ops[0], UpdateFile)
        assert other.ops[0].block is not None
        assert not other.ops[0].block.bare
