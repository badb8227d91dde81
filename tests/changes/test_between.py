"""Change sets between two sets of files."""

from __future__ import annotations

import pytest

from patchsmith.changes.between import change_set_between
from patchsmith.errors import InputError
from patchsmith.workspace.memory import MemoryWorkspace


def test_it_turns_the_first_into_the_second() -> None:
    """Equal files are left out, removals come last."""
    before = {"a": b"1", "b": b"2", "c": b"3"}
    after = {"b": b"2", "c": b"4", "d": b"5"}
    changes = change_set_between(before, after)
    assert [(change.path, change.kind) for change in changes] == [
        ("c", "update"),
        ("d", "add"),
        ("a", "delete"),
    ]
    workspace = MemoryWorkspace(before)
    workspace.commit(changes)
    assert workspace.files == after


def test_equal_content_is_a_move_and_each_origin_moves_once() -> None:
    """Two new copies of a file that is gone are one moved file and one added."""
    changes = change_set_between({"a": b"x"}, {"b": b"x", "c": b"x"})
    assert [(change.path, change.origin) for change in changes] == [
        ("b", "a"),
        ("c", None),
        ("a", None),
    ]


def test_empty_files_and_copies_are_no_moves() -> None:
    """An empty file says nothing about where it came from; a copy's origin stays."""
    assert [c.origin for c in change_set_between({"a": b""}, {"b": b""})] == [None, None]
    assert [c.origin for c in change_set_between({"a": b"x"}, {"a": b"x", "b": b"x"})] == [None]


def test_paths_are_checked() -> None:
    """What no workspace has is refused."""
    with pytest.raises(InputError):
        change_set_between({}, {"../a": b""})
