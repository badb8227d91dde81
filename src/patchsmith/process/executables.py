"""Where a command's program is, looked up as the child process will look it up.

Decides from the disk alone whether a name can be run; nothing is run. The standard library's
`which` resolves relative entries against our own folder, not the command's: hence this module.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def find_executable(name: str, *, cwd: Path, path: str | None) -> str | None:
    """Return the file that running `name` in `cwd` would start.

    Args:
        name: First word of a command; with a slash it is a path relative to `cwd`.
        cwd: Folder the command is to run in.
        path: Value of `PATH`; None stands for the system's default.

    Returns:
        The path of an executable file, or None when there is none.
    """
    if not name or "\0" in name:
        return None
    if "/" in name:
        return _runnable(os.path.join(cwd, name))
    entries = (os.defpath if path is None else path).split(os.pathsep)
    found = (_runnable(os.path.join(cwd, entry, name)) for entry in entries)
    return next((file for file in found if file is not None), None)


def _runnable(file: str) -> str | None:
    return file if os.path.isfile(file) and os.access(file, os.X_OK) else None
