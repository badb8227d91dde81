"""One small tree on the disk, with a folder beside it that must stay as it is.

It is laid once and used for many patches: after each, all of it is read and compared with what
it should be, and what a patch changed is put back.
"""

from __future__ import annotations

import os
import shutil

from fuzzing.templates import LINK, OUTSIDE, Template
from patchsmith.changes.change_set import ChangeSet

Shown = dict[str, bytes | str | None]
"""Everything below a folder: files as bytes, links as `LINK` + target, folders as None."""


class Sandbox:
    """A folder with `root`, which is patched, and `outside`, which is not."""

    __slots__ = ("base", "expected", "outside", "root", "template")

    def __init__(self, base: str, template: Template) -> None:
        self.base = base
        self.root = f"{base}/root"
        self.outside = f"{base}/outside"
        self.template = template
        self.lay()
        self.expected = shown(base)
        """The tree before every patch."""

    def lay(self) -> None:
        """Write the tree anew."""
        shutil.rmtree(self.base, ignore_errors=True)
        os.makedirs(self.root)
        os.makedirs(self.outside)
        _write(f"{self.outside}/secret", b"secret\n")
        for name, content in self.template.files.items():
            path = f"{self.root}/{name}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _write(path, content.replace(OUTSIDE, self.outside) if isinstance(content, str)
                   else content)  # fmt: skip

    def intact(self) -> bool:
        """Say whether everything is as it was before the patch."""
        return shown(self.base) == self.expected

    def holds(self, changes: ChangeSet) -> bool:
        """Say whether everything is as a change set says, and as it was elsewhere."""
        wanted = dict(self.expected)
        for change in changes:
            key = f"root/{change.path}"
            before = wanted.get(key)
            if isinstance(before, bytes) and before != change.before:
                return False
            if change.after is None:
                wanted.pop(key, None)
                continue
            wanted[key] = change.after
            while key := key.rpartition("/")[0]:
                wanted.setdefault(key, None)
        return shown(self.base) == wanted

    def restore(self, changes: ChangeSet) -> None:
        """Put back what a change set changed; lay the tree anew when that does not do it."""
        try:
            for change in changes:
                key = f"root/{change.path}"
                path = f"{self.base}/{key}"
                before = self.expected.get(key)
                if os.path.lexists(path):
                    os.unlink(path)
                if before is not None:
                    _write(path, before)
                while (key := key.rpartition("/")[0]) and key not in self.expected:
                    os.rmdir(f"{self.base}/{key}")
        except OSError:
            self.lay()
        if not self.intact():
            self.lay()


def shown(base: str) -> Shown:
    """Return everything below a folder, by path relative to it."""
    found: Shown = {}
    todo = [""]
    while todo:
        inside = todo.pop()
        with os.scandir(f"{base}/{inside}") as entries:
            for entry in entries:
                key = inside + entry.name
                if entry.is_symlink():
                    found[key] = LINK + os.readlink(entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    found[key] = None
                    todo.append(key + "/")
                else:
                    fd = os.open(entry.path, os.O_RDONLY)
                    found[key] = os.read(fd, 1 << 24)
                    os.close(fd)
    return found


def _write(path: str, content: bytes | str) -> None:
    if isinstance(content, str):
        os.symlink(content.removeprefix(LINK), path)
        return
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.write(fd, content)
    os.close(fd)
