"""The parts of a line that does not parse."""

from __future__ import annotations

import pytest

from patchsmith.repairers.offline.line_text import code_end, indentation, with_inserted


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("a = 1", "a = 1"),
        ("a = 1  # one", "a = 1"),
        ("a = '#' + \"#\"  # one", "a = '#' + \"#\""),
        ("a = '\\'#'  # one", "a = '\\'#'"),
        ("a = '''#'''  # one", "a = '''#'''"),
        ("# all", ""),
        ("   ", ""),
        ("a = 'open  # no comment", "a = 'open"),
    ],
)
def test_code_ends_before_comment_and_blanks(line: str, code: str) -> None:
    """Number signs inside strings begin no comment; an open string hides nothing."""
    assert line[: code_end(line)] == code


def test_indentation_is_blanks_and_tabs() -> None:
    """Other white space is content."""
    assert indentation(" \t a") == " \t "
    assert indentation("\x0ca") == ""


def test_text_is_put_in_at_a_column() -> None:
    """Columns are 0-based."""
    assert with_inserted("ab", 1, "-") == "a-b"
    assert with_inserted("ab", 2, "-") == "ab-"
