"""Indenting added lines for another indentation."""

from __future__ import annotations

import pytest

from patchsmith.v4a.model import Hunk
from patchsmith.v4a.reindent import reindented


def added(lines: tuple[str, ...], file_lines: list[str]) -> list[str] | None:
    hunk = reindented(Hunk((), lines, False, False, 1), file_lines)
    return None if hunk is None else [line[1:] for line in hunk.lines if line[0] == "+"]


@pytest.mark.parametrize(
    ("lines", "file_lines", "expected"),
    [
        ((" a", "+b", "+", "+  c"), ["    a"], ["    b", "", "      c"]),
        ((" \ta", "+\tb"), ["a"], ["b"]),
        (("     a", "         b", "+        c"), ["\ta", "\t\tb"], ["\t\tc"]),
        ((" \ta", " \t\tb", "+\t\tc"), ["  a", "    b"], ["    c"]),
        ((" a", " b", "+c"), ["  a", "    b"], None),
        (("     a", "+b"), ["  a"], None),
        ((" a ", "+b"), ["a"], ["b"]),
        ((" a", "-b"), ["  a", "    b"], []),
    ],
    ids=["deeper", "shallower", "blanks-to-tabs", "tabs-to-blanks", "not-uniform",
         "added-line-does-not-fit", "same-indentation", "nothing-added"],
)  # fmt: skip
def test_added_lines_follow_the_uniform_difference(
    lines: tuple[str, ...], file_lines: list[str], expected: list[str] | None
) -> None:
    """One way for all old lines carries over to added ones; anything else is refused."""
    assert added(lines, file_lines) == expected
