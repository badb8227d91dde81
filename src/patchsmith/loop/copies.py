"""A copy of a tree for what must not happen in the tree itself; gone when it was used.

Decides where the copy lies and what in it is made to point at the copy instead of the original.
Must never write to the original: links that lead into it by its absolute path lead into the copy.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


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


def check_place(root: Path) -> None:
    """Refuse to copy a tree into itself, which would never end.

    Args:
        root: Real path of the root.

    Raises:
        RequestError: `bad-request`, the folder for temporary files lies inside the root.
    """
    place = os.path.realpath(tempfile.gettempdir())
    if Path(place).is_relative_to(root):
        raise RequestError(
            "bad-request",
            f"the folder for temporary files {place!r} is inside the root: no copy can be made",
            hint="Set TMPDIR to a folder outside the root.",
        )


@contextmanager
def copied(root: Path) -> Iterator[Copy]:
    """Copy a tree, and remove the copy in the end.

    Files, folders, permissions and symbolic links are copied; sockets, pipes and devices are not,
    and neither is a `.git` file, which would tie the copy to the original's repository.

    Args:
        root: Real path of the root.

    Raises:
        RequestError: `bad-request`, see `check_place`. EnvironmentFault: `io`.
    """
    check_place(root)
    try:
        temporary = tempfile.TemporaryDirectory(prefix="patchsmith-", ignore_cleanup_errors=True)
    except OSError as error:
        raise _fault(error) from error
    with temporary as parent:
        place = Path(os.path.realpath(parent))
        copy = Copy(root, place / "tree" / root.name, place / "outputs")
        try:
            shutil.copytree(root, copy.root, symlinks=True, ignore=_left_out(root))
            _turn_links(copy)
        except OSError as error:
            raise _fault(error) from error
        yield copy


def _left_out(root: Path) -> Callable[[str, list[str]], set[str]]:
    def left(folder: str, names: list[str]) -> set[str]:
        found = {name for name in names if _is_special(Path(folder, name))}
        if Path(folder) == root and (root / ".git").is_file():
            found.add(".git")
        return found

    return left


def _is_special(path: Path) -> bool:
    mode = path.lstat().st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))


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


def _fault(error: OSError) -> EnvironmentFault:
    reason = error.strerror or str(error)
    if isinstance(error, shutil.Error):  # one entry for each file that failed
        reason = str(error.args[0][0][-1])
    return EnvironmentFault(
        "io",
        f"the tree can not be copied: {reason}",
        hint="Make room in the folder for temporary files, or set TMPDIR.",
    )
