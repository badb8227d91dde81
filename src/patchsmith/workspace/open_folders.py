"""The folders of a commit, open while it lasts.

A folder is named by its real path below the root and reached part by part from a descriptor that
is open already, never through a symbolic link: what was looked up once can not be swapped for
something else without being noticed.

Rules for editors: no path string longer than one name reaches the system here.
"""

from __future__ import annotations

import os

from patchsmith.errors import EnvironmentFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.workspace.disk import Disk

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""How a folder is opened: as itself, never through a link."""
_MOST_OPEN = 150  # some systems allow a process 256 descriptors by default


class Folders:
    """The folders of a commit by their real paths, each open once; the root's path is empty.

    No symbolic link is followed here at all: a folder that has become one since its path was
    looked up is refused. Files are then reached by the open folder and their name in it.
    """

    __slots__ = ("_fds", "_root_fd")

    def __init__(self, root_fd: int) -> None:
        self._root_fd = root_fd
        self._fds: dict[str, int] = {}

    def keep(self, path: str, fd: int) -> None:
        """Take over a descriptor that is open already."""
        if path in self._fds or not path:
            os.close(fd)
        else:
            self._fds[path] = fd

    def opened(self, path: str) -> int:
        """Return the descriptor of a folder.

        Raises:
            OSError: It is not there, is no folder, or a link stands on the way.
        """
        if not path:
            return self._root_fd
        fd = self._fds.get(path)
        if fd is None:
            if len(self._fds) >= _MOST_OPEN:
                self.close()
            fd = self._fds[path] = self._below_an_open_one(path)
        return fd

    def make(self, path: str, disk: Disk) -> bool:
        """Make a folder in an existing one; False when it was there already."""
        parent, _, name = path.rpartition("/")
        try:
            disk.make_folder(name, self.opened(parent))
        except FileExistsError:
            self.opened(path)  # a file or a link is refused
            return False
        return True

    def refuse_moved(self, path: str, file: str) -> None:
        """Refuse when the path does not lead to the open folder any more.

        Args:
            path: The folder.
            file: What the error names.
        """
        if not path:
            return
        was = os.fstat(self.opened(path))
        try:
            fd = _walked(self._root_fd, path)
        except OSError:
            raise _moved(file) from None
        now = os.fstat(fd)
        os.close(fd)
        if (now.st_dev, now.st_ino) != (was.st_dev, was.st_ino):
            raise _moved(file)

    def close(self) -> None:
        """Close all of them; they are opened again when they are asked for."""
        while self._fds:
            os.close(self._fds.popitem()[1])

    def _below_an_open_one(self, path: str) -> int:
        """Return a new descriptor, reached from the nearest folder above that is open.

        From the root each time, a folder made in a folder made in a folder ... would take time
        quadratic in the depth.
        """
        above, _, below = path.rpartition("/")
        while above and above not in self._fds:
            above, _, name = above.rpartition("/")
            below = f"{name}/{below}"
        return _walked(self._fds.get(above, self._root_fd), below)


def _walked(start_fd: int, path: str) -> int:
    """Return a new descriptor of a folder, reached part by part from an open one."""
    fd = start_fd
    try:
        for part in path.split("/"):
            above, fd = fd, os.open(part, FOLDER, dir_fd=fd)
            if above != start_fd:
                os.close(above)
    except OSError:
        if fd != start_fd:
            os.close(fd)
        raise
    return fd


def _moved(file: str) -> EnvironmentFault:
    return EnvironmentFault(
        "conflict",
        "a folder on the way to the file was replaced by something else meanwhile",
        path=file,
        hint="Look at the folder, then plan the change anew.",
    )
