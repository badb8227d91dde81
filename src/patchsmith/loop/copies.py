"""A copy of a tree for what must not happen in the tree itself; gone when it was used.

Decides where the copy lies and what in it is made to point at the copy instead of the original.
Must never write to the original: links that lead into it by its absolute path lead into the copy.
"""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.loop.copying import copy_fault, copy_folder, place_for_copy, remove_folder

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a tree, in a folder that only this user can enter."""

    original: Path
    """Real path of the root it was made of."""
    root: Path
    """Where the copy is."""
    outputs: Path
    """A folder beside it, for what processes print; goes with the copy."""

    def moved(self, text: str) -> str:
        """Return text in which the original's absolute path is the copy's."""
        inside = rf"(?<![\w.-]){re.escape(str(self.original))}(?![\w.-])"
        return re.sub(inside, lambda _: str(self.root), text)


@contextmanager
def copied(root: Path) -> Iterator[Copy]:
    """Copy a tree, and remove the copy in the end.

    Files, folders, permissions and symbolic links are copied; sockets, pipes and devices are not,
    and neither is a `.git` file, which would tie the copy to the original's repository.

    Args:
        root: Real path of the root.

    Raises:
        RequestError: `bad-request`, see `place_for_copy`. EnvironmentFault: `io`.
    """
    place = place_for_copy(root)
    try:
        base = Path(tempfile.mkdtemp(prefix="patchsmith-", dir=place))
    except OSError as error:
        raise copy_fault(root, error.strerror or str(error)) from error
    try:
        copy = Copy(root, base / "tree" / root.name, base / "outputs")
        copy_folder(root, copy.root)
        if (copy.root / ".git").is_file():
            (copy.root / ".git").unlink()
        _turn_links(copy)
        yield copy
    finally:
        remove_folder(base)


def _turn_links(copy: Copy) -> None:
    for folder, folders, files in os.walk(copy.root):
        for name in (*folders, *files):
            path = Path(folder, name)
            if not path.is_symlink():
                continue
            target = os.readlink(path)
            turned = copy.moved(target)
            if turned != target:
                path.unlink()
                path.symlink_to(turned)
