"""The change set that turns one set of files into another.

A file that is gone and one with the same content that is new are one moved file; nothing that
only resembles another is taken for a move.
"""

from __future__ import annotations

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def change_set_between(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> ChangeSet:
    """Return what turns files into others.

    Args:
        before: Path -> content.
        after: Path -> content.

    Returns:
        Changes in the order of paths, those that remove files last.

    Raises:
        InputError: `unsafe-path`, `bad-text` for a path that no workspace has.
    """
    gone = {path: before[path] for path in sorted(before.keys() - after.keys())}
    origins = {content: path for path, content in reversed(gone.items()) if content}
    changes: list[FileChange] = []
    for path in sorted(after):
        old, new = before.get(path), after[path]
        if old == new:
            continue
        origin = origins.pop(new, None) if old is None else None
        changes.append(
            FileChange(
                RelPath.parse(path), old, new, RelPath.parse(origin) if origin is not None else None
            )
        )
    changes.extend(
        FileChange(RelPath.parse(path), content, None, None) for path, content in gone.items()
    )
    return ChangeSet(tuple(changes))
