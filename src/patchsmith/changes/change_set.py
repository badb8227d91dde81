"""A change of several files as one immutable value, made before a byte is written.

The planners produce it, the guard reads it, a workspace commits it all or nothing, the loop and
the harness reason about it. It says which bytes were seen before, so that a commit can refuse
when the file is another one by then.
"""

from __future__ import annotations

from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from patchsmith.changes.paths import RelPath

    Kind = Literal["add", "update", "delete"]


class FileChange(Value):
    """What becomes of one file."""

    __slots__ = ("path", "before", "after", "origin")  # noqa: RUF023 - the order of the fields

    path: RelPath
    """The file, links resolved for additions and updates."""
    before: bytes | None
    """Content that was read when the change was planned; None when there was no file."""
    after: bytes | None
    """Content afterwards; None when the file goes."""
    origin: RelPath | None
    """For the target of a move: the file whose mode and owner it takes over."""

    @property
    def kind(self) -> Kind:
        """`add`, `update` or `delete`, from which sides exist."""
        if self.before is None:
            return "add"
        return "delete" if self.after is None else "update"


class ChangeSet(Value):
    """File changes in the order in which they are to be carried out; one per path."""

    __slots__ = ("changes",)

    changes: tuple[FileChange, ...]
    """The changes; no two name the same path."""

    def __iter__(self) -> Iterator[FileChange]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)

    @property
    def paths(self) -> tuple[RelPath, ...]:
        """All paths, in order."""
        return tuple(change.path for change in self.changes)

    def inverse(self) -> ChangeSet:
        """Return the change set that undoes this one."""
        moved = {change.origin: change.path for change in self.changes if change.origin}
        return ChangeSet(
            tuple(
                FileChange(change.path, change.after, change.before, moved.get(change.path))
                for change in reversed(self.changes)
            )
        )
