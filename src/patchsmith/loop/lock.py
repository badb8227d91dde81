"""One loop per tree at a time: two would roll back each other's attempts.

The locks are files in the state folder, held by `flock`: they end with the process, however that
ends. They are not in the root, where an attempt could see them. A loop holds the lock of its root
alone, and those of all folders above together with others: so a loop on a folder and one on a
folder inside it exclude each other, whichever comes first.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault
from patchsmith.loop.run_folder import state_folder

if TYPE_CHECKING:
    from typing import Self


def lock_folder(root: Path, runs: Path) -> Path:
    """Return the folder for lock files.

    Args:
        root: Real path of the root.
        runs: Folder that holds runs; used where the user's state folder can not be.
    """
    usual = state_folder() / "locks"
    if not Path(os.path.realpath(usual)).is_relative_to(root):
        with contextlib.suppress(OSError):
            usual.mkdir(parents=True, exist_ok=True)
            if os.access(usual, os.W_OK):
                return usual
    return runs / ".locks"


class LoopLock:
    """Held while it is entered."""

    def __init__(self, folder: Path, root: Path) -> None:
        """Name the lock.

        Args:
            folder: Folder of lock files; made when missing.
            root: Real path of the root.
        """
        self._folder = folder
        self._root = root
        self._descriptors: list[int] = []

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            EnvironmentFault: `conflict`, another loop has it; `io`, it can not be made.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            own = self._taken(self._root, fcntl.LOCK_EX)
            for above in self._root.parents:
                self._taken(above, fcntl.LOCK_SH)
        except OSError as error:
            self._close()
            raise EnvironmentFault(
                "io",
                f"a lock in {self._folder} can not be made: {error.strerror}",
                hint="Make the folder writable, or name another one: --run-dir DIR.",
            ) from error
        except EnvironmentFault:
            self._close()
            raise
        os.ftruncate(own, 0)
        os.pwrite(own, f"{os.getpid()}\n".encode("ascii"), 0)
        return self

    def _taken(self, place: Path, how: int) -> int:
        digest = hashlib.sha256(os.fsencode(place)).hexdigest()[:24]
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        descriptor = os.open(self._folder / f"{digest}.lock", flags, 0o600)
        self._descriptors.append(descriptor)
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
            by = f" (process {holder})" if holder else ""
            where = f"in {str(place)!r}"
            if how == fcntl.LOCK_EX and not holder:
                where = f"in a folder inside {str(place)!r}"
            raise EnvironmentFault(
                "conflict",
                f"another repair loop is at work {where}{by}",
                hint="Wait until it has ended, or stop it.",
            ) from error
        return descriptor

    def __exit__(self, *_: object) -> None:
        # the files stay: removing one would let two loops lock two files of one name
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptors[0], 0)  # whoever comes next must not be told of us
        self._close()

    def _close(self) -> None:
        while self._descriptors:
            os.close(self._descriptors.pop())
