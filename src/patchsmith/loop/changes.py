"""What an attempt's changes show beyond their paths: kinds, permissions, links, work thrown away.

Decides from two snapshots; where a link leads is asked of the disk. Paths that must not be
touched are the protection's business.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.replx.globs import matches
from patchsmith.replx.record import FileLines
from patchsmith.snapshots.differences import LINK_MODE, NESTED_MODE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from patchsmith.snapshots.differences import FileDiff
    from patchsmith.snapshots.store import Uncommitted

_STATUS = {"A": "added", "D": "deleted", "M": "modified", "T": "modified"}
_KINDS = {LINK_MODE: "a symbolic link", NESTED_MODE: "a repository of its own"}


def file_lines(change: FileDiff) -> FileLines:
    """Return the change as reports show it."""
    return FileLines(
        change.path,
        _STATUS[change.status],
        change.added,
        change.removed,
        change.is_binary,
        _note(change),
    )


def _note(change: FileDiff) -> str:
    before, after = _kind(change.before_mode), _kind(change.after_mode)
    if change.after_mode and before != after:
        return f"now {after}" if change.before_mode or after != "a file" else ""
    if change.permissions is not None:
        old, new = change.permissions
        return f"mode {old:03o} to {new:03o}"
    return ""


def _kind(mode: int) -> str:
    return _KINDS.get(mode, "a folder" if stat.S_ISDIR(mode) else "a file")


def links_out(root: Path, changes: Iterable[FileDiff]) -> tuple[Finding, ...]:
    """Return a finding for each link that an attempt made and that leads out of the root."""
    return tuple(
        Finding(
            "PT07",
            Severity.BLOCK,
            change.path,
            "this link leads out of the root; an attempt must not reach beyond it",
        )
        for change in changes
        if change.after_mode == LINK_MODE and not _stays(root, change.path)
    )


def _stays(root: Path, path: str) -> bool:
    try:
        target = os.readlink(root / path)
    except OSError:
        return False
    lexical = os.path.normpath(os.path.join(root / path, "..", target))
    return all(Path(each).is_relative_to(root) for each in (lexical, os.path.realpath(root / path)))


def thrown_away(
    changes: Sequence[FileDiff], uncommitted: Mapping[str, Uncommitted], allowed: Sequence[str]
) -> tuple[Finding, ...]:
    """Return a finding for each file whose uncommitted content an attempt threw away.

    Thrown away is what is deleted, or is again as it was committed; what was moved is not.

    Args:
        changes: What the attempt changed.
        uncommitted: Files that were not as committed before the loop began, by path.
        allowed: Files, folders or globs the caller permits.
    """
    present = {change.after_id for change in changes if change.after_mode}
    return tuple(
        Finding(
            "SC02",
            Severity.BLOCK,
            change.path,
            "this throws away work that was not committed when the loop began",
        )
        for change in changes
        if change.path in uncommitted
        and _is_lost(change, uncommitted[change.path], present)
        and not any(matches(pattern, change.path) for pattern in allowed)
    )


def _is_lost(change: FileDiff, work: Uncommitted, present: set[str]) -> bool:
    if not change.after_mode:
        return bool(change.before_mode) and not {work.object_id, change.before_id} & present
    return change.before_id != change.after_id == work.committed_id
