"""Folders as plain values, for tests that compare whole trees."""

from __future__ import annotations

import os
from pathlib import Path

LINK = "@@SYMLINK "
"""In front of a link's target, where a tree shows a symbolic link."""


def tree(root: Path) -> dict[str, bytes | str]:
    """Return every file and link below a folder: content as bytes, links as `LINK` + target."""
    found: dict[str, bytes | str] = {}
    for folder, folders, files in os.walk(root):
        for name in [*files, *folders]:
            path = Path(folder, name)
            key = path.relative_to(root).as_posix()
            if path.is_symlink():
                found[key] = LINK + os.readlink(path)
            elif path.is_file():
                found[key] = path.read_bytes()
    return found


def lay(root: Path, files: dict[str, bytes | str]) -> None:
    """Write files (and links, spelled as `tree` shows them) below a folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str) and content.startswith(LINK):
            path.symlink_to(content.removeprefix(LINK))
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
