"""Writing into a file that must keep its inode, and telling how far such a writing got.

A file with several hard links, or one that is mounted where it lies, is not replaced but
overwritten, front to back, from a copy of the new content, and taken back from a copy of the old.
When that is cut off, the file holds a head of the old content, then some of the new, then the
rest of the old, each where it belongs: such a blend, and nothing else, is known to be ours and
may be overwritten again.
"""

from __future__ import annotations

import os

from patchsmith.errors import EnvironmentFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.workspace.disk import Disk

PIECE_BYTES = 1 << 20
"""How much is held in memory at once."""
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def copy_over(source: str, target: str, dir_fd: int, *, ino: int, path: str, disk: Disk) -> None:
    """Overwrite a file with the content of another one in its folder.

    Args:
        source: Name of the file that holds the content.
        target: Name of the file to write.
        dir_fd: The folder of both.
        ino: Inode that the target must have.
        path: What an error names.
        disk: The disk.

    Raises:
        EnvironmentFault: `conflict` when another file has the target's name. OSError.
    """
    reading = os.open(source, _READ, dir_fd=dir_fd)
    try:
        writing = disk.open_to_overwrite(target, dir_fd)
        try:
            if os.fstat(writing).st_ino != ino:
                raise EnvironmentFault(
                    "conflict", "the file was replaced by another one meanwhile", path=path
                )
            size = 0
            while piece := os.read(reading, PIECE_BYTES):
                disk.write(writing, piece)
                size += len(piece)
            disk.truncate(writing, size)
            disk.flush(writing)
        finally:
            os.close(writing)
    finally:
        os.close(reading)


def is_blend(target: str, new: str, old: str, dir_fd: int) -> bool:
    """Return whether a file holds one content, the other, or what cut-off writings of them leave.

    Args:
        target: Name of the file.
        new: Name of the file with the new content.
        old: Name of the copy of the old content.
        dir_fd: The folder of all three.
    """
    fds: list[int] = []
    try:
        fds.extend(os.open(name, _READ, dir_fd=dir_fd) for name in (target, new, old))
        now, after, before = fds
        size, old_size = os.fstat(now).st_size, os.fstat(before).st_size
        head = _common(now, before, 0)
        at = head + _common(now, after, head)
        if at == size == max(head, os.fstat(after).st_size):
            return True
        return at + _common(now, before, at) == size == max(at, old_size)
    except FileNotFoundError:
        return False
    finally:
        for fd in fds:
            os.close(fd)


def holds_same(target: str, other: str, dir_fd: int) -> bool:
    """Return whether two files of a folder have the same content."""
    return is_blend(target, other, other, dir_fd)


def _common(one: int, other: int, start: int) -> int:
    """Return how many bytes of two files are equal from a place on."""
    at = start
    while True:
        mine, theirs = os.pread(one, PIECE_BYTES, at), os.pread(other, PIECE_BYTES, at)
        same = _common_head(mine, theirs)
        at += same
        if same < PIECE_BYTES:
            return at - start


def _common_head(one: bytes, other: bytes) -> int:
    """Return how many bytes two pieces begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
