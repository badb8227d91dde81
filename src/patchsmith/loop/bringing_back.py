"""Brings a known change to a folder: from the copy of an isolated loop, or back to before one.

Decides file by file that the folder is still what the change began with; where one is not,
nothing is brought there. Contents go through one transaction of the workspace: all or nothing, and
checked again at the last moment. Links and permissions, which a transaction does not know, follow.
A file that is already as it should become is left alone, so that a killed end can be repeated.
"""

from __future__ import annotations

import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.differences import LINK_MODE, NESTED_MODE
from patchsmith.snapshots.restoring import TreeWriter
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.snapshots.deep import DeepStore, DeepTree


@dataclass(frozen=True, slots=True)
class Entry:
    """One path in one snapshot: nothing, a file, or a link."""

    content: bytes | None
    """A link's target, a file's content; None for nothing."""
    mode: int
    """Permission bits; 0 for a link and for nothing."""
    is_link: bool
    """Whether it is a link."""


@dataclass(frozen=True, slots=True)
class Move:
    """One path to bring back."""

    path: str
    """Relative to the root."""
    before: Entry
    """What the copy was made from."""
    after: Entry
    """What it became."""


def moves(store: DeepStore, before: DeepTree, after: DeepTree, paths: frozenset[str]) -> list[Move]:
    """Return what is to be brought back.

    Args:
        store: Snapshots of the copy.
        before: The copy as it was made.
        after: The copy as the loop left it.
        paths: Files that attempts have changed; what the command wrote stays in the copy.

    Raises:
        EnvironmentFault: `conflict`, it is in a repository inside the root.
    """
    found = []
    for change in store.diff(before, after):
        if change.path not in paths:
            continue
        is_inside = any(change.path.startswith(f"{each}/") for each in store.nested)
        if is_inside or NESTED_MODE in (change.before_mode, change.after_mode):
            raise EnvironmentFault(
                "conflict", "a repository inside the root can not be brought back", path=change.path
            )
        one = _entry(store, before, change.path, change.before_mode)
        two = _entry(store, after, change.path, change.after_mode)
        found.append(Move(change.path, one, two))
    return found


def _entry(store: DeepStore, tree: DeepTree, path: str, mode: int) -> Entry:
    if mode == 0 or stat.S_ISDIR(tree.modes.get(path, 0)):
        return Entry(None, stat.S_IMODE(tree.modes.get(path, 0)), False)
    permissions = stat.S_IMODE(tree.modes.get(path, 0))
    return Entry(store.read(tree, path), permissions, mode == LINK_MODE)


def bring_back(root: Path, store: DeepStore, now: DeepTree, wanted: list[Move]) -> tuple[str, ...]:
    """Change the original, or refuse with nothing changed.

    Args:
        root: The original.
        store: Snapshots of it.
        now: The original as it is.
        wanted: What is to be brought back.

    Returns:
        The files changed.

    Raises:
        EnvironmentFault: `conflict`, files of the change are not as they were; `io`.
        PatchsmithError: The workspace refuses the change.
    """
    left: list[Move] = []
    clashes: list[Move] = []
    for move in wanted:
        there = _present(store, now, move.path)
        if there != move.after:
            (left if there == move.before else clashes).append(move)
    if clashes:
        names = ", ".join(move.path for move in clashes[:10])
        raise EnvironmentFault(
            "conflict", f"changed in the original meanwhile: {names}", path=clashes[0].path
        )
    contents = [move for move in left if _is_content(move)]
    changes = (
        FileChange(RelPath(move.path), move.before.content, move.after.content, None)
        for move in contents
    )
    LocalWorkspace(root).commit(ChangeSet(tuple(changes)))
    with TreeWriter(root) as writer:
        for move in left:
            _put_rest(writer, move)
    return tuple(move.path for move in left)


def _present(store: DeepStore, tree: DeepTree, path: str) -> Entry:
    content, mode = store.read(tree, path), tree.modes.get(path, 0)
    return Entry(content, stat.S_IMODE(mode), content is not None and mode == 0)


def _is_content(move: Move) -> bool:
    """Return whether a change is one of a file's content, which a transaction can make."""
    is_link = move.before.is_link or move.after.is_link
    return not is_link and move.before.content != move.after.content


def _put_rest(writer: TreeWriter, move: Move) -> None:
    after = move.after
    if after.content is not None and after.is_link:
        writer.put_link(move.path, after.content)
    elif move.before.is_link:
        writer.remove(move.path)
        if after.content is not None:
            executable = bool(after.mode & 0o100)
            writer.put_file(move.path, after.content, executable=executable)
    if not after.is_link and after.mode:
        writer.set_mode(move.path, after.mode)
