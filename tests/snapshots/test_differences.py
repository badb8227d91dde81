"""Reading git's records of differences."""

from __future__ import annotations

import os

import pytest

from patchsmith.snapshots.differences import (
    TreeChange,
    read_both,
    read_counts,
    read_raw,
    with_counts,
)

ZEROS = "0" * 40
ONES = "1" * 40
TWOS = "2" * 40


def _change(before: int, after: int, before_id: str = ONES, after_id: str = TWOS) -> TreeChange:
    return TreeChange(
        path="a", before_mode=before, after_mode=after, before_id=before_id, after_id=after_id
    )


@pytest.mark.parametrize(
    ("change", "status"),
    [
        pytest.param(_change(0, 0o100644, ZEROS), "A", id="added"),
        pytest.param(_change(0o100644, 0, ONES, ZEROS), "D", id="deleted"),
        pytest.param(_change(0o100644, 0o100644), "M", id="content"),
        pytest.param(_change(0o100644, 0o100755), "M", id="content_and_mode"),
        pytest.param(_change(0o100644, 0o100755, ONES, ONES), "T", id="mode_alone"),
        pytest.param(_change(0o100644, 0o120000), "T", id="file_became_link"),
        pytest.param(_change(0o100644, 0o160000), "T", id="file_became_repository"),
    ],
)
def test_the_status_says_what_happened(change: TreeChange, status: str) -> None:
    """Content changes are M; a mode alone or another kind of file is T."""
    assert change.status == status


def test_records_with_any_name_are_read() -> None:
    """Names hold spaces, tabs, newlines, bytes that are not UTF-8; nothing splits them."""
    name = b"a\tb\n:c \xff"
    raw = f":100644 000000 {ONES} {ZEROS} D\0".encode() + name + b"\0"
    (change,) = read_raw(raw)
    assert os.fsencode(change.path) == name
    assert (change.before_mode, change.after_mode) == (0o100644, 0)
    assert read_counts(b"1\t2\t" + name + b"\0") == {change.path: (1, 2)}


def test_nothing_differs_in_empty_output() -> None:
    """No records, no changes."""
    assert read_raw(b"") == ()
    assert read_counts(b"") == {}


def test_binary_files_have_no_line_counts() -> None:
    """Git says a dash, callers get zeros and the flag."""
    change = _change(0o100644, 0o100644)
    found = with_counts(change, read_counts(b"-\t-\ta\0"))
    assert (found.is_binary, found.added, found.removed) == (True, 0, 0)
    assert not with_counts(change, {"a": (3, 1)}).is_binary


def test_nested_repositories_are_known_by_either_side() -> None:
    """A commit in place of a file, before or after, is a nested repository."""
    assert _change(0o160000, 0).is_nested
    assert _change(0o100644, 0o160000).is_nested
    assert not _change(0o100644, 0o100755).is_nested


def test_both_kinds_of_records_are_read_from_one_output() -> None:
    """Whatever the names look like; without any there is nothing."""
    raw = b"".join(f":100644 100644 {ONES} {TWOS} M\0{name}\0".encode() for name in ("a", ":b"))
    found = read_both(raw + b"1\t2\ta\0-\t-\t:b\0")
    assert [(each.path, each.added, each.removed, each.is_binary) for each in found] == [
        ("a", 1, 2, False),
        (":b", 0, 0, True),
    ]
    assert read_both(b"") == ()
