"""The disk as commits see it: the calls that change it, its files' identities, its refusals.

Everything that a transaction, its record or a recovery changes on the disk goes through one
`Disk`. A test hands in one that kills its process, or that is refused by the system, before the
n-th call: that is how "whatever happens, all or nothing" is shown call by call.

Rules for editors: reading may go past it, changing anything never does. Each method makes one
system call (writing: as many as the system asks for) and asks `before` first.
"""

from __future__ import annotations

import errno
import os

from patchsmith.errors import EditError, EnvironmentFault
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from patchsmith.errors import PatchsmithError

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_OVERWRITE = os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)
_CHANGED = (errno.EEXIST, errno.ENOTEMPTY)
_HINTS = {
    errno.ENOSPC: "The disk is full; nothing was changed. Free some space, then try again.",
    errno.EDQUOT: "The quota is used up; nothing was changed. Free some space, then try again.",
    errno.EBUSY: "It is mounted or in use where it lies: end that first.",
    errno.EXDEV: "It is mounted where it lies and can not be moved: change it where it comes from.",
    errno.ETXTBSY: "It is a program that is running: end it first.",
    errno.EMFILE: "This process has too many files open.",
}


class Identity(Value):
    """What tells whether a name still holds the file that was looked at."""

    __slots__ = ("ino", "size", "mtime_ns", "mode")  # noqa: RUF023 - the order of the record

    ino: int
    """Inode number. Device numbers are left out: they change when a machine starts anew."""
    size: int
    """Bytes."""
    mtime_ns: int
    """When the content was changed last, in nanoseconds."""
    mode: int
    """Kind of file and permissions."""

    @classmethod
    def of(cls, status: os.stat_result) -> Self:
        """Return the identity that a call of `stat` shows."""
        return cls(status.st_ino, status.st_size, status.st_mtime_ns, status.st_mode)


def identity(name: str, dir_fd: int) -> Identity | None:
    """Return what lies under a name of an open folder, a link itself; None for nothing."""
    try:
        return Identity.of(os.stat(name, dir_fd=dir_fd, follow_symlinks=False))
    except FileNotFoundError:
        return None


def fault(error: OSError, path: str, doing: str) -> PatchsmithError:
    """Return the error to raise for what the system said.

    Args:
        error: What the call raised.
        path: The file concerned, relative to the root.
        doing: What was attempted, as in "can not write the file".
    """
    reason = f"{doing}: {error.strerror}"
    if error.errno in _READ_ONLY:
        return EnvironmentFault(
            "read-only",
            reason,
            path=path,
            hint="Ask for write permission on the file and its folder, or choose another file.",
        )
    if error.errno == errno.ELOOP:
        return EnvironmentFault("symlink-loop", reason, path=path)
    if error.errno == errno.ENOENT:
        return EditError("missing-file", "there is no such file", path=path)
    if error.errno in _CHANGED:
        return EnvironmentFault(
            "conflict", f"something was put in the way meanwhile: {error.strerror}", path=path
        )
    if error.errno in _HINTS:
        return EnvironmentFault("io", reason, path=path, hint=_HINTS[error.errno])
    if error.errno == errno.EISDIR:
        return EditError("is-directory", "the path is a folder, not a file", path=path)
    if error.errno == errno.ENOTDIR:
        return EnvironmentFault("io", f"{doing}: a parent of it is a file, not a folder", path=path)
    return EnvironmentFault("io", reason, path=path)


class Disk:
    """The disk as commits change it."""

    __slots__ = ("flushing",)

    def __init__(self, *, flushing: bool = True) -> None:
        self.flushing: bool = flushing
        """Whether what is written is flushed to the disk, so that it outlives a power cut."""

    def before(self, call: str) -> None:
        """Look at a call that is about to be made; does nothing here."""

    def make_folder(self, name: str, dir_fd: int, mode: int = 0o777) -> None:
        """Make a folder."""
        self.before("mkdir")
        os.mkdir(name, mode, dir_fd=dir_fd)

    def remove_folder(self, name: str, dir_fd: int) -> None:
        """Remove an empty folder."""
        self.before("rmdir")
        os.rmdir(name, dir_fd=dir_fd)

    def create(self, name: str, dir_fd: int, mode: int = 0o666) -> int:
        """Return a descriptor of a new file; a name that is taken is refused."""
        self.before("create")
        return os.open(name, _CREATE, mode, dir_fd=dir_fd)

    def open_to_overwrite(self, name: str, dir_fd: int) -> int:
        """Return a descriptor that writes into an existing file, which keeps its content."""
        self.before("open")
        return os.open(name, _OVERWRITE, dir_fd=dir_fd)

    def write(self, fd: int, content: bytes) -> None:
        """Write all of it."""
        self.before("write")
        view = memoryview(content)
        while view:
            view = view[os.write(fd, view) :]

    def truncate(self, fd: int, size: int) -> None:
        """Cut a file off behind some bytes."""
        self.before("truncate")
        os.ftruncate(fd, size)

    def give(self, fd: int, uid: int, gid: int) -> None:
        """Give a file to another owner and group."""
        self.before("chown")
        os.fchown(fd, uid, gid)

    def set_mode(self, fd: int, mode: int) -> None:
        """Set a file's permissions."""
        self.before("chmod")
        os.fchmod(fd, mode)

    def flush(self, fd: int) -> None:
        """Bring a file's content to the disk, unless that is turned off."""
        if self.flushing:
            self.before("fsync")
            os.fsync(fd)

    def flush_folder(self, dir_fd: int) -> None:
        """Bring a folder's names to the disk where the file system can do that."""
        if self.flushing:
            try:
                self.before("fsync folder")
                os.fsync(dir_fd)
            except OSError:
                return  # some file systems can not; the content itself is flushed already

    def link(self, name: str, second: str, dir_fd: int) -> None:
        """Give a file, or a link itself, a second name; one that is taken is refused."""
        self.before("link")
        os.link(name, second, src_dir_fd=dir_fd, dst_dir_fd=dir_fd, follow_symlinks=False)

    def rename(self, old: str, new: str, dir_fd: int) -> None:
        """Rename within a folder, over whatever file has the new name."""
        self.before("rename")
        os.rename(old, new, src_dir_fd=dir_fd, dst_dir_fd=dir_fd)

    def unlink(self, name: str, dir_fd: int) -> None:
        """Remove a name."""
        self.before("unlink")
        os.unlink(name, dir_fd=dir_fd)
