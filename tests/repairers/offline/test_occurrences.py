"""Names are exchanged where the syntax tree says, and nowhere else."""

from __future__ import annotations

import ast

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.repairers.offline.fix import Place
from patchsmith.repairers.offline.occurrences import with_attribute, with_keyword, with_name
from patchsmith.repairers.offline.source import SourceText


def place(text: str) -> Place:
    """Return the first line of a file."""
    source = SourceText.decoded(RelPath("a.py"), text.encode())
    assert source is not None
    assert isinstance(source.tree, ast.Module)
    return Place(source, source.tree, 1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a(x, x)  # x", "a(long, long)  # x"),
        ("b('x', x=x)", "b('x', x=long)"),
        ("c.x = x", "c.x = long"),
        ("'é你', x", "'é你', long"),
        ("f'{x}!'", "f'{long}!'"),
        ("y = 1", None),
    ],
)
def test_names_are_uses_of_the_variable(line: str, expected: str | None) -> None:
    """Strings, comments, attributes and keywords of that name stay."""
    assert with_name(place(line), "x", "long") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a.x(x)", "a.long(x)"),
        ("a.x.y", "a.long.y"),
        ("f'{a.x}'", "f'{a.long}'"),
        ("a.x, b.x", None),
        ("a.x = 1", None),
        ("x", None),
    ],
)
def test_an_attribute_is_read_once(line: str, expected: str | None) -> None:
    """Two reads, or a write, leave open which one failed."""
    assert with_attribute(place(line), "x", "long") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [("a(x=x)", "a(long=x)"), ("a(x=1), b(x=2)", None), ("a(x)", None)],
)
def test_a_keyword_is_passed_once(line: str, expected: str | None) -> None:
    """The value of that name stays; two calls leave open which one failed."""
    assert with_keyword(place(line), "x", "long") == expected
