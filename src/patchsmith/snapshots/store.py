"""Snapshots of a work tree: taken, compared, read and brought back.

Decides what a snapshot is: every file below the root that is not ignored, its bytes as they are
on disk, links as links, and the executable bit; a git tree in a store of our own. It must never
change a byte of the user's git directory, and never touch files that were ignored all along.

Limits: of nested repositories only the checked-out commit is known (`nested` names them, and
`deep` watches them too); empty folders and mode bits other than the executable one are not
recorded here.

Rules for editors: one process at a time uses a store. Ignore rules are those in the tree now
plus the outside rules of the moment the store was made; what was taken once stays watched.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NewType

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.snapshots.comparing import (
    content_changes,
    file_content,
    file_diffs,
    patch_text,
    tree_changes,
)
from patchsmith.snapshots.differences import NESTED_MODE, read_entries
from patchsmith.snapshots.git import PrivateGit, clean_environment, git_fault, run_git
from patchsmith.snapshots.repository import Surroundings, look_around
from patchsmith.snapshots.rollback import bring_back, follow, overlaid
from patchsmith.snapshots.seeding import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.snapshots.differences import FileDiff, TreeChange
    from patchsmith.snapshots.git import GitAnswer

TreeId = NewType("TreeId", str)
"""Id of a git tree object in the store."""

_RESTORE_ROUNDS = 3
_UNREADABLE_HINT = "A snapshot needs every file that is not ignored to be readable, and disk space."


class Uncommitted(NamedTuple):
    """A file that is not as it was committed."""

    object_id: str
    """Its content in the snapshot."""
    committed_id: str
    """Its content in the commit; empty when it is not in there."""


class _Listing(NamedTuple):
    """What an index holds below the root."""

    tree: TreeId | None
    """The tree it was written as; None when it was not."""
    paths: tuple[str, ...]
    """Files, links and nested repositories."""
    links: tuple[str, ...]
    """Nested repositories alone."""

    @classmethod
    def read(cls, tree: TreeId | None, entries: bytes, prefix: str) -> _Listing:
        """Read what `ls-files --stage -z` prints."""
        listed = os.fsdecode(entries).split("\0")
        cut = len(prefix)
        paths = tuple(entry[entry.index("\t") + 1 + cut :] for entry in listed if entry)
        links = (entry for entry in listed if entry.startswith("160000 "))
        return cls(tree, paths, tuple(entry[entry.index("\t") + 1 + cut :] for entry in links))


class SnapshotStore:
    """Where the snapshots of one root are kept."""

    __slots__ = ("_git", "_listing", "_prefix", "_root", "_taken", "_unborn")

    def __init__(self, git: PrivateGit, root: Path, prefix: str) -> None:
        self._git = git
        self._root = root
        self._prefix = prefix
        self._unborn: tuple[str, ...] = ()
        self._taken: TreeId | None = None
        self._listing = _Listing(None, (), ())

    @classmethod
    def open(cls, root: Path, store_dir: Path, *, alone: bool = False) -> SnapshotStore:
        """Open the store in a folder, making it when it is new.

        Args:
            root: Folder to take snapshots of; anywhere in a git work tree, or outside git.
            store_dir: Folder of the store alone, outside the root.
            alone: Whether a repository around the root does not count, as for nested ones.

        Raises:
            RequestError: `bad-request`, the store would be part of its own snapshots.
            EnvironmentFault: `io`, git is missing, or the folder can not be written.
        """
        root, store_dir = Path(os.path.realpath(root)), Path(os.path.realpath(store_dir))
        if store_dir.is_relative_to(root):
            raise RequestError(
                "bad-request",
                f"the snapshot store {store_dir} is inside the folder it is to watch",
                hint="Keep it outside, for example in the user's state folder.",
            )
        around = look_around(root)
        if alone and around.top != root:
            around = Surroundings(top=root, prefix="")
        git = PrivateGit(store_dir, around.top)
        prepare(git, around)
        return cls(git, root, around.prefix)

    @property
    def nested(self) -> tuple[str, ...]:
        """Repositories inside the root, as of the last snapshot; what is in them is not taken."""
        unborn = (path.removeprefix(self._prefix) for path in self._unborn)
        return tuple(sorted({*self._listed().links, *unborn}))

    @property
    def root(self) -> Path:
        """Real path of the folder."""
        return self._root

    def paths(self) -> tuple[str, ...]:
        """Return the files and links of the last snapshot, relative to the root."""
        return self._listed().paths

    def _listed(self) -> _Listing:
        """Return what the index holds; equal trees are listed once."""
        if self._taken is None or self._listing.tree != self._taken:
            listed = self._git.ask("ls-files", "--stage", "-z", "--", self._scope).stdout
            self._listing = _Listing.read(self._taken, listed, self._prefix)
        return self._listing

    def ignored(self) -> tuple[str, ...]:
        """Return the files that are ignored one by one; not those of an ignored folder."""
        args = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
        listed = os.fsdecode(self._git.ask(*args, "--", self._scope).stdout).split("\0")
        return tuple(
            name.removeprefix(self._prefix) for name in listed if name and not name.endswith("/")
        )

    def empty(self) -> TreeId:
        """Return the snapshot of a folder without files."""
        made = self._git.ask("hash-object", "-t", "tree", "-w", "--stdin")
        return TreeId(made.stdout.decode("ascii").strip())

    def uncommitted(self, tree: TreeId) -> dict[str, Uncommitted]:
        """Return the files of a snapshot that are not as in the commit that is checked out.

        Reads the user's repository as it is now; without a commit there is nothing to tell.
        """
        head = look_around(self._root)
        if head.head_tree is None or head.top != self._git.work_tree:
            return {}
        env = clean_environment(user_settings=False)
        args = ("ls-tree", "-r", "-z", "--full-tree", head.head_tree, "--", self._scope)
        answer = run_git(args, cwd=self._git.work_tree, env=env)
        if answer.status != 0:
            return {}
        known = read_entries(answer.stdout)
        ours = read_entries(self._git.ask("ls-tree", "-r", "-z", "--full-tree", tree).stdout)
        committed = {path: known.get(f"{self._prefix}{path}", "") for path in ours}
        return {
            path: Uncommitted(object_id, committed[path])
            for path, object_id in ours.items()
            if object_id != committed[path]
        }

    def take(self, *, meanwhile: Callable[[], object] | None = None) -> TreeId:
        """Take a snapshot of the files as they are.

        Args:
            meanwhile: Called once while git looks at the files.

        Returns:
            The tree; equal trees have equal ids.

        Raises:
            EnvironmentFault: `io`, a file or folder can not be read or stored.
        """
        (self._git.git_dir / "index.lock").unlink(missing_ok=True)  # of a git that was killed
        self._taken = None
        self._record(meanwhile)
        self._taken = self._written()
        return self._taken

    @property
    def _scope(self) -> str:
        return self._prefix or "."

    def _record(self, meanwhile: Callable[[], object] | None) -> None:
        """Bring our index up to date with the disk."""
        self._unborn = ()
        answer = self._add(meanwhile)
        if answer.status != 0:  # a repository without a commit stops git; a file may have moved
            self._unborn = self._unborn_repositories()
            answer = self._add()
        if answer.status != 0 or "could not open directory" in answer.stderr:
            raise git_fault("add", answer, hint=_UNREADABLE_HINT)

    def _add(self, meanwhile: Callable[[], object] | None = None) -> GitAnswer:
        # Contents over the threshold go to one pack: the first snapshot of a large tree is
        # twenty times faster than with a file per object.
        is_first = not (self._git.git_dir / "index").exists()
        options = ("-c", "core.bigFileThreshold=1") if is_first else ()
        excluded = [f":(top,exclude,literal){path}" for path in self._unborn]
        scope = f":(top,literal){self._prefix}" if self._prefix else ":(top)"
        args = (*options, "add", "--all", "--", scope, *excluded)
        return self._git.ask(*args, accept=range(256), literal=False, meanwhile=meanwhile)

    def _unborn_repositories(self) -> tuple[str, ...]:
        args = ("ls-files", "-z", "--others", "--exclude-standard", "--", self._scope)
        listed = os.fsdecode(self._git.ask(*args).stdout).split("\0")
        return tuple(path[:-1] for path in listed if path.endswith("/") and self._is_unborn(path))

    def _is_unborn(self, path: str) -> bool:
        env = clean_environment(user_settings=False)
        args = ("rev-parse", "--verify", "--quiet", "HEAD")
        return run_git(args, cwd=self._git.work_tree / path, env=env).status != 0

    def _written(self) -> TreeId:
        prefix = (f"--prefix={self._prefix}",) if self._prefix else ()
        answer = self._git.ask("write-tree", "--missing-ok", *prefix, accept=(0, 128))
        if answer.status == 0:
            return TreeId(answer.stdout.decode("ascii").strip())
        if self._prefix and "prefix" in answer.stderr:  # nothing below the root
            return self.empty()
        raise git_fault("write-tree", answer)

    def diff(self, before: TreeId, after: TreeId) -> tuple[FileDiff, ...]:
        """Return what differs between two snapshots, in the order of the paths.

        Renames are a removal and an addition. Nested repositories appear with their commits.
        """
        return file_diffs(self._git, before, after)

    def patch(
        self,
        before: TreeId,
        after: TreeId,
        *,
        paths: Iterable[str] | None = None,
        below: str = "",
    ) -> str:
        """Return the difference as a unified diff with 3 lines of context, to be read.

        Args:
            before: The earlier snapshot.
            after: The later one.
            paths: Files or folders to keep to, relative to the root; None for all.
            below: Folder the paths are shown below, with a trailing slash.

        Returns:
            Text in git's form without colours; bytes that are not UTF-8 are replaced.
        """
        return patch_text(self._git, before, after, paths, below=below)

    def change_set(self, before: TreeId, after: TreeId) -> ChangeSet:
        """Return the contents before and after of every file whose content differs.

        A link's content is its target. Changes of the mode alone and nested repositories are
        left out.
        """
        return content_changes(self._git, before, after)

    def read(self, tree: TreeId, path: str) -> bytes | None:
        """Return a file's content in a snapshot, a link's target; None when there is no file."""
        return file_content(self._git, tree, path)

    def mixed(self, tree: TreeId, other: TreeId, paths: Collection[str]) -> TreeId:
        """Return a tree that is as one snapshot, but as another one at some paths."""
        changes = [each for each in tree_changes(self._git, tree, other) if each.path in paths]
        return TreeId(overlaid(self._git, tree, changes))

    def restore(self, tree: TreeId, *, since: TreeId, leave: Iterable[str] = ()) -> None:
        """Bring the work tree back to a snapshot, and make sure that it is.

        Args:
            tree: The snapshot to go back to.
            since: A snapshot of the work tree as it is now.
            leave: Nested repositories of that snapshot, whose files are brought back elsewhere.

        Raises:
            EnvironmentFault: `io`, a file can not be written; `conflict`, a nested repository
                is in the way, or something goes on changing the files.
        """
        left = tuple(leave)
        for _ in range(_RESTORE_ROUNDS):
            changes = self._to_restore(since, tree, left)
            if not changes:
                return
            bring_back(self._git, self._root, self._prefix, changes)
            self._link_again(since, tree, left)
            since = self.take()
        if self._to_restore(since, tree, left):
            raise EnvironmentFault(
                "conflict",
                "the files go on changing while they are restored",
                hint="End what still writes to them, then restore again.",
            )

    def _to_restore(self, since: TreeId, tree: TreeId, left: tuple[str, ...]) -> list[TreeChange]:
        inside = tuple(f"{path}/" for path in left)
        return [
            each
            for each in tree_changes(self._git, since, tree)
            if not each.is_nested and not each.path.startswith(inside)
        ]

    def _link_again(self, since: TreeId, tree: TreeId, left: tuple[str, ...]) -> None:
        """Let the index see repositories again where the tree has them."""
        changes = tree_changes(self._git, since, tree)
        links = [each for each in changes if each.path in left and each.after_mode == NESTED_MODE]
        if links:
            follow(self._git, self._prefix, links)
