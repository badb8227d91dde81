"""Change sets as values."""

from __future__ import annotations

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath

A, B = RelPath("a"), RelPath("b")


def test_the_kind_follows_from_the_sides_that_exist() -> None:
    """Nothing before is an addition, nothing after a deletion."""
    assert FileChange(A, None, b"x", None).kind == "add"
    assert FileChange(A, b"x", b"y", None).kind == "update"
    assert FileChange(A, b"x", None, None).kind == "delete"


def test_the_inverse_swaps_the_sides_and_the_order() -> None:
    """A move undone takes the mode back from where it went."""
    moved = ChangeSet((FileChange(B, None, b"y", A), FileChange(A, b"x", None, None)))
    assert moved.inverse() == ChangeSet(
        (FileChange(A, None, b"x", B), FileChange(B, b"y", None, None))
    )


def test_a_change_set_is_walked_in_order() -> None:
    """Iteration, length and paths agree."""
    change_set = ChangeSet((FileChange(B, None, b"", None), FileChange(A, b"", None, None)))
    assert [change.path for change in change_set] == [B, A] == list(change_set.paths)
    assert len(change_set) == 2
