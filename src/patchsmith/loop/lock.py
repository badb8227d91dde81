"""One loop per tree at a time, and one process per run: two would undo each other's work.

A loop holds the lock of its root alone, and those of all folders above together with others: so a
loop on a folder and one on a folder inside it exclude each other, whichever comes first. The locks
are files held by `flock`: they end with the process, however that ends. They are not in the root,
where an attempt could see them, and not the root's own descriptor, which a transaction locks while
an attempt is made. Their place depends on the user alone, never on the environment, so that loops
with different state folders see each other; a folder is named by device and inode, so that two
paths to it are one. Loops of different users do not see each other.

A run's own lock is a file in its folder: whoever holds it is running, resuming or undoing it.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import stat
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault
from patchsmith.loop.run_folder import state_folder

if TYPE_CHECKING:
    from typing import Self

_RUN_LOCK = "lock"
_PAUSE_S = 0.05


def lock_folder(root: Path, runs: Path) -> Path:
    """Return the folder for lock files.

    Args:
        root: Real path of the root.
        runs: Folder that holds runs; used where no better place is outside the root.
    """
    own = f"/run/user/{os.getuid()}"
    private = f"{own}/patchsmith" if os.path.isdir(own) else f"/tmp/patchsmith-{os.getuid()}"  # noqa: S108 - checked
    for place in (Path(private), state_folder() / "locks"):
        if not Path(os.path.realpath(place)).is_relative_to(root) and _is_private(place):
            return place
    return runs / ".locks"


def _is_private(place: Path) -> bool:
    """Make a folder where it is missing; return whether it is ours and nobody else writes there."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = place.lstat()
    except OSError:
        return False
    is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    return is_ours and not found.st_mode & 0o022 and os.access(place, os.W_OK)


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

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What holds the lock; a process that inherits these holds it on when we are killed."""
        return tuple(self._descriptors)

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
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(self._folder / f"{_key(place)}.lock", flags, 0o600)
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
            _let_go(self._descriptors.pop())


class RunLock:
    """The right to write to a run's folder; held while it is entered."""

    def __init__(self, run: Path, *, wait_s: float = 0.0) -> None:
        """Name the lock.

        Args:
            run: Folder of the run.
            wait_s: Seconds to wait for whoever has it.
        """
        self._run = run
        self._wait_s = wait_s
        self._descriptor = -1

    @property
    def descriptor(self) -> int:
        """What holds the lock."""
        return self._descriptor

    def __enter__(self) -> Self:
        """Take the lock.

        Raises:
            EnvironmentFault: `conflict`, the run is under way; `io`.
        """
        until = monotonic() + self._wait_s
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            self._descriptor = os.open(self._run / _RUN_LOCK, flags, 0o600)
            while not _try_lock(self._descriptor):
                if monotonic() >= until:
                    self.__exit__()
                    raise EnvironmentFault(
                        "conflict",
                        f"the run {self._run.name} is under way",
                        hint="Wait until it has ended, or stop it.",
                    )
                sleep(_PAUSE_S)
        except OSError as error:
            raise EnvironmentFault(
                "io", f"the run {self._run} can not be locked: {error.strerror}"
            ) from error
        return self

    def __exit__(self, *_: object) -> None:
        _let_go(self._descriptor)


def is_held(run: Path) -> bool:
    """Return whether some process has the lock of a run: it is running, resumed or undone."""
    try:
        descriptor = os.open(run / _RUN_LOCK, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        return not _try_lock(descriptor, fcntl.LOCK_SH)
    finally:
        _let_go(descriptor)


def _try_lock(descriptor: int, how: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _let_go(descriptor: int) -> None:
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_UN)  # also of a process that has inherited it
    os.close(descriptor)


def _key(place: Path) -> str:
    try:
        found = place.stat()
    except OSError:
        return hashlib.sha256(os.fsencode(place)).hexdigest()[:24]
    return f"{found.st_dev:x}-{found.st_ino:x}"
