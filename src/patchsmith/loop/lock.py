"""One loop per root at a time: two would roll back each other's attempts.

The lock is a file in the state folder, held by `flock`: it ends with the process, however that
ends. It is not in the root, where an attempt could see it.
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
        digest = hashlib.sha256(os.fsencode(root)).hexdigest()[:24]
        self._file = folder / f"{digest}.lock"
        self._root = root
        self._descriptor = -1

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            EnvironmentFault: `conflict`, another loop has it; `io`, it can not be made.
        """
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise EnvironmentFault(
                "io",
                f"the lock {self._file} can not be made: {error.strerror}",
                hint="Make the folder writable, or name another one: --run-dir DIR.",
            ) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._descriptor, 20, 0).decode("ascii", "replace").strip()
            self._close()
            by = f" (process {holder})" if holder else ""
            raise EnvironmentFault(
                "conflict",
                f"another repair loop is at work in {str(self._root)!r}{by}",
                hint="Wait until it has ended, or stop it.",
            ) from error
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        return self

    def __exit__(self, *_: object) -> None:
        # the file stays: removing it would let two loops lock two files of one name
        self._close()

    def _close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
