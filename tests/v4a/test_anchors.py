"""From anchors to scopes."""

from __future__ import annotations

from patchsmith.text.matching import Finder
from patchsmith.v4a.anchors import Scopes

BODY = b"class A:\n    def f():\n        x\nclass B:\n    def f():\n        x\n"


def starts(anchors: tuple[str, ...], cursor: int = 0) -> list[int]:
    scopes, missing = Scopes(Finder(BODY)).of(anchors, cursor)
    assert missing is None
    return [scope.anchor for scope in scopes]


def test_an_anchor_opens_a_scope_at_every_line_that_equals_it() -> None:
    """One anchor may name several places."""
    assert starts(("    def f():",)) == [9, 41]


def test_a_second_anchor_is_looked_for_inside_the_first() -> None:
    """Class, then function."""
    assert starts(("class B:", "    def f():")) == [41]


def test_indentation_may_differ_when_no_line_is_exact() -> None:
    """Anchors go through the same tiers as blocks."""
    assert starts(("class B:", "def f():")) == [41]


def test_the_cursor_comes_first_and_above_it_is_second_choice() -> None:
    """An anchor above the cursor counts only when none is below."""
    assert starts(("    def f():",), 32) == [41]
    assert starts(("class A:",), 32) == [0]


def test_a_missing_anchor_is_named() -> None:
    """The first anchor that no line equals is returned."""
    assert Scopes(Finder(BODY)).of(("class B:", "def g():"), 0) == ([], "def g():")


def test_one_walk_finds_an_anchor_for_all_hunks() -> None:
    """Places are remembered; at most a number of them is looked at for one hunk."""
    body = b"x\n" * 1000
    scopes = Scopes(Finder(body))
    for cursor in (0, 1000, 1998, 500, 2000, 7):
        found, _ = scopes.of(("x",), cursor)
        wanted = [at for at in range(0, 2000, 2) if at >= cursor] or range(0, 2000, 2)
        assert [scope.anchor for scope in found] == [*wanted][:200]
    assert scopes._places["x", "exact"]._known == [*range(0, 2000, 2)]
