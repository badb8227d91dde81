"""Reading all files of a folder, to compare it with another."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase

from patchsmith.errors import EditError
from patchsmith.workspace.disk import fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class Folder:
    """Everything below a folder."""

    __slots__ = ("files", "links")

    def __init__(self, root: str | os.PathLike[str], *, exclude: Sequence[str] = ()) -> None:
        """Read it.

        Args:
            root: The folder; what is named `.git` in it is left out.
            exclude: Patterns of names, or of paths relative to the root, that are left out too,
                with all that is below them.

        Raises:
            PatchsmithError: `io`, `read-only`, `missing-file`: something can not be read.
                `not-text`: a device, pipe or socket.
        """
        self.files: dict[str, bytes] = {}
        """Path relative to the root, `/` between its parts -> content."""
        self.links: dict[str, str] = {}
        """Path of a symbolic link -> what it names; links are not followed."""
        patterns = (".git", *exclude)
        for entry in _entries(os.fspath(root), "", lambda path: _is_excluded(path, patterns)):
            path, full = entry
            try:
                if os.path.islink(full):
                    self.links[path] = os.readlink(full)
                elif os.path.isfile(full):
                    with open(full, "rb", buffering=0) as file:  # noqa: PTH123 - as fast as it gets
                        self.files[path] = file.read()
                else:
                    raise EditError("not-text", "the path is a device, pipe or socket", path=path)
            except OSError as error:
                raise fault(error, path, "can not read the file") from None


def _entries(root: str, below: str, excluded: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Yield relative and full path of everything that is no folder, in the order of names."""
    try:
        with os.scandir(os.path.join(root, below)) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        raise fault(error, below or root, "can not read the folder") from None
    for entry in entries:
        path = f"{below}/{entry.name}" if below else entry.name
        if excluded(path):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _entries(root, path, excluded)
        else:
            yield path, entry.path


def _is_excluded(path: str, patterns: Sequence[str]) -> bool:
    name = path.rpartition("/")[2]
    return any(fnmatchcase(name, pattern) or fnmatchcase(path, pattern) for pattern in patterns)
