"""Writes a tree back: files, links and executable bits, below one root.

Decides how what is in the way gives way. It must never follow a symbolic link on the way down
(every folder is opened from its parent, links refused) and never remove a nested repository.

Anything in the way of a path that the tree holds appeared later, since at that time the path and
its folders were there; so it may go. Rules for editors: one method is one path; which paths, and
in which order, is the store's business.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Self

_FOLDER_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_TEMPORARY = ".patchsmith-restore"


class TreeWriter:
    """Brings single paths below a root to a given state; a context manager."""

    __slots__ = ("_root",)

    def __init__(self, root: Path) -> None:
        """Open the root, made again when it is gone.

        Args:
            root: Real path of the folder; a link in its place is refused.

        Raises:
            EnvironmentFault: `io`.
        """
        with _named(str(root)):
            if not root.is_symlink():
                root.mkdir(parents=True, exist_ok=True)
            self._root = os.open(root, _FOLDER_FLAGS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._root)

    def remove(self, path: str) -> None:
        """Remove a file or link; what is already gone, or became a folder, is left alone."""
        gone = suppress(FileNotFoundError, NotADirectoryError)
        with _named(path), gone, self._parent(path) as (folder, name):
            if not stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode):
                os.unlink(name, dir_fd=folder)

    def prune(self, path: str) -> None:
        """Remove the folders above a removed path that have become empty, the root never."""
        above = path.rpartition("/")[0]
        while above:
            try:
                with self._parent(above) as (folder, name):
                    os.rmdir(name, dir_fd=folder)
            except OSError:  # not empty, gone, or not ours to remove
                return
            above = above.rpartition("/")[0]

    def put_file(self, path: str, content: bytes, *, executable: bool) -> None:
        """Write a regular file; of the one that was there, owner and other mode bits are kept.

        Raises:
            EnvironmentFault: `io`; `conflict` when a nested repository is in the way.
        """
        with _named(path), self._parent(path, make=True) as (folder, name):
            earlier = _cleared(folder, name, path)
            with _temporary(folder) as temporary:
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
                created = os.open(temporary, flags, 0o777 if executable else 0o666, dir_fd=folder)
                with os.fdopen(created, "wb") as file:
                    file.write(content)
                    if earlier is not None and stat.S_ISREG(earlier.st_mode):
                        _take_over(file.fileno(), earlier, executable=executable)
                os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)

    def put_link(self, path: str, target: bytes) -> None:
        """Make a symbolic link.

        Raises:
            EnvironmentFault: `io`; `conflict` when a nested repository is in the way.
        """
        with _named(path), self._parent(path, make=True) as (folder, name):
            _cleared(folder, name, path)
            with _temporary(folder) as temporary:
                os.symlink(target, os.fsencode(temporary), dir_fd=folder)
                os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)

    def set_mode(self, path: str, mode: int) -> None:
        """Set the permission bits of a file or folder; a link is left alone."""
        gone = suppress(FileNotFoundError, NotADirectoryError)
        with _named(path), gone, self._parent(path) as (folder, name):
            if not stat.S_ISLNK(os.lstat(name, dir_fd=folder).st_mode):
                os.chmod(name, mode, dir_fd=folder)

    @contextmanager
    def _parent(self, path: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """Open the folder that holds a path, part by part, and give it with the last part."""
        *parts, name = path.split("/")
        folder = os.dup(self._root)
        try:
            for part in parts:
                below = _open_folder(folder, part, make=make)
                os.close(folder)
                folder = below
            yield folder, name
        finally:
            os.close(folder)


def _open_folder(parent: int, name: str, *, make: bool) -> int:
    try:
        return os.open(name, _FOLDER_FLAGS, dir_fd=parent)
    except FileNotFoundError:
        if not make:
            raise
    except OSError:  # a link or a file where the tree has a folder
        if not make or stat.S_ISDIR(os.lstat(name, dir_fd=parent).st_mode):
            raise NotADirectoryError(name) from None
        os.unlink(name, dir_fd=parent)
    os.mkdir(name, dir_fd=parent)
    return os.open(name, _FOLDER_FLAGS, dir_fd=parent)


def _cleared(folder: int, name: str, path: str) -> os.stat_result | None:
    """Return what is at the place of a file; a folder there is removed first."""
    try:
        found = os.lstat(name, dir_fd=folder)
    except FileNotFoundError:
        return None
    if not stat.S_ISDIR(found.st_mode):
        return found
    for _, folders, files, _ in os.fwalk(name, dir_fd=folder):
        if ".git" in folders or ".git" in files:
            raise EnvironmentFault(
                "conflict",
                "a nested repository is where the snapshot has a file",
                path=path,
                hint="Move it elsewhere, then restore again.",
            )
    shutil.rmtree(name, dir_fd=folder)
    return None


def _take_over(descriptor: int, earlier: os.stat_result, *, executable: bool) -> None:
    """Give a file the owner and mode of the one it replaces, but for the executable bits."""
    mode = stat.S_IMODE(earlier.st_mode)
    if executable and not mode & 0o100:
        mode |= (mode & 0o444) >> 2
    elif not executable:
        mode &= ~0o111
    with suppress(PermissionError):
        os.fchown(descriptor, earlier.st_uid, earlier.st_gid)
    os.fchmod(descriptor, mode)


@contextmanager
def _temporary(folder: int) -> Iterator[str]:
    """Give a free name in the folder; nothing of that name is left behind on failure."""
    name = f"{_TEMPORARY}-{os.getpid()}"
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)
    try:
        yield name
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name, dir_fd=folder)
        raise


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Turn the system's refusals into errors that name the path."""
    try:
        yield
    except OSError as error:
        raise EnvironmentFault(
            "io",
            f"it can not be brought back: {error.strerror or error}",
            path=path,
            hint="Check permissions and free space, then restore again.",
        ) from error
