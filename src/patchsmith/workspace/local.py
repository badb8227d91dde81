"""Files on this machine below one root, and nothing outside it.

Reading follows symbolic links inside the root and refuses what leads out. Writing goes through
one transaction: a change set lands whole or leaves the tree as it was.
"""

from __future__ import annotations

import os
from stat import S_ISDIR, S_ISREG

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EditError, RequestError
from patchsmith.workspace.disk import fault
from patchsmith.workspace.places import Place, find_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.changes.paths import RelPath
    from patchsmith.workspace.disk import Disk
    from patchsmith.workspace.recovery import Recovered

_PIECE = 1 << 20
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # a FIFO must not block


class LocalWorkspace:
    """The files below one folder of this machine.

    It is a `Tree` for planners, and commits what they planned.
    """

    __slots__ = ("_disk", "_fd", "fsync", "recovered", "root")

    def __init__(
        self, root: str | os.PathLike[str], *, fsync: bool = True, disk: Disk | None = None
    ) -> None:
        """Open the root, and mend what a commit that was killed has left in it.

        Args:
            root: The folder that may be touched.
            fsync: Whether written files are flushed to the disk before they replace others.
            disk: What commits change the disk through; the disk itself by default.

        Raises:
            RequestError: `bad-request` when root is not a folder that can be opened.
            EnvironmentFault: `conflict` when it holds a commit's record that no commit of this
                user's left there; `read-only`, `io`.
        """
        self.root: str = os.path.realpath(root)
        """Real path of the root."""
        self.fsync: bool = fsync
        """Whether commits flush to the disk."""
        self.recovered: Recovered | None = None
        """What was mended when the root was opened; None for nothing."""
        self._disk = disk
        self._fd = -1
        try:
            self._fd = os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise RequestError(
                "bad-request",
                f"the root {os.fspath(root)!r} can not be opened as a folder: {error.strerror}",
                hint="Pass an existing folder as the root.",
            ) from None
        if self._is_unfinished():
            from patchsmith.workspace.lock import RootLock

            with RootLock(self._fd):  # a commit that still runs ends first
                self.recovered = self._recover()

    def __del__(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def place(self, path: RelPath, *, follow: bool = True) -> Place:
        """Open the folder that holds a file; see `places.find_place`."""
        return find_place(self._fd, self.root, path, follow=follow)

    def resolve(self, path: RelPath, *, follow: bool = True) -> RelPath:
        """Return the path of the file itself, symbolic links followed; see `Tree`."""
        with self.place(path, follow=follow) as place:
            return place.path

    def exists(self, path: RelPath) -> bool:
        """Return whether anything is there: file, folder or link, dangling ones included."""
        with self.place(path, follow=False) as place:
            if place.missing:
                return False
            try:
                os.stat(place.name, dir_fd=place.dir_fd, follow_symlinks=False)
            except OSError:
                return False
            return True

    def read(self, path: RelPath) -> bytes:
        """Return the file's content, links followed.

        Raises:
            EditError: `missing-file`, `is-directory`, `not-text` (devices, sockets, pipes).
            InputError: `unsafe-path`. EnvironmentFault: `read-only`, `symlink-loop`, `io`.
        """
        with self.place(path) as place:
            if place.missing:
                raise EditError("missing-file", "there is no such file", path=path)
            return read_at(place.name, place.dir_fd, path)

    def commit(self, change_set: ChangeSet) -> None:
        """Carry out a change set: all of it, or nothing.

        Raises:
            EditError: `exists`, `missing-file`. EnvironmentFault: `conflict` when a file is not
                what it was when the change was planned; `read-only`, `io`.
        """
        if not change_set.changes:
            return
        from patchsmith.workspace.lock import RootLock
        from patchsmith.workspace.transaction import Transaction

        with RootLock(self._fd):
            if self._is_unfinished():
                self._recover()
            Transaction(self, change_set, self._writing()).run()

    def check(self, change_set: ChangeSet) -> None:
        """Refuse a change set that a commit would refuse, as far as looking can tell.

        For dry runs: nothing is written, no lock is taken.

        Raises:
            PatchsmithError: As `commit`, but for what only writing shows.
        """
        if not change_set.changes:
            return
        from patchsmith.workspace.transaction import Transaction

        Transaction(self, change_set, self._writing()).check()

    def _is_unfinished(self) -> bool:
        """Return whether a commit runs, or has left its record."""
        try:
            os.stat(RECORD_DIR, dir_fd=self._fd, follow_symlinks=False)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise fault(error, RECORD_DIR, "can not look for a commit's record") from None
        return True

    def _recover(self) -> Recovered | None:
        from patchsmith.workspace.recovery import recover

        return recover(self._fd, self._writing())

    def _writing(self) -> Disk:
        if self._disk is None:
            from patchsmith.workspace.disk import Disk

            self._disk = Disk(flushing=self.fsync)
        return self._disk

    @property
    def root_fd(self) -> int:
        """Descriptor of the root, open as long as the workspace lives."""
        return self._fd


def read_at(name: str, dir_fd: int, path: str) -> bytes:
    """Return the content of a regular file in an open folder; errors name `path`."""
    fd = _opened(name, dir_fd, path)
    try:
        with open(fd, "rb", buffering=0, closefd=False) as file:
            return file.read()
    except OSError as error:
        raise fault(error, path, "can not read the file") from None
    finally:
        os.close(fd)


def holds(name: str, dir_fd: int, content: bytes, path: str) -> bool:
    """Return whether a file in an open folder holds exactly some bytes, piece by piece."""
    fd = _opened(name, dir_fd, path)
    try:
        at = 0
        while piece := os.read(fd, _PIECE):
            if not content.startswith(piece, at):
                return False
            at += len(piece)
        return at == len(content)
    except OSError as error:
        raise fault(error, path, "can not read the file") from None
    finally:
        os.close(fd)


def _opened(name: str, dir_fd: int, path: str) -> int:
    """Return a descriptor of a regular file; anything else is refused."""
    try:
        fd = os.open(name, _READ, dir_fd=dir_fd)
    except OSError as error:
        raise fault(error, path, "can not read the file") from None
    mode = os.fstat(fd).st_mode
    if S_ISREG(mode):
        return fd
    os.close(fd)
    if S_ISDIR(mode):
        raise EditError("is-directory", "the path is a folder, not a file", path=path)
    raise EditError("not-text", "the path is a device, pipe or socket", path=path)
