"""Plans of one edit: what they say, and what is refused."""

from __future__ import annotations

import time

import pytest

from patchsmith.edits.planner import Edit, Place, plan_edit
from patchsmith.edits.request import edit_request
from patchsmith.errors import PatchsmithError


def refusal(content: bytes, old: str, new: str, *, replace_all: bool = False) -> PatchsmithError:
    """Return the error of an edit that must fail."""
    with pytest.raises(PatchsmithError) as caught:
        plan_edit(content, edit_request(old, new, replace_all=replace_all), "f.txt")
    return caught.value


def test_a_plan_names_tier_count_and_lines_before_and_after() -> None:
    """Later places move down by the lines that earlier ones added."""
    edit = plan_edit(b"a\nb\na\nc\na\n", edit_request("a", "x\ny", replace_all=True), "f")
    places = (Place(1, 1), Place(3, 4), Place(5, 7))
    assert edit == Edit(b"x\ny\nb\nx\ny\nc\nx\ny\n", "exact", 3, places)


def test_places_are_bounded_but_the_count_is_not() -> None:
    """A thousand replacements are counted, and the first of them listed."""
    edit = plan_edit(b"a\n" * 1000, edit_request("a", "b", replace_all=True), "f")
    assert edit.count == 1000
    assert len(edit.places) == 20


def test_an_ambiguous_text_is_refused_with_count_lines_and_a_way_out() -> None:
    """At most five lines are listed, the count is full."""
    error = refusal(b"a\nb\n" * 7, "b", "c")
    assert error.code == "ambiguous"
    assert "7 times, at lines 2, 4, 6, 8, 10, and more" in error.message
    assert "replace_all" in str(error)
    assert error.line_no == 2


def test_ambiguity_with_blanks_ignored_is_said_to_be_so() -> None:
    """The tier that decided is named."""
    error = refusal(b"a  \nb\n--\na \nb\n", "a\nb", "c")
    assert "2 times when trailing blanks are ignored, at lines 1, 4" in error.message


def test_several_places_in_one_line_name_the_line_once() -> None:
    """A minified file is one line."""
    assert "3 times, at line 1" in refusal(b"x();x();x();", "x()", "y()").message


NOT_TEXT = {
    "latin-1": (b"# Caf\xe9\nprice: 5\n", "line 1 holds the byte 0xe9"),
    "truncated": (b"ok\nend \xc3", "line 2 holds the byte 0xc3"),
    "binary": (b"\x89PNG\r\n\0price: 5", "line 2 holds a NUL byte"),
    "broken UTF-16": (b"\xff\xfea\0b", "UTF-16"),
    "a surrogate in UTF-8": (b"\xed\xa0\x80 price: 5", "not UTF-8"),
}


@pytest.mark.parametrize(("content", "words"), NOT_TEXT.values(), ids=NOT_TEXT.keys())
def test_files_that_are_not_text_are_refused_with_the_place(content: bytes, words: str) -> None:
    """Bytes that do not decode are never replaced by something else."""
    error = refusal(content, "price: 5", "price: 7")
    assert error.code == "not-text"
    assert words in error.message


def test_a_result_that_equals_the_file_is_no_success() -> None:
    """The caller learns that the text is there already."""
    assert refusal(b"a  \nb\n", "a\nb", "a  \nb").code == "no-change"
    assert refusal(b"a\nb\n", "a\r\nb", "a\nb").code == "no-change"


def test_a_placeholder_is_refused_only_once_the_place_is_known() -> None:
    """A placeholder that would delete code is named with its line."""
    error = refusal(b"one()\ntwo()\n", "one()\ntwo()", "uno()\n# ... rest of the code ...")
    assert (error.code, error.line_no) == ("elision", 2)


def test_a_literal_replacement_character_is_ordinary_text() -> None:
    """U+FFFD in valid UTF-8 does not make a file unreadable."""
    content = "bad \ufffd kept\nx=1\n".encode()
    assert plan_edit(content, edit_request("x=1", "x=2"), "f").content == content[:-2] + b"2\n"


HARD = {
    "exact": b"x = 1;\n" * 150_000,
    "trailing": b"x = 1; \n" * 130_000,
    "crlf": b"x = 1;\r\n" * 130_000,
    "mixed": b"x = 1;\r\n" * 130_000 + b"end\n",
}


@pytest.mark.parametrize("content", HARD.values(), ids=HARD.keys())
def test_replacing_every_line_of_a_megabyte_ends(content: bytes) -> None:
    """The work grows with the number of matches, not with its square."""
    start = time.monotonic()
    edit = plan_edit(content, edit_request("x = 1;\n", "y = 22;\n", replace_all=True), "f")
    assert edit.count >= 130_000
    assert time.monotonic() - start < 60


@pytest.mark.parametrize("old", ["x = 2;\n" * 100, " x = 1;\n" * 100_000, "a" * 199 + "b"])
def test_a_miss_in_a_megabyte_ends(old: str) -> None:
    """Explaining a miss is bounded, whatever the file repeats."""
    long_lines = b"".join(b"a" * 400 + b"%d\n" % number for number in range(250))
    start = time.monotonic()
    assert refusal(b"x = 1;\n" * 130_000 + long_lines, old, "y").code == "not-found"
    assert refusal(long_lines, old, "y").code == "not-found"
    assert time.monotonic() - start < 60
