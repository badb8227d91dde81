"""Permission bits of the files and folders of a snapshot, which git's trees do not hold.

Decides which bits are recorded: all of them, of every file in the snapshot and every folder above
one. It must never follow a link, and never touch what a snapshot does not hold.

Rules for editors: folders come before what is in them, or a folder that nobody may enter would
hide its files for ever.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from patchsmith.snapshots.restoring import TreeWriter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    Modes = Mapping[str, int]
    """`st_mode` by path relative to the root; the root itself is the empty path."""


_RECORDED = (stat.S_IFREG, stat.S_IFDIR)


def modes_of(root: Path, paths: Iterable[str]) -> dict[str, int]:
    """Return the modes of files and of the folders above them.

    Args:
        root: Real path of the root.
        paths: Files relative to it; links and what is gone are left out.
    """
    above, lstat = f"{root}/", os.lstat  # looked up once: this is done for every file
    found, last = {"": _mode(str(root))}, ""
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder != last:
            last = folder
            while folder not in found:
                found[folder] = _mode(above + folder)
                folder = folder.rpartition("/")[0]
        try:
            mode = lstat(above + path).st_mode
        except OSError:
            continue
        if stat.S_IFMT(mode) in _RECORDED:
            found[path] = mode
    return {path: mode for path, mode in found.items() if mode}


def modes_again(root: Path, paths: Iterable[str], seen: Modes) -> dict[str, int]:
    """Return what `modes_of` returns, looking only at what was not seen just before.

    Args:
        root: Real path of the root.
        paths: Files relative to it.
        seen: Modes of most of them, as they are now.
    """
    wanted = dict.fromkeys(paths)
    found = modes_of(root, [path for path in wanted if path not in seen])
    for path in wanted:
        if path in seen:
            found[path] = seen[path]
            folder = path.rpartition("/")[0]
            while folder not in found:
                found[folder] = seen.get(folder, 0)
                folder = folder.rpartition("/")[0]
    return {path: mode for path, mode in found.items() if mode}


def _mode(path: str) -> int:
    """Return the mode of a file or folder; 0 for everything else."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return 0
    return mode if stat.S_IFMT(mode) in _RECORDED else 0


def changed_modes(before: Modes, after: Modes) -> dict[str, tuple[int, int]]:
    """Return the permission bits before and after of whatever has others and is still there."""
    if before is after:
        return {}
    return {
        path: (stat.S_IMODE(mode), stat.S_IMODE(after[path]))
        for path, mode in before.items()
        if path in after and mode != after[path] and stat.S_IFMT(mode) == stat.S_IFMT(after[path])
    }


def bring_modes_back(root: Path, modes: Modes) -> None:
    """Give files and folders that are there their recorded permission bits.

    Raises:
        EnvironmentFault: `io`, a mode can not be set.
    """
    if not root.is_dir() or root.is_symlink():
        return
    recorded = modes.get("")
    if recorded is not None and stat.S_IMODE(_mode(str(root))) != stat.S_IMODE(recorded):
        root.chmod(stat.S_IMODE(recorded))
    with TreeWriter(root) as writer:
        for path in sorted(modes):
            mode = _mode(f"{root}/{path}")
            same_kind = stat.S_IFMT(mode) == stat.S_IFMT(modes[path])
            if path and mode != modes[path] and same_kind:
                writer.set_mode(path, stat.S_IMODE(modes[path]))


def mode_lines(path: str, before: int, after: int, *, is_folder: bool) -> str:
    """Return a change of permission bits in git's form, ending in a newline."""
    kind, shown = ("040", f"{path}/") if is_folder else ("100", path)
    shown = shown.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return (
        f"diff --git a/{shown} b/{shown}\nold mode {kind}{before:03o}\nnew mode {kind}{after:03o}\n"
    )
