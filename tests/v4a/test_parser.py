"""The grammar, production by production."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.v4a.model import AddFile, DeleteFile, Hunk, UpdateFile
from patchsmith.v4a.parser import parse


def envelope(*lines: str) -> str:
    return "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""])


CANONICAL = envelope(
    "*** Add File: a.txt",
    "+one",
    "+",
    "*** Delete File: b.txt",
    "*** Update File: c.py",
    "*** Move to: d.py",
    "@@ class C:",
    "@@     def f(self):",
    "     x",
    "-    y",
    "+    z",
    "@@",
    "-last",
    "*** End of File",
)


def test_the_whole_grammar_is_read() -> None:
    """Each production becomes its value, with 1-based patch lines; nothing was tolerated."""
    patch = parse(CANONICAL, strict=True)
    assert patch.ops == (
        AddFile("a.txt", ("one", ""), 2),
        DeleteFile("b.txt", 5),
        UpdateFile(
            "c.py",
            "d.py",
            (
                Hunk(
                    ("class C:", "    def f(self):"),
                    ("     x", "-    y", "+    z"),
                    False,
                    False,
                    8,
                ),
                Hunk((), ("-last",), True, False, 13),
            ),
            6,
        ),
    )
    assert patch.tolerated == ()


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        (["  *** Add File: a", "+x"], "padded-marker"),
        (["*** Add File: a", "+x", "", "*** Delete File: b"], "blank-layout"),
        (["*** Update File: a", "-x", "+y"], "first-hunk-without-at"),
        (["*** Update File: a", "@@", " a", "", "-b"], "bare-blank-context"),
        (["*** Update File: a", "@@", "-b", "", "@@", "-c"], "blank-layout"),
        (["*** Update File: a", "@@ ", "-b"], "padded-marker"),
        (["*** Update File: a", "*** Move to: b"], "pure-rename"),
        (["*** Environment ID: x", "*** Delete File: a"], "environment-id"),
    ],
)
def test_deviations_are_named_and_strict_refuses_them(lines: list[str], name: str) -> None:
    """What is accepted beyond the grammar has a name, and `strict` names it in its refusal."""
    text = envelope(*lines)
    assert [mark.name for mark in parse(text).tolerated] == [name]
    with pytest.raises(InputError, match=name):
        parse(text, strict=True)


def test_blank_lines_inside_a_hunk_are_context_and_after_it_layout() -> None:
    """Only what follows a wholly empty line tells what it is."""
    patch = parse(envelope("*** Update File: a", "@@", " a", "", "-b", "", "", "@@", "-c"))
    update = patch.ops[0]
    assert isinstance(update, UpdateFile)
    assert [hunk.lines for hunk in update.hunks] == [(" a", " ", "-b"), ("-c",)]


def test_crlf_of_the_patch_is_not_content() -> None:
    """A patch that was sent with CRLF reads as the same patch."""
    patch = parse(CANONICAL.replace("\n", "\r\n"))
    assert patch.ops == parse(CANONICAL).ops
    assert [mark.name for mark in patch.tolerated] == ["crlf-patch"]


@pytest.mark.parametrize(
    ("text", "line_no", "words"),
    [
        ("", 1, "first line of the patch must be '*** Begin Patch'"),
        ("hello", 1, "first line of the patch must be"),
        ("*** Begin Patch\n*** Add File: a\n+x\n", 3, "last line of the patch must be"),
        ("*** Begin Patch", 1, "last line of the patch must be"),
        (envelope(), 2, "holds no file op"),
        (envelope("*** Frobnicate File: a"), 2, "not a valid hunk header"),
        (envelope("*** Add File: "), 2, "not a valid hunk header"),
        (envelope("*** Add File: a", "+x", "y"), 4, "has no '+'"),
        (envelope("*** Add File: a", "y"), 3, "the first one too"),
        (envelope("*** Add File: a", "+x", "", "y"), 4, "has no '+'"),
        (envelope("*** Update File: a"), 2, "is empty"),
        (envelope("*** Update File: a", "*** Move to:  ", "@@", "-x"), 3, "names no path"),
        (envelope("*** Update File: a", "@@"), 3, "has no lines"),
        (envelope("*** Update File: a", "@@x", "-b"), 3, "can not start a hunk"),
        (envelope("*** Update File: a", "@@", "-b", "x"), 5, "can not start a hunk"),
        (envelope("*** Update File: a", "@@", "-b", "*** End of File", "-c"), 6, "expected '@@'"),
        (envelope("*** Delete File: a", "-x"), 3, "not a valid hunk header"),
        (envelope("*** Add File: a", "+x") + envelope("*** Add File: b", "+y"), 4,
         "not a valid hunk header"),
    ],
)  # fmt: skip
def test_a_malformed_patch_names_its_line(text: str, line_no: int, words: str) -> None:
    """Each refusal says what was expected and where, 1-based."""
    with pytest.raises(InputError) as caught:
        parse(text)
    assert caught.value.code == "patch-syntax"
    assert caught.value.line_no == line_no
    assert words in str(caught.value)


def test_markers_inside_content_are_content() -> None:
    """Behind `+` nothing is a marker."""
    patch = parse(envelope("*** Add File: a", "+*** End Patch", "+*** Begin Patch", "+@@ x"))
    add = patch.ops[0]
    assert isinstance(add, AddFile)
    assert add.lines == ("*** End Patch", "*** Begin Patch", "@@ x")
