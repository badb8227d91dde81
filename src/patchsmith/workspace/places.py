"""Finding the folder that holds a file without ever leaving the root.

A path is walked part by part on directory descriptors, each opened relative to the one before
and never through a symbolic link; a link met on the way is read and its parts walked in its
stead, from the folder it lies in. What a descriptor names can not be swapped for something
outside the root between the check and the use.

Rules for editors: no path string longer than one name reaches the system here, except to open
the root itself.
"""

from __future__ import annotations

import os
from stat import S_ISLNK

from patchsmith.changes.paths import RelPath
from patchsmith.errors import EnvironmentFault, InputError
from patchsmith.workspace.disk import fault
from patchsmith.workspace.open_folders import FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

_MAX_LINKS = 40  # what Linux itself follows before it says ELOOP


class Place:
    """The folder that holds (or would hold) a file, as an open descriptor, and the name in it.

    Use it as a context manager: leaving it closes the descriptor.
    """

    __slots__ = ("_stack", "missing", "name", "parts", "trail")

    def __init__(self, stack: list[int], trail: list[str], missing: list[str], name: str) -> None:
        self._stack = stack
        self.trail = trail
        """Names of the open folders below the root, links resolved."""
        self.missing = missing
        """Folders below the open one that do not exist yet."""
        self.name = name
        """Name of the file in its folder."""
        self.parts = [*trail, *missing, name]
        """The whole path below the root, links resolved."""

    @property
    def dir_fd(self) -> int:
        """Descriptor of the deepest existing folder."""
        return self._stack[-1]

    @property
    def path(self) -> RelPath:
        """The path below the root, links resolved."""
        return RelPath("/".join(self.parts))

    @property
    def folder(self) -> str:
        """The path of the folder below the root, links resolved; empty for the root."""
        return "/".join(self.parts[:-1])

    def keep_folder(self) -> int:
        """Return the folder's descriptor, which is the caller's to close from now on."""
        return self._stack.pop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._stack:
            os.close(self._stack.pop())


def find_place(root_fd: int, root: str, path: RelPath, *, follow: bool) -> Place:
    """Open the folder that holds a file.

    Args:
        root_fd: Descriptor of the root; it stays open.
        root: Real path of the root, to recognise absolute links that lead back into it.
        path: The file to look for; it need not exist.
        follow: Whether a link at the end of the path is followed to what it names.

    Raises:
        InputError: `unsafe-path` when a link leads out of the root.
        EnvironmentFault: `symlink-loop`, `read-only`, `io`.
    """
    walk = _Walk(root_fd, root, path)
    try:
        return walk.to_the_end(follow=follow)
    except BaseException as error:
        walk.close()
        if isinstance(error, OSError):
            raise fault(error, path, "can not reach the file") from None
        raise


class _Walk:
    """A walk from the root towards one file, part by part."""

    __slots__ = ("_links", "_missing", "_path", "_root", "_stack", "_todo", "_trail")

    def __init__(self, root_fd: int, root: str, path: str) -> None:
        self._root = root
        self._path = path
        self._todo = path.split("/")[::-1]
        self._stack = [os.dup(root_fd)]
        self._trail: list[str] = []
        self._missing: list[str] = []
        self._links = 0

    def to_the_end(self, *, follow: bool) -> Place:
        """Walk all parts and return where the last one lies."""
        while True:
            part = self._todo.pop()
            if part == "..":
                self._step_up()
                continue
            kind = None if self._missing else _mode(part, self._stack[-1])
            if kind is not None and S_ISLNK(kind) and (self._todo or follow):
                self._follow(part)
            elif not self._todo:
                _refuse_protected([*self._trail, *self._missing, part], self._path)
                return Place(self._stack, self._trail, self._missing, part)
            elif kind is None:
                self._missing.append(part)
            else:
                self._stack.append(os.open(part, FOLDER, dir_fd=self._stack[-1]))
                self._trail.append(part)

    def close(self) -> None:
        """Close what the walk has opened."""
        while self._stack:
            os.close(self._stack.pop())

    def _step_up(self) -> None:
        if self._missing:
            self._missing.pop()
        elif self._trail:
            self._trail.pop()
            os.close(self._stack.pop())
        else:
            raise _leads_out(self._path)
        if not self._todo:
            raise _names_a_folder(self._path)

    def _follow(self, name: str) -> None:
        """Put the parts of a link's target in its place; absolute targets start at the root."""
        self._links += 1
        if self._links > _MAX_LINKS:
            raise EnvironmentFault("symlink-loop", "too many symbolic links", path=self._path)
        target = os.readlink(name, dir_fd=self._stack[-1])
        if target.startswith("/"):
            below = self._root.rstrip("/") + "/"
            if not target.startswith(below):
                raise _leads_out(self._path)
            target = target[len(below) :]
            while len(self._stack) > 1:
                os.close(self._stack.pop())
            self._trail.clear()
        parts = [part for part in target.split("/") if part not in ("", ".")]
        if not parts and not self._todo:
            raise _names_a_folder(self._path)
        self._todo.extend(parts[::-1])


def _mode(name: str, dir_fd: int) -> int | None:
    try:
        return os.stat(name, dir_fd=dir_fd, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return None


def _leads_out(path: str) -> InputError:
    return InputError(
        "unsafe-path",
        "a symbolic link in the path leads out of the workspace root",
        path=path,
        hint="Name a file inside the root, or start with a root that holds the link's target.",
    )


def _names_a_folder(path: str) -> InputError:
    return InputError("unsafe-path", "a link in the path names a folder", path=path)


def _refuse_protected(parts: list[str], path: str) -> None:
    """Apply the rules for names once more to where the links led."""
    real = "/".join(parts)
    if real != path:
        try:
            RelPath.parse(real)
        except InputError as error:
            raise InputError(
                "unsafe-path", f"a symbolic link leads to {real}: {error.message}", path=path
            ) from None
