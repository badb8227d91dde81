"""Compares and reads the trees of a store.

Decides how a difference is told: counts, a patch to read, or contents. Renames are never
guessed. The result must depend on the two trees alone: every option of git that configuration
could change is given, and the store's attributes overrule those of the tree.

Rules for editors: trees are ids of tree objects; paths are taken as they are, never as patterns.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.snapshots.blobs import blob_reader
from patchsmith.snapshots.differences import read_both, read_raw

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patchsmith.snapshots.differences import FileDiff, TreeChange
    from patchsmith.snapshots.git import PrivateGit

_DIFF = ("diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
_PATCH = ("-p", "-U3", "--full-index")


def tree_changes(git: PrivateGit, before: str, after: str) -> tuple[TreeChange, ...]:
    """Return the paths that two trees hold differently, by object."""
    return read_raw(git.ask(*_DIFF, "-z", "--raw", "--no-abbrev", before, after).stdout)


def file_diffs(git: PrivateGit, before: str, after: str) -> tuple[FileDiff, ...]:
    """Return the paths that two trees hold differently, with lines counted."""
    told = git.ask(*_DIFF, "-z", "--raw", "--no-abbrev", "--numstat", before, after).stdout
    return read_both(told)


def patch_text(
    git: PrivateGit, before: str, after: str, paths: Iterable[str] | None, *, below: str = ""
) -> str:
    """Return a unified diff of two trees, kept to the paths when there are any given.

    Args:
        git: Git of the store.
        before: The earlier tree.
        after: The later one.
        paths: Files or folders to keep to; None for all.
        below: Folder the paths are shown below, with a trailing slash.
    """
    only = [] if paths is None else list(paths)
    if paths is not None and not only:
        return ""
    prefixes = (f"--src-prefix=a/{below}", f"--dst-prefix=b/{below}")
    answer = git.ask(*_DIFF, *_PATCH, *prefixes, before, after, "--", *only)
    return answer.stdout.decode("utf-8", "replace")


def content_changes(git: PrivateGit, before: str, after: str) -> ChangeSet:
    """Return the contents on both sides of every file whose content differs."""
    changes = [
        each
        for each in tree_changes(git, before, after)
        if not each.is_nested and each.before_id != each.after_id
    ]
    with blob_reader(git) as read:
        return ChangeSet(
            tuple(
                FileChange(
                    RelPath(each.path),
                    read(each.before_id) if each.before_mode else None,
                    read(each.after_id) if each.after_mode else None,
                    None,
                )
                for each in changes
            )
        )


def file_content(git: PrivateGit, tree: str, path: str) -> bytes | None:
    """Return a file's content in a tree; None when there is no file of that path."""
    listed = git.ask("ls-tree", "-z", "--full-tree", tree, "--", path).stdout
    for entry in listed.split(b"\0"):
        head, _, name = entry.partition(b"\t")
        if head.split()[1:2] == [b"blob"] and os.fsdecode(name) == path:
            return git.ask("cat-file", "blob", head.split()[2].decode("ascii")).stdout
    return None
