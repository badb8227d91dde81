"""Law: `strict` accepts the grammar and nothing else, and reading never ends in a traceback."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from patchsmith.errors import PatchsmithError
from patchsmith.v4a.parser import parse
from strategies import PATCH_TEXTS

PATH = r"\S(?:.*\S)?\n"
ANCHOR = r"@@ .*\S.*\n"
HUNK = rf"(?:@@\n(?:{ANCHOR})*|(?:{ANCHOR})+)(?:[ +-].*\n)+(?:\*\*\* End of File\n)?"
ADD = rf"\*\*\* Add File: {PATH}(?:\+.*\n)*"
DELETE = rf"\*\*\* Delete File: {PATH}"
UPDATE = rf"\*\*\* Update File: {PATH}(?:\*\*\* Move to: {PATH})?(?:{HUNK})+"
GRAMMAR = re.compile(rf"\*\*\* Begin Patch\n(?:{ADD}|{DELETE}|{UPDATE})+\*\*\* End Patch\n?")
"""The grammar once more, written from its text; hunks hold a line, updates a hunk."""


@given(PATCH_TEXTS)
def test_strict_accepts_exactly_the_grammar(text: str) -> None:
    """A text is read strictly when the grammar derives it and no line of it ends with CRLF."""
    derived = GRAMMAR.fullmatch(text) is not None and "\r\n" not in text
    try:
        patch = parse(text, strict=True)
    except PatchsmithError:
        assert not derived
    else:
        assert derived
        assert patch.tolerated == ()
        assert parse(text) == patch


@given(st.one_of(PATCH_TEXTS, st.text()))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but our own error leaves the parser, and it names a line of the text."""
    refusal: PatchsmithError | None = None
    try:
        parse(text)
    except PatchsmithError as error:
        refusal = error
    if refusal is not None:
        assert refusal.code == "patch-syntax"
        assert refusal.line_no in range(1, text.count("\n") + 2)
