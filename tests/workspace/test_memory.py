"""Committing to files in memory."""

from __future__ import annotations

import pytest

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.memory import MemoryWorkspace


def change(path: str, before: bytes | None, after: bytes | None) -> FileChange:
    return FileChange(RelPath(path), before, after, None)


def test_a_change_set_lands_whole() -> None:
    """Added, updated and deleted files are there, or gone, after one commit."""
    workspace = MemoryWorkspace({"a": "x", "b": "y", "d/c": "z"})
    workspace.commit(
        ChangeSet((change("a", b"x", b"X"), change("e/f", None, b"new"), change("d/c", b"z", None)))
    )
    assert workspace.files == {"a": b"X", "b": b"y", "e/f": b"new"}
    assert not workspace.exists(RelPath("d"))
    assert workspace.exists(RelPath("e"))


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (change("b", b"other", b"Y"), "conflict"),
        (change("b", None, b"Y"), "conflict"),
        (change("no", b"x", b"Y"), "conflict"),
        (change("no", b"x", None), "conflict"),
        (change("d", None, b"Y"), "is-directory"),
        (change("b/c", None, b"Y"), "io"),
    ],
)
def test_a_change_that_does_not_fit_refuses_all(second: FileChange, code: str) -> None:
    """Nothing is changed when one file is not what it was planned on."""
    workspace = MemoryWorkspace({"a": "x", "b": "y", "d/c": "z"})
    before = workspace.files
    with pytest.raises(PatchsmithError) as caught:
        workspace.commit(ChangeSet((change("a", b"x", b"X"), second)))
    assert caught.value.code == code
    assert workspace.files == before


def test_the_inverse_restores() -> None:
    """A committed change set can be taken back by committing its inverse."""
    workspace = MemoryWorkspace({"a": "x", "b": "y"})
    before = workspace.files
    changes = ChangeSet((change("a", b"x", None), change("c", None, b"z")))
    workspace.commit(changes)
    workspace.commit(changes.inverse())
    assert workspace.files == before
