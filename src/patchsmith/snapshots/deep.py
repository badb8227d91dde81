"""Snapshots of a root with the repositories inside it, and with every permission bit.

Decides that a nested repository is watched like the folder it is in: by a store of its own,
opened when it is first seen and kept from then on. It must never write to a nested `.git`, except
to remove that of a repository which a snapshot to go back to does not have, and to put back the
one-line file that a submodule has in its place.

Rules for editors: paths are relative to the outermost root everywhere outside a store.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.differences import FileDiff
from patchsmith.snapshots.modes import (
    bring_modes_back,
    changed_modes,
    mode_lines,
    modes_again,
    modes_of,
)
from patchsmith.snapshots.store import SnapshotStore, TreeId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from patchsmith.snapshots.modes import Modes
    from patchsmith.snapshots.store import Uncommitted


@dataclass(frozen=True, slots=True)
class DeepTree:
    """A snapshot of a root and of the repositories inside it."""

    tree: TreeId
    """The root's own files."""
    modes: Modes = field(default_factory=dict)
    """Their permission bits, and those of the folders above them."""
    nested: tuple[tuple[str, DeepTree], ...] = ()
    """Repositories inside, by their path relative to the root."""


class DeepStore:
    """Where the snapshots of one root and of the repositories inside it are kept."""

    __slots__ = ("_below", "_dir", "_had_git", "_last", "_link", "_root", "_store")

    def __init__(self, root: Path, store_dir: Path, *, alone: bool = False) -> None:
        """Open the stores, made when they are new.

        Args:
            root: Folder to take snapshots of.
            store_dir: Folder of the stores alone, outside the root.
            alone: Whether a repository around the root does not count.

        Raises:
            RequestError: `bad-request`, the store would be part of its own snapshots.
            EnvironmentFault: `io`, git is missing, or the folder can not be written.
        """
        self._store = SnapshotStore.open(root, store_dir, alone=alone)
        self._root = self._store.root
        self._dir = store_dir
        self._below: dict[str, DeepStore] = {}
        self._last = DeepTree(TreeId(""))
        dot_git = self._root / ".git"
        self._link = dot_git.read_bytes() if dot_git.is_file() else None
        self._had_git = os.path.lexists(dot_git)

    @property
    def nested(self) -> tuple[str, ...]:
        """Repositories inside the root, at any depth, seen in any snapshot."""
        inner = (f"{path}/{each}" for path, store in self._below.items() for each in store.nested)
        return tuple(sorted({*self._below, *inner}))

    def ignored(self) -> tuple[str, ...]:
        """Return the root's own files that are ignored one by one."""
        return self._store.ignored() if self._root.is_dir() else ()

    def paths(self) -> tuple[str, ...]:
        """Return the root's own files and links of the last snapshot, relative to it."""
        return self._store.paths()

    @property
    def nothing(self) -> DeepTree:
        """The snapshot of a root that is not there."""
        return DeepTree(self._store.empty())

    def take(self) -> DeepTree:
        """Take a snapshot of the files as they are.

        Raises:
            EnvironmentFault: `io`, a file or folder can not be read or stored.
        """
        if self._root.is_symlink() or not self._root.is_dir():
            return self.nothing
        likely = self._last.modes
        seen: dict[str, int] = {}
        tree = self._store.take(meanwhile=lambda: seen.update(modes_of(self._root, likely)))
        for path in self._store.nested:
            if self._is_folder(path):
                self._open_below(path)
        nested = tuple((path, self._below[path].take()) for path in sorted(self._below))
        modes = modes_again(self._root, self._store.paths(), seen)
        taken = DeepTree(tree, modes, nested)
        if taken != self._last:  # equal trees are one object, which is quickly compared and stored
            self._last = taken
        return self._last

    def adopt(self, tree: DeepTree) -> None:
        """Watch the nested repositories of a snapshot that an earlier process took.

        Raises:
            EnvironmentFault: `conflict`, one of them is gone, and its `.git` with it.
        """
        for path, nested in tree.nested:
            if not self._is_folder(path) or not os.path.lexists(self._root / path / ".git"):
                raise EnvironmentFault(
                    "conflict",
                    "this nested repository was there and is gone; it can not be brought back",
                    path=path,
                    hint="Clone it again at that place, then try once more.",
                )
            self._open_below(path).adopt(nested)

    def _open_below(self, path: str) -> DeepStore:
        if path not in self._below:
            name = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
            place = self._dir / "nested" / name
            self._below[path] = DeepStore(self._root / path, place, alone=True)
        return self._below[path]

    def mixed(self, tree: DeepTree, other: DeepTree, paths: Collection[str]) -> DeepTree:
        """Return a tree that is as one snapshot, but as another one at some paths.

        Args:
            tree: A snapshot, with the nested repositories of the result.
            other: Another one.
            paths: Files; a nested repository's by their paths below the root.
        """
        modes = {path: mode for path, mode in tree.modes.items() if path not in paths}
        modes |= {path: other.modes[path] for path in paths if path in other.modes}
        inside = dict(other.nested)
        nested = []
        for path, below in tree.nested:
            if path in inside:
                inner = {each[len(path) + 1 :] for each in paths if each.startswith(f"{path}/")}
                nested.append((path, self._below[path].mixed(below, inside[path], inner)))
            else:
                nested.append((path, below))
        return DeepTree(self._store.mixed(tree.tree, other.tree, paths), modes, tuple(nested))

    def _is_folder(self, path: str) -> bool:
        full = self._root / path
        return full.is_dir() and os.path.realpath(full) == str(full)

    def uncommitted(self, tree: DeepTree) -> dict[str, Uncommitted]:
        """Return the files of a snapshot that are not as committed, of nested ones as well."""
        found = self._store.uncommitted(tree.tree)
        for path, nested in tree.nested:
            below = self._below[path].uncommitted(nested)
            found |= {f"{path}/{each}": work for each, work in below.items()}
        return found

    def diff(self, before: DeepTree, after: DeepTree) -> tuple[FileDiff, ...]:
        """Return what differs between two snapshots, in the order of the paths.

        A nested repository's files appear by their paths below the root, and the repository
        itself where its commit differs.
        """
        found = {each.path: each for each in self._store.diff(before.tree, after.tree)}
        for path, modes in changed_modes(before.modes, after.modes).items():
            found[path] = replace(
                found.get(path) or _mode_change(path, before.modes[path], after.modes[path]),
                permissions=modes,
            )
        for path, store, old, new in self._pairs(before, after):
            for each in store.diff(old, new):
                inside = f"{path}/{each.path}" if each.path else path
                found[inside] = replace(each, path=inside)
        return tuple(found[path] for path in sorted(found))

    def patch(
        self,
        before: DeepTree,
        after: DeepTree,
        *,
        paths: Iterable[str] | None = None,
        below: str = "",
    ) -> str:
        """Return the difference as a unified diff, to be read.

        Args:
            before: The earlier snapshot.
            after: The later one.
            paths: Files of the root's own to keep to; None for all, also permission bits and
                what nested repositories hold.
            below: Folder the paths are shown below, with a trailing slash.
        """
        parts = [self._store.patch(before.tree, after.tree, paths=paths, below=below)]
        if paths is not None:
            return parts[0]
        modes = changed_modes(before.modes, after.modes)
        found = self._store.diff(before.tree, after.tree) if modes else ()
        shown = {each.path for each in found if each.before_mode != each.after_mode}
        for path, (old_mode, new_mode) in sorted(modes.items()):
            if path not in shown:
                folder = stat.S_ISDIR(after.modes[path])
                parts.append(mode_lines(f"{below}{path}", old_mode, new_mode, is_folder=folder))
        for path, store, old, new in self._pairs(before, after):
            parts.append(store.patch(old, new, below=f"{below}{path}/"))
        return "".join(parts)

    def read(self, tree: DeepTree, path: str) -> bytes | None:
        """Return a file's content in a snapshot, a link's target; None when there is no file."""
        for inside, nested in tree.nested:
            if path.startswith(f"{inside}/"):
                return self._below[inside].read(nested, path.removeprefix(f"{inside}/"))
        return self._store.read(tree.tree, path)

    def restore(self, tree: DeepTree) -> None:
        """Bring the work trees back to a snapshot, permission bits included.

        Raises:
            EnvironmentFault: `io`, a file can not be written; `conflict`, a nested repository's
                `.git` is gone, which no snapshot holds, or something goes on changing the files.
        """
        bring_modes_back(self._root, tree.modes)  # first, or what was closed can not be read
        earlier, faults = dict(tree.nested), []
        for path, store in self._below.items():
            if path not in earlier:
                store.remove()
                continue
            try:
                store.restore_inside(earlier[path])
            except EnvironmentFault as fault:  # all else is brought back before it is said
                faults.append(fault)
        self._store.restore(tree.tree, since=self._store.take(), leave=earlier)
        bring_modes_back(self._root, tree.modes)
        if faults:
            raise faults[0]

    def restore_inside(self, tree: DeepTree) -> None:
        """Bring a nested repository back, also where its folder is gone or something else.

        Raises:
            EnvironmentFault: `io`, `conflict`, as for `restore`.
        """
        if self._root.is_symlink() or self._root.is_file():
            self._root.unlink()
        self._root.mkdir(parents=True, exist_ok=True)
        dot_git = self._root / ".git"
        if self._link is not None and not os.path.lexists(dot_git):
            dot_git.write_bytes(self._link)
        self.restore(tree)
        if not os.path.lexists(dot_git) and self._had_git:
            raise EnvironmentFault(
                "conflict",
                "the files of a nested repository are back, but its `.git` folder was removed and "
                "can not be brought back",
                path=str(self._root),
                hint="Clone it again, or restore its .git folder from a backup.",
            )

    def remove(self) -> None:
        """Remove a nested repository that was not there: what a snapshot holds, and its `.git`."""
        if self._root.is_dir() and not self._root.is_symlink():
            self._store.restore(self._store.empty(), since=self._store.take())
            for store in self._below.values():
                store.remove()
            shutil.rmtree(self._root / ".git", ignore_errors=True)
            with contextlib.suppress(OSError):  # ignored files are not ours to remove
                self._root.rmdir()

    def _pairs(
        self, before: DeepTree, after: DeepTree
    ) -> Iterator[tuple[str, DeepStore, DeepTree, DeepTree]]:
        old, new = dict(before.nested), dict(after.nested)
        for path, store in sorted(self._below.items()):
            nothing = store.nothing
            pair = old.get(path, nothing), new.get(path, nothing)
            if pair[0] != pair[1]:
                yield path, store, *pair


def _mode_change(path: str, before: int, after: int) -> FileDiff:
    return FileDiff(
        path=path, status="T", added=0, removed=0, is_binary=False,
        before_mode=before, after_mode=after,
    )  # fmt: skip
