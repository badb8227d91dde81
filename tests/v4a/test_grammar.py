"""The lines of a patch while they are read."""

from __future__ import annotations

import pytest

from patchsmith.errors import InputError
from patchsmith.v4a.grammar import Cursor, shown, suspicious


def test_a_deviation_is_noted_once_where_it_was_first() -> None:
    """The line is that of the next line to read, unless another is named."""
    cursor = Cursor(strict=False)
    cursor.at = 4
    cursor.tolerate("padded-marker", "white space")
    cursor.tolerate("padded-marker", "white space", 9)
    cursor.tolerate("blank-layout", "a blank line", 2)
    assert cursor.tolerated == {"padded-marker": 5, "blank-layout": 2}


def test_strict_refuses_a_deviation_by_its_name() -> None:
    """The refusal says what it is, by which name it is tolerated otherwise, and where."""
    with pytest.raises(InputError, match=r"white space .* \(padded-marker\)") as caught:
        Cursor(strict=True).tolerate("padded-marker", "white space", 7)
    assert caught.value.line_no == 7


def test_long_lines_are_cut_in_messages() -> None:
    """A message stays readable whatever the patch holds."""
    assert shown("x" * 120) == "x" * 120
    assert shown("x" * 121) == "x" * 117 + "..."


@pytest.mark.parametrize("text", ["é", "\0", "..."])
def test_only_some_characters_are_suspicious(text: str) -> None:
    """All that `additions` could refuse."""
    assert suspicious(f"+x{text}")
    assert not suspicious("+x .. y")
