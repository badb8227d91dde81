"""Anchors that no line equals."""

from __future__ import annotations

import pytest

from patchsmith.text.matching import EXACT, Finder
from patchsmith.v4a.locate import Ambiguous, Found, Locator, NotFound
from patchsmith.v4a.model import Hunk

BODY = (
    b"class A:\n    def f(self, x):\n        y\n"
    b"class B:\n    def f(self, x):\n        y\n        z\n"
)


@pytest.mark.parametrize(
    ("anchor", "lines", "expected"),
    [
        ("class B: @@ def f(self, x):", ("-        y",), Found(68, EXACT, "one-line-anchors")),
        ("class B: @@", ("-        y",), Found(68, EXACT, "one-line-anchors")),
        ("-1,3 +1,4 @@", ("-        z",), Found(78, EXACT, "numeric-header")),
        ("-1 +1 @@ class B:", ("-        y",), Found(68, EXACT, "numeric-header")),
        ("-1,3 +1,4 @@", ("-        y",), Ambiguous((29, 68), EXACT)),
        ("-1,3 +1,4 @@", ("+new",), NotFound("-1,3 +1,4 @@")),
        ("def f(self", ("-        z",), Found(78, EXACT, "shortened-anchor")),
        ("class A", ("-        z",), NotFound("class A")),
        ("def f(self", ("-        y",), NotFound("def f(self")),
        ("def f(self", ("+new",), NotFound("def f(self")),
        ("class B: @@ def g(self):", ("-        y",), NotFound("class B: @@ def g(self):")),
        ("nowhere", ("-        z",), NotFound("nowhere")),
    ],
)
def test_other_readings(
    anchor: str, lines: tuple[str, ...], expected: Found | NotFound | Ambiguous
) -> None:
    """Each reading has a name; hints need a body that is unique; additions are never hinted."""
    hunk = Hunk((anchor,), lines, False, False, 1)
    assert Locator(Finder(BODY)).place(hunk) == expected
