"""How far an attempt may reach without remark: what its failure implicates, and what that imports.

Decides from the tree as the attempt left it, by following imports from the implicated files and
the command's own. Without a file that the output implicates nothing can be said, and nothing is.
Bounded in files and time: what was not looked at in time counts as reached.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from patchsmith.replx.globs import matches
from patchsmith.replx.imports import mentions
from patchsmith.replx.scope import beyond

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from patchsmith.findings import Finding
    from patchsmith.replx.imports import FileNames
    from patchsmith.replx.record import FileLines

TIME_S = 0.1
"""Seconds that following imports may take."""
_MAX_READ = 400
_MAX_BYTES = 1 << 18


def out_of_scope(
    changes: Sequence[FileLines],
    implicated: Iterable[str],
    *,
    root: Path,
    names: FileNames,
    command_files: Iterable[str] = (),
    allowed: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """Return what an attempt changed beyond what its failure implicates.

    Args:
        changes: What it changed.
        implicated: Files that the output implicates, relative to the root.
        root: Real path of the root.
        names: The files of the tree; learns those that the attempt added.
        command_files: Files that the command itself runs.
        allowed: Files, folders or globs that the caller permits.
    """
    reached = set(implicated)
    open_paths = {
        change.path
        for change in changes
        if change.path not in reached and not any(matches(each, change.path) for each in allowed)
    }
    if not reached or not open_paths:
        return ()
    reached.update(command_files)
    names.add(open_paths)
    left = _unreached(open_paths, reached, root, names)
    return beyond([change for change in changes if change.path in left], frozenset())


def _unreached(wanted: set[str], reached: set[str], root: Path, names: FileNames) -> set[str]:
    """Return those of the wanted files that no chain of imports leads to."""
    until = monotonic() + TIME_S
    left, queue, seen = wanted - reached, sorted(reached), set(reached)
    for count, path in enumerate(queue):
        if not left:
            return set()
        if count >= _MAX_READ or monotonic() > until:
            return set()
        text = _text(root / path)
        found = names.reached_from(path, text) | mentions(text, left)
        left -= found
        queue += sorted(found - seen)  # the loop goes on with what is appended
        seen |= found
    return left


def _text(path: Path) -> str:
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return file.read(_MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
