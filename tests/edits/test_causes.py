"""Why a text was not found, named only where it can be proved."""

from __future__ import annotations

import pytest

from patchsmith.edits.causes import find_cause
from patchsmith.edits.request import edit_request
from patchsmith.text.document import Document

CAUSES = {
    "tabs in the file": (
        "if a:\n\tgo()\n",
        "if a:\n    go()",
        "x",
        "line 2 starts with 1 tab in the file and with 4 spaces in old_string",
    ),
    "three spaces": ("f:\n   x\n", "    x", "y", "3 spaces in the file and with 4 spaces"),
    "mixed": ("\t  x\n", "x\n", None, None),
    "tab and spaces": ("a\n\t  x\n", "a\n  x\n", "y", "1 tab and 2 spaces"),
    "line numbers by cat": ("import os\nx = 1\n", "     2\tx = 1", "y", "line numbers"),
    "line numbers with colons": ("let a;\nlet b;\n", "1: let a;\n2: let b;", "y", "line numbers"),
    "line numbers with bars": ("let a;\nlet b;\n", "1 | let a;\n2 | let b;", "y", "line numbers"),
    "line numbers with arrows": ("let a;\n", "    1→let a;", "y", "line numbers"),
    "escaped newline": ("line1\nline2\n", "line1\\nline2", "y", "escape sequences"),
    "escaped quotes": ('say "hi"\n', 'say \\"hi\\"', "y", "escape sequences"),
    "a notebook": ('"x = 1\\n",\n', "x = 1\n", "y", "the file holds this text with escape"),
    "doubled backslashes in the file": ("p = 'C:\\\\new'\n", "p = 'C:\\new'", "y", "escape"),
    "entities sent": ("if a < b && c\n", "if a &lt; b &amp;&amp; c", "y", "HTML entities"),
    "entities in the file": ("<p>a &amp; b</p>\n", "a & b", "y", "spells some of its characters"),
    "curly quotes in the file": (
        "say ‘hi’\n",
        "say 'hi'",
        "y",
        "U+2018 (left single quotation mark)",
    ),
    "curly quotes sent": ("say 'hi'\n", "say ’hi’", "y", "old_string has U+2019"),
    "a no-break space": ("total:\u00a0100\n", "total: 100", "y", "the file has U+00A0"),
    "full-width brackets": ("print（1）\n", "print(1)", "y", "U+FF08"),
    "decomposed letters": ("Vie\u0323\u0302t\n", "Vi\u1ec7t", "y", "Unicode normalisation"),
    "already there": ("A_B = 90\n", "A = 30", "A_B = 90", "already, at line 1"),
    "blanks inside": ("SELECT a FROM  t\n", "SELECT a FROM t", "y", "other blanks"),
    "another wrapping": ("f(a,\n  b)\n", "f(a, b)", "y", "line breaks"),
    "upper and lower case": ("SELECT a\n", "select A", "y", "upper and lower case"),
    "a byte order mark": ("abc\n", "\ufeffabc", "y", "byte order mark"),
    "old Mac line ends": ("a\rb\r", "a\nb", "y", "carriage return"),
    "blanks": ("abc\n", "   ", "y", "nothing but blanks"),
}
PROVED = {name: row for name, row in CAUSES.items() if row[2] is not None}
UNKNOWN = {
    "invented text": ("a = 1\n", "b = 2", "c"),
    "a new text too short to recognise": ("x = 1\ny\n", "b = 2", "x"),
    "a new text inside the old": ("foo(a)\n", "foo(a) + bar", "foo(a)"),
    "numbers that are text": ("5 apples\n", "6 pears", "c"),
}


@pytest.mark.parametrize(("text", "old", "new", "words"), PROVED.values(), ids=PROVED.keys())
def test_a_cause_is_named_when_undoing_it_finds_the_text(
    text: str, old: str, new: str, words: str
) -> None:
    """The sentence says what differs and where."""
    cause = find_cause(Document(text.encode()), edit_request(old, new))
    assert cause is not None
    assert words in cause


@pytest.mark.parametrize(("text", "old", "new"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_no_cause_is_guessed(text: str, old: str, new: str) -> None:
    """A wrong reason would send the caller astray."""
    assert find_cause(Document(text.encode()), edit_request(old, new)) is None


def test_large_files_are_not_searched_for_causes() -> None:
    """Beyond a size the error goes without."""
    body = b"line\n" * 2_000_000
    assert find_cause(Document(body), edit_request("  line\n  line", "x")) is None
