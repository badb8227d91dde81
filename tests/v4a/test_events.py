"""Events are plain values."""

from __future__ import annotations

import pytest

from patchsmith.v4a.events import FileOpEnded, FileOpStarted, LinesCounted, ReadingRestarted


def test_events_compare_by_what_they_tell() -> None:
    """Two events that say the same are equal; a restart says nothing else."""
    assert FileOpStarted("add", "a", 2) == FileOpStarted(kind="add", path="a", line_no=2)
    assert LinesCounted("a", 1, 0) != LinesCounted("a", 2, 0)
    assert ReadingRestarted() == ReadingRestarted()


def test_events_can_not_be_changed() -> None:
    """Who gets one may keep it."""
    event = FileOpEnded("update", "a", None, 1, 1)
    with pytest.raises(AttributeError):
        event.added = 3  # type: ignore[misc]
