"""What an error about a hunk says."""

from __future__ import annotations

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.text.document import Document
from patchsmith.v4a.hunks import edit
from patchsmith.v4a.model import Hunk


def error_of(content: str, lines: tuple[str, ...], *anchors: str) -> PatchsmithError:
    hunks = (Hunk(anchors, lines, False, False, 7),)
    (error,) = edit(Document(content.encode()), hunks, "f.py").errors
    return error


def test_a_miss_shows_the_first_line_that_differs() -> None:
    """The nearest block is named with its line, the two versions side by side."""
    error = error_of(
        "def f():\n    a = 1\n    return a\n", (" def f():", "-    a = 2", "+    a = 3")
    )
    assert (error.code, error.hunk, error.line_no) == ("not-found", 1, 1)
    assert str(error) == (
        "f.py (hunk 1): the old lines of the hunk on patch line 7 are not in the file:\n"
        "  def f():\n"
        "      a = 2\n"
        "The nearest place is line 1; the first line that differs is line 2: "
        "expected '    a = 2', found '    a = 1'\n"
        "Read the file again and copy its lines exactly, blanks included."
    )


def test_ambiguity_lists_the_places_and_offers_anchors() -> None:
    """Line numbers of the candidates, and the headers that tell them apart."""
    error = error_of("def f():\n    x\ndef g():\n    x\n", ("-    x",))
    assert (error.code, error.line_no) == ("ambiguous", 2)
    text = str(error)
    assert "at lines 2, 4" in text
    assert "  @@ def f():   (line 2)\n  @@ def g():   (line 4)" in text


def test_ambiguity_without_headers_offers_none() -> None:
    """Nothing is offered that would not help."""
    assert error_of("x\na\nx\n", ("-x",)).evidence is None


def test_many_places_are_listed_up_to_five() -> None:
    """The message stays short."""
    assert "at lines 1, 2, 3, 4, 5 and more" in str(error_of("x\n" * 50, ("-x",)))


def test_a_missing_anchor_names_the_nearest_line() -> None:
    """The anchor is quoted, and the line that resembles it."""
    error = error_of("def total(rows):\n    x\n", ("-    x",), "def totl(rows):")
    assert "no line equals the anchor 'def totl(rows):'" in str(error)
    assert "The nearest line is 1: def total(rows):" in str(error)


def test_a_missing_inner_anchor_names_the_outer_one() -> None:
    """The line may well be elsewhere: what counts is the scope of the anchor before."""
    error = error_of(
        "class A:\n  x\nclass B:\n  def g():\n    x\n", ("-    x",), "class A:", "  def g():"
    )
    assert "no line in the scope of '@@ class A:' equals the anchor '  def g():'" in str(error)


def test_an_applied_hunk_is_recognised() -> None:
    """Sending the same patch twice says so."""
    assert error_of("a\nB\n", (" a", "-b", "+B")).code == "already-applied"


@pytest.mark.parametrize(
    ("content", "lines", "anchors"),
    [
        ("def f():\n    return b\n\ndef g():\n    return None\n",
         ("-    return a", "+    return None"), ("def f():",)),
        ("x\n}\n", ("-bar", "+}"), ()),
        ("import os\n", ("-import sys", "+import os"), ()),
        ("a\nB\na\nB\n", (" a", "-b", "+B"), ()),
    ],
    ids=["elsewhere", "bracket", "one-line", "twice"],
)  # fmt: skip
def test_what_may_have_been_there_all_along_is_not_applied(
    content: str, lines: tuple[str, ...], anchors: tuple[str, ...]
) -> None:
    """Telling an agent to leave a hunk out must be certain: one place, more than one line."""
    assert error_of(content, lines, *anchors).code == "not-found"


def test_open_indentation_is_refused() -> None:
    """When the old lines differ in several ways, added lines have no place."""
    error = error_of("  a\n      b\n", (" a", " b", "+c"))
    assert (error.code, error.line_no) == ("not-found", 1)
    assert "not uniformly" in str(error)


def test_long_texts_are_cut() -> None:
    """A message about a huge hunk stays readable."""
    error = error_of("x\n", tuple(f"-{'y' * 5000}{n}" for n in range(100)))
    assert len(str(error)) < 2000
    assert "... 95 more" in str(error)
