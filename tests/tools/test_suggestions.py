"""What a result suggests to do next."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsmith.tools.suggestions import shell_quoted, suggestion_for


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("src/ok.py", "python3 src/ok.py"),
        ("my file.py", "python3 'my file.py'"),
        ("it's.py", "python3 'it'\"'\"'s.py'"),
        ("-x.py", "python3 ./-x.py"),
    ],
)
def test_python_files_are_suggested_to_be_run(path: str, command: str) -> None:
    """The command can be pasted into a shell as it is."""
    assert suggestion_for(path) == f"Check the change by running: {command}"


@pytest.mark.parametrize("path", ["a.txt", "a.pyi", "py", "a.py.orig"])
def test_other_files_suggest_nothing(path: str) -> None:
    """Only a file that Python runs."""
    assert suggestion_for(path) is None


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_a_quoted_word_is_read_back_as_it_was(word: str) -> None:
    """Whatever characters the name holds."""
    assert shlex.split(shell_quoted(word)) == [word]
