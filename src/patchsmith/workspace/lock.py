"""One writer at a time: a lock on the root's own directory descriptor.

The lock leaves no file behind and dies with the process that holds it. Where the file system
has no such locks, writing goes on without one: the check of the bytes just before the swap
still refuses a lost update.
"""

from __future__ import annotations

import errno
import fcntl
import time

from patchsmith.errors import EnvironmentFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

TIMEOUT_S = 30.0
"""How long a writer waits for another one before it gives up."""
_PAUSE_S = 0.01


class RootLock:
    """Exclusive right to write below a root; use as a context manager."""

    __slots__ = ("_fd", "_timeout_s")

    def __init__(self, root_fd: int, timeout_s: float = TIMEOUT_S) -> None:
        self._fd = root_fd
        self._timeout_s = timeout_s

    def __enter__(self) -> Self:
        deadline = 0.0
        while True:
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return self
            except OSError as error:
                if error.errno in (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL):
                    return self
                if error.errno not in (errno.EAGAIN, errno.EACCES, errno.EINTR):
                    raise
            now = time.monotonic()
            deadline = deadline or now + self._timeout_s
            if now >= deadline:
                raise EnvironmentFault(
                    "conflict",
                    f"another process has been writing below this root for {self._timeout_s:g} s",
                    hint="Wait until it has ended, then try again.",
                )
            time.sleep(_PAUSE_S)

    def __exit__(self, *_: object) -> None:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_UN)
        except OSError:
            return  # nothing was locked where the file system has no locks
