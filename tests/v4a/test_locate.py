"""Where a hunk goes."""

from __future__ import annotations

import pytest

from patchsmith.text.matching import EXACT, STRIPPED, TRAILING, Finder
from patchsmith.v4a.locate import Ambiguous, Found, Locator, NotFound
from patchsmith.v4a.model import Hunk


def place(
    body: str, lines: tuple[str, ...], *anchors: str, end_of_file: bool = False
) -> Found | NotFound | Ambiguous:
    hunk = Hunk(anchors, lines, end_of_file, False, 1)
    return Locator(Finder(body.encode())).place(hunk)


@pytest.mark.parametrize(
    ("body", "lines", "anchors", "expected"),
    [
        ("a\nb\n", ("-b",), (), Found(2, EXACT, None)),
        ("  b\na\nb\n", ("-b",), (), Found(6, EXACT, None)),
        ("b \na\n b\n", ("-b",), (), Found(0, TRAILING, None)),
        ("b\na\nb\n", ("-b",), (), Ambiguous((0, 4), EXACT)),
        (" b\n\tb\n", ("-b",), (), Ambiguous((0, 3), STRIPPED)),
        ("a\n", ("-b",), (), NotFound(None)),
        ("def f():\n  x\ndef g():\n  x\n", ("-  x",), ("def g():",), Found(22, EXACT, None)),
        ("def f():\n  y\ndef g():\n  x\n", ("-  x",), ("def f():",), NotFound(None)),
        ("def f():\n  x\n", ("-  x",), ("def h():",), NotFound("def h():")),
        ("def f():\n  x\n  y\n  x\n", ("-  x",), ("def f():",), Found(9, EXACT, None)),
        ("a\ndef f():\n  x\n", (" a", " def f():", "-  x"), ("def f():",), Found(0, EXACT, None)),
        ("def f():\n  x\n", ("-def f():", "+def f(a):"), ("def f():",),
         Found(0, EXACT, "anchor-in-hunk")),
        ("def f():\n  x\nz\n", ("-z",), ("def f():",), NotFound(None)),
        ("def f():\n  x\nz\n", ("   x", "+  y", " z"), ("def f():",), Found(9, EXACT, None)),
        ("a\nb\n", ("+x",), (), Found(4, EXACT, None)),
        ("a\nb\n", ("+x",), ("a",), Found(2, EXACT, None)),
        ("a\nb\na\n", ("+x",), ("a",), Ambiguous((0, 4), EXACT)),
    ],
)  # fmt: skip
def test_one_hunk(
    body: str,
    lines: tuple[str, ...],
    anchors: tuple[str, ...],
    expected: Found | NotFound | Ambiguous,
) -> None:
    """The strictest tier with a match decides, and the match must be the only one in scope."""
    assert place(body, lines, *anchors) == expected


@pytest.mark.parametrize(
    ("body", "lines", "expected"),
    [
        ("b\na\nb\n", ("-b",), Found(4, EXACT, None)),
        ("b\na\nb\n\n\n", ("-b",), Found(4, EXACT, None)),
        ("b\na\nb", ("-b",), Found(4, EXACT, None)),
        ("b\na\n", ("-b",), NotFound(None)),
        ("b", (" a", "-b"), NotFound(None)),
        ("", ("-b",), NotFound(None)),
        ("a\n", ("+b",), Found(2, EXACT, None)),
    ],
)
def test_end_of_file_means_the_last_lines(
    body: str, lines: tuple[str, ...], expected: Found | NotFound
) -> None:
    """Blank lines behind them are tolerated; nowhere else is looked."""
    assert place(body, lines, end_of_file=True) == expected


def test_the_order_of_hunks_resolves_a_repeated_line() -> None:
    """Only matches below the hunk before are candidates; above it when none is below."""
    locator = Locator(Finder(b"x\na\nx\nb\n"))
    first = locator.place(Hunk((), ("-a",), False, False, 1))
    assert first == Found(2, EXACT, None)
    locator.passed(4, [(2, 4)])
    assert locator.place(Hunk((), ("-x",), False, False, 2)) == Found(4, EXACT, None)
    locator.passed(6, [(4, 6)])
    assert locator.place(Hunk((), ("-x",), False, False, 3)) == Found(0, EXACT, "hunk-out-of-order")


def test_neighbours_may_share_context_but_not_changed_lines() -> None:
    """The trailing context of one hunk can lead the next; a changed line is gone."""
    locator = Locator(Finder(b"a\nb\nc\nd\n"))
    locator.passed(6, [(2, 4)])
    assert locator.place(Hunk((), (" c", "-d"), False, False, 1)) == Found(
        4, EXACT, "shared-context"
    )
    assert locator.place(Hunk((), (" b", "-c"), False, False, 1)) == NotFound(None)
