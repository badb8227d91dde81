"""What differs between two trees, file by file.

Decides how git's raw records are read: names are any bytes, renames are a removal and an
addition, nothing is left out. A name that is not UTF-8 carries its bytes as surrogates
(`os.fsencode` gives them back).

Rules for editors: both readers take output written with `-z`; no other form is safe to split.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

REGULAR_MODE = 0o100644
EXECUTABLE_MODE = 0o100755
LINK_MODE = 0o120000
NESTED_MODE = 0o160000

Status = Literal["A", "M", "D", "T"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeChange:
    """One path that two trees hold differently, by object."""

    path: str
    """Path relative to the root, `/` between the parts."""
    before_mode: int
    """Mode in the tree before; 0 when it is not there."""
    after_mode: int
    """Mode in the tree after; 0 when it is not there."""
    before_id: str
    """Object before; zeros when it is not there."""
    after_id: str
    """Object after; zeros when it is not there."""

    @property
    def is_nested(self) -> bool:
        """Whether either side is another repository, of which only the commit is known."""
        return NESTED_MODE in (self.before_mode, self.after_mode)

    @property
    def status(self) -> Status:
        """`A` added, `D` deleted, `M` other content, `T` other kind of file or mode alone."""
        if not self.before_mode:
            return "A"
        if not self.after_mode:
            return "D"
        same_kind = self.before_mode >> 12 == self.after_mode >> 12
        return "M" if same_kind and self.before_id != self.after_id else "T"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDiff:
    """One path that differs between two snapshots, and by how much."""

    path: str
    """Path relative to the root, `/` between the parts."""
    status: Status
    """`A` added, `D` deleted, `M` other content, `T` other kind of file or mode alone."""
    added: int
    """Lines added; 0 for binary content."""
    removed: int
    """Lines removed; 0 for binary content."""
    is_binary: bool
    """Whether either side is not text, so that lines were not counted."""
    before_mode: int
    """Mode before, as git has it, such as 0o100755; 0 when it was not there."""
    after_mode: int
    """Mode after; 0 when it is not there."""
    before_id: str = ""
    """Object before; zeros when it was not there, empty where no content is recorded."""
    after_id: str = ""
    """Object after; zeros when it is not there."""
    permissions: tuple[int, int] | None = None
    """All permission bits before and after, where they differ."""


def read_raw(records: bytes) -> tuple[TreeChange, ...]:
    """Read what `diff-tree -r -z --no-renames --raw` prints."""
    return tuple(_changes(iter(records.split(b"\0"))))


def read_both(records: bytes) -> tuple[FileDiff, ...]:
    """Read what the same command prints with `--raw` and `--numstat`: first all of the one."""
    parts = records.split(b"\0")
    cut = next((at for at in range(0, len(parts), 2) if not parts[at].startswith(b":")), 0)
    counts = read_counts(b"\0".join(parts[cut:]))
    return tuple(with_counts(change, counts) for change in _changes(iter(parts[:cut])))


def _changes(parts: Iterator[bytes]) -> Iterator[TreeChange]:
    for head in parts:
        if not head:
            return
        before_mode, after_mode, before_id, after_id, _ = head[1:].decode("ascii").split()
        yield TreeChange(
            path=os.fsdecode(next(parts)),
            before_mode=int(before_mode, 8),
            after_mode=int(after_mode, 8),
            before_id=before_id,
            after_id=after_id,
        )


def read_counts(records: bytes) -> dict[str, tuple[int, int] | None]:
    """Read what `diff-tree -r -z --no-renames --numstat` prints.

    Returns:
        Lines added and removed by path; None for binary content.
    """
    found: dict[str, tuple[int, int] | None] = {}
    for record in records.split(b"\0"):
        if record:
            added, removed, path = record.split(b"\t", 2)
            counts = None if added == b"-" else (int(added), int(removed))
            found[os.fsdecode(path)] = counts
    return found


def read_entries(records: bytes) -> dict[str, str]:
    """Read what `ls-tree -r -z` prints: objects by path, nested repositories left out."""
    found = (record.partition(b"\t") for record in records.split(b"\0") if record)
    return {
        os.fsdecode(path): head.split()[2].decode("ascii")
        for head, _, path in found
        if head.split()[1] == b"blob"
    }


def with_counts(change: TreeChange, counts: Mapping[str, tuple[int, int] | None]) -> FileDiff:
    """Return the change as callers see it."""
    lines = counts.get(change.path, (0, 0))
    added, removed = lines or (0, 0)
    return FileDiff(
        path=change.path,
        status=change.status,
        added=added,
        removed=removed,
        is_binary=lines is None,
        before_mode=change.before_mode,
        after_mode=change.after_mode,
        before_id=change.before_id,
        after_id=change.after_id,
    )
