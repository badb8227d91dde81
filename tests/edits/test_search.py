"""The two tiers in which a text is found, and how its places are counted."""

from __future__ import annotations

import time

import pytest

from patchsmith.edits.search import Found, find, first_line_nos


def one(body: bytes, needle: bytes) -> Found | None:
    """Search as for an edit of one place."""
    return find(body, needle, every=False)


def test_overlapping_places_are_all_counted() -> None:
    """Three braces hold a pair of braces twice."""
    found = one(b"}\n}\n}\n", b"}\n}\n")
    assert found is not None
    assert found.count == 2


def test_replacing_all_takes_places_that_do_not_overlap() -> None:
    """From left to right, each behind the one before."""
    assert find(b"aaaaa", b"aa", every=True) == Found("exact", ((0, 2), (2, 4)), 2, complete=True)


def test_the_exact_tier_decides_when_it_finds_anything() -> None:
    """A place that differs in trailing blanks does not count beside an exact one."""
    assert one(b"a  \nb\n--\na\nb\n", b"a\nb") == Found("exact", ((9, 12),), 1, complete=True)


TRAILING = {
    "blanks in the file": (b"a  \nb\t\nc", b"a\nb", (0, 5)),
    "blanks in the needle": (b"x\na\nb\n", b"a \nb\t\n", (2, 6)),
    "blanks behind the match stay outside": (b"a \nb   \n", b"a\nb", (0, 4)),
    "the next line's indentation stays outside": (b"f()  \n  g()\n", b"f()\n", (0, 6)),
    "blanks before a leading newline stay outside": (b"a  \nb\nc", b"\nb \n", (3, 6)),
    "an ideographic blank": ("a\u3000\nb\n".encode(), b"a\nb", (0, 6)),
    "a no-break space in the needle": (b"a\nb\n", "a\u00a0\nb".encode(), (0, 3)),
    "a final newline that is not there": (b"one\ntwo", b"two\n", (4, 7)),
    "a line of blanks as the first line": (b"a\n \t\nb\n", b"  \nb", (2, 6)),
    "a line of blanks within": (b"a\n    \nb\n", b"a\n\nb", (0, 8)),
}


@pytest.mark.parametrize(("body", "needle", "span"), TRAILING.values(), ids=TRAILING.keys())
def test_white_space_at_the_ends_of_lines_is_ignored(
    body: bytes, needle: bytes, span: tuple[int, int]
) -> None:
    """The span begins with the first and ends with the last matched character."""
    assert one(body, needle) == Found("trailing", (span,), 1, complete=True)


MISSES = {
    "a cut end inside a line": (b"    return xylo\n", b"    return x "),
    "a cut end before indentation": (b"f() \n  g()\n", b"f()\n  "),
    "blanks only": (b"abc\ndef\n", b"    "),
    "blank lines only": (b"a\nb\n", b"  \n\n"),
    "a blank first line in the middle of a line": (b"abc\nb\n", b"  \nb"),
    "indentation": (b"\tx\n", b"    x"),
    "blanks inside a line": (b"a  b\n", b"a b"),
    "two newlines at the end": (b"a\n", b"a\n\n"),
    "an empty file": (b"", b"a"),
    "a lone carriage return": (b"a\rb\r", b"a\nb\n"),
}


@pytest.mark.parametrize(("body", "needle"), MISSES.values(), ids=MISSES.keys())
def test_nothing_else_is_ignored(body: bytes, needle: bytes) -> None:
    """What differs in any other way is not found."""
    assert one(body, needle) is None


def test_the_first_places_are_named_by_line() -> None:
    """Line numbers are 1-based and at most five."""
    body = b"x\ny\n" * 10
    found = one(body, b"y")
    assert found is not None
    assert found.count == 10
    assert first_line_nos(body, found) == [2, 4, 6, 8, 10]


HARD = {
    "short in many": (b"x = 1;\n" * 150_000, b"x = 1;\n"),
    "long in identical lines": (b"x = 1;\n" * 150_000, b"x = 1;\n" * 70_000),
    "long in one line": (b"a" * 1_000_000, b"a" * 500_000),
    "long with a cut end": (b"a" * 1_000_000, b"a" * 500_000 + b" "),
    "long with a wrong end": (b"a" * 1_000_000, b"a" * 500_000 + b"b"),
    "long with trailing blanks": (b"x = 1; \n" * 125_000, b"x = 1;\n" * 60_000),
}


@pytest.mark.parametrize(("body", "needle"), HARD.values(), ids=HARD.keys())
def test_a_megabyte_of_repetition_is_searched_in_bounded_time(body: bytes, needle: bytes) -> None:
    """Neither finding nor counting is quadratic; what is not counted out is said."""
    start = time.monotonic()
    found = one(body, needle)
    assert time.monotonic() - start < 20
    assert found is None or found.complete or found.count > 5
