"""What file ops come to, some of it worked out late."""

from __future__ import annotations

from patchsmith.v4a.outcome import OpResult, PlacedHunk, Updated

HUNKS = (PlacedHunk("exact", 1, 1, 1, None),)


def test_hunks_are_worked_out_when_they_are_asked_for() -> None:
    """Once, and the value is then the one that was made whole."""
    asked: list[int] = []

    def work() -> tuple[PlacedHunk, ...]:
        asked.append(1)
        return HUNKS

    result = OpResult.later(work, "M", "a", None)
    assert asked == []
    assert (result.kind, result.path, result.moved_from) == ("M", "a", None)
    assert result.hunks == result.hunks == HUNKS
    assert asked == [1]
    assert result == OpResult("M", "a", None, HUNKS)


def test_only_what_was_placed_the_plain_way_is_known_to_be_exact() -> None:
    """A value that was made whole may hold any tier."""
    assert Updated.later(lambda: HUNKS, b"").is_exact
    assert not Updated(b"", HUNKS).is_exact
