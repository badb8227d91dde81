"""One writer at a time: a lock on the root's own directory.

Each lock opens the directory anew, because such a lock belongs to the open file and not to the
process: threads that share one workspace exclude each other like strangers do. It leaves no file
behind and dies with the process that holds it. Where the file system has no such locks (some
network ones), writing goes on without: the check of the bytes just before the swap still refuses
a lost update. A root inside another root has a lock of its own.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time

from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.disk import fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

TIMEOUT_S = 30.0
"""How long a writer waits for another one before it gives up."""
_FIRST_PAUSE_S = 0.0005
_LONGEST_PAUSE_S = 0.005
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK, errno.EINVAL, errno.EBADF)
_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EINTR)


class RootLock:
    """Exclusive right to write below a root; use as a context manager."""

    __slots__ = ("_fd", "_root_fd", "_timeout_s")

    def __init__(self, root_fd: int, timeout_s: float = TIMEOUT_S) -> None:
        self._root_fd = root_fd
        self._timeout_s = timeout_s
        self._fd = -1

    def __enter__(self) -> Self:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        try:
            self._fd = os.open(".", flags, dir_fd=self._root_fd)
            self._wait()
        except BaseException as error:
            self.__exit__()
            if isinstance(error, OSError):
                raise fault(error, ".", "can not lock the root") from None
            raise
        return self

    def __exit__(self, *_: object) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)  # gives the lock back

    def _wait(self) -> None:
        pause_s, deadline = _FIRST_PAUSE_S, 0.0
        while not self._taken():
            now = time.monotonic()
            deadline = deadline or now + self._timeout_s
            if now >= deadline:
                raise EnvironmentFault(
                    "conflict",
                    f"{self._holder()} has been writing below this root for {self._timeout_s:g} s",
                    hint="Wait until it has ended, then try again.",
                )
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)

    def _taken(self) -> bool:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _TAKEN:
                return False
            if error.errno not in _NO_LOCKS:
                raise
        return True

    def _holder(self) -> str:
        """Name the process that holds the lock, where the system tells."""
        status = os.fstat(self._fd)
        device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}:{status.st_ino}"
        try:
            with open("/proc/locks", encoding="ascii", errors="replace") as file:  # noqa: PTH123 - start-up
                for line in file:
                    words = line.split()
                    if words[1:2] == ["FLOCK"] and device in words and words[4].isdigit():
                        return f"process {words[4]}"
        except OSError:
            pass
        return "another process"
