"""Carries out the way back from one tree to another, on disk and in the store's index.

Decides the order: ignore files first, since they tell which files were there all along though
the later snapshot shows them; then removals, so that nothing is in the way; then contents and
links; last the folders that have become empty. It must never remove a file that the restored
rules ignore, and never look into a nested repository.

Rules for editors: the index has to follow, for a file that is tracked and ignored is known by
the index alone, and one that must be forgotten would be taken again.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from patchsmith.snapshots.blobs import blob_reader
from patchsmith.snapshots.differences import EXECUTABLE_MODE, LINK_MODE
from patchsmith.snapshots.restoring import TreeWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from patchsmith.snapshots.differences import TreeChange
    from patchsmith.snapshots.git import PrivateGit


def bring_back(git: PrivateGit, root: Path, prefix: str, changes: Sequence[TreeChange]) -> None:
    """Carry out changes between two trees; nested repositories must not be among them.

    Args:
        git: Git of the store.
        root: Folder the paths are relative to.
        prefix: Path of the root in the work tree, with a trailing slash; empty for its top.
        changes: What differs from the tree as it is now to the tree to go back to.

    Raises:
        EnvironmentFault: `io`, `conflict`.
    """
    rules = [each for each in changes if each.path.rpartition("/")[2] == ".gitignore"]
    gone = [each.path for each in changes if not each.after_mode]
    with TreeWriter(root) as writer, blob_reader(git) as read:
        for change in rules:
            _carry_out(writer, change, read)
        kept = _ignored(git, prefix, gone) if rules and gone else set()
        for path in gone:
            if path not in kept:
                writer.remove(path)
        for change in changes:
            if change.after_mode and change not in rules:
                _carry_out(writer, change, read)
        for path in sorted(gone, reverse=True):
            writer.prune(path)
    follow(git, prefix, changes)


def _carry_out(writer: TreeWriter, change: TreeChange, read: Callable[[str], bytes]) -> None:
    if not change.after_mode:
        writer.remove(change.path)
    elif change.after_mode == LINK_MODE:
        writer.put_link(change.path, read(change.after_id))
    else:
        executable = change.after_mode == EXECUTABLE_MODE
        writer.put_file(change.path, read(change.after_id), executable=executable)


def _ignored(git: PrivateGit, prefix: str, paths: Sequence[str]) -> set[str]:
    """Return the paths that the rules on disk ignore."""
    above = f"./{prefix}"  # keeps a name like ":(top)x" from being read as a pattern
    stdin = b"".join(os.fsencode(above + path) + b"\0" for path in paths)
    args = ("check-ignore", "-z", "--stdin", "--no-index")
    listed = git.ask(*args, stdin=stdin, accept=(0, 1), literal=False).stdout
    return {path.removeprefix(above) for path in os.fsdecode(listed).split("\0") if path}


def follow(git: PrivateGit, prefix: str, changes: Sequence[TreeChange]) -> None:
    """Set the index to what was restored, removals first."""
    git.ask("update-index", *_FROM_LINES, stdin=_index_lines(prefix, changes))


def overlaid(git: PrivateGit, tree: str, changes: Sequence[TreeChange]) -> str:
    """Return the id of a tree with changes carried out in it; neither disk nor index is touched."""
    index = git.git_dir / "index.overlaid"
    index.unlink(missing_ok=True)
    try:
        git.ask("read-tree", tree, index=index)
        lines = _index_lines("", changes)
        git.ask("update-index", *_FROM_LINES, stdin=lines, index=index)
        made = git.ask("write-tree", "--missing-ok", index=index)
    finally:
        index.unlink(missing_ok=True)
    return made.stdout.decode("ascii").strip()


_FROM_LINES = ("-z", "--replace", "--index-info")


def _index_lines(prefix: str, changes: Sequence[TreeChange]) -> bytes:
    """Return what tells an index what the changes lead to, removals first."""
    removals_first = sorted(changes, key=lambda each: each.after_mode != 0)
    return b"".join(
        os.fsencode(f"{each.after_mode:06o} {each.after_id}\t{prefix}{each.path}\0")
        for each in removals_first
    )
