"""Both trees as text."""

from __future__ import annotations

from patchsmith.changes.between import change_set_between
from patchsmith.guard.evidence import Evidence
from patchsmith.guard.policy import Policy
from patchsmith.guard.sides import Sides


def sides(before: dict[str, bytes], after: dict[str, bytes]) -> Sides:
    return Sides(change_set_between(before, after), before, Policy(), Evidence())


def test_layout_alone_changes_no_production() -> None:
    """A file whose tree is the same is not a changed one."""
    assert sides({"a.py": b"x=1\n"}, {"a.py": b"x = 1  # one\n"}).production == []
    assert sides({"a.js": b"f( 1 )\n"}, {"a.js": b"f(1) // one\n"}).production == []
    assert sides({"a.py": b"x=1\n"}, {"a.py": b"x=2\n"}).production == ["a.py"]


def test_what_can_not_be_read_gives_a_note() -> None:
    """Wrong bytes, and code that is none."""
    found = sides({}, {"a.py": b"\xff = 1\n"})
    assert found.module_after("a.py") is None
    assert [note.path for note in found.notes] == ["a.py"]
    assert found.unreadable == {"a.py"}


def test_names_that_are_removed() -> None:
    """Functions and classes that production code no longer has."""
    assert sides(
        {"a.py": b"def f(): pass\ndef g(): pass\n"}, {"a.py": b"def g(): pass\n"}
    ).removed_names == {"f"}
