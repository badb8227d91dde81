"""The calls that change the disk, and the errors they end in."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from killing import FaultyDisk
from patchsmith.workspace.disk import Disk, fault, identity


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EACCES, "read-only"), (errno.EROFS, "read-only"), (errno.ELOOP, "symlink-loop"),
        (errno.ENOENT, "missing-file"), (errno.EISDIR, "is-directory"), (errno.ENOTDIR, "io"),
        (errno.ENOSPC, "io"), (errno.EXDEV, "io"), (errno.EEXIST, "conflict"),
    ],
)  # fmt: skip
def test_each_system_error_has_one_code(number: int, code: str) -> None:
    """The code follows from errno; the path is named."""
    error = fault(OSError(number, "reason"), "a/b", "can not write the file")
    assert (error.code, error.path) == (code, "a/b")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EBUSY, errno.ETXTBSY])
def test_refusals_that_can_be_mended_say_how(number: int) -> None:
    """One next step."""
    assert fault(OSError(number, "reason"), "a", "can not write the file").hint


def test_the_platform_reaches_every_file_through_an_open_folder() -> None:
    """There is no way round it by path strings: it would be open to races (design/0007)."""
    calls = {os.open, os.stat, os.mkdir, os.rename, os.unlink, os.rmdir, os.link, os.access}
    assert calls <= os.supports_dir_fd


def test_a_file_is_told_by_what_stays_when_nobody_changes_it(tmp_path: Path) -> None:
    """A second name changes nothing; content, mode and another file do."""
    path, fd = tmp_path / "f", os.open(tmp_path, os.O_RDONLY)
    path.write_bytes(b"1")
    os.utime(path, ns=(1, 1))
    first = identity("f", fd)
    Disk().link("f", "g", fd)
    assert identity("f", fd) == identity("g", fd) == first
    assert identity("none", fd) is None
    path.chmod(0o600)
    assert identity("f", fd) != first
    path.chmod(0o644)
    path.write_bytes(b"2")
    assert identity("f", fd) != first
    os.close(fd)


def test_every_call_is_looked_at_first(tmp_path: Path) -> None:
    """What a test hands in sees each change of the disk before it is made."""
    disk = FaultyDisk(flushing=True)
    fd = os.open(tmp_path, os.O_RDONLY)
    file = disk.create("f", fd, 0o600)
    disk.write(file, b"content")
    disk.truncate(file, 4)
    disk.set_mode(file, 0o640)
    disk.give(file, -1, -1)
    disk.flush(file)
    os.close(file)
    disk.link("f", "g", fd)
    disk.rename("g", "h", fd)
    os.close(disk.open_to_overwrite("h", fd))
    disk.unlink("h", fd)
    disk.make_folder("d", fd)
    disk.remove_folder("d", fd)
    disk.flush_folder(fd)
    os.close(fd)
    assert disk.trace == [
        "create", "write", "write", "truncate", "chmod", "chown", "fsync", "link", "rename", "open",
        "unlink", "mkdir", "rmdir", "fsync folder",
    ]  # fmt: skip
    assert (tmp_path / "f").read_bytes() == b"cont"


def test_flushing_can_be_turned_off(tmp_path: Path) -> None:
    """Nothing else changes."""
    disk = FaultyDisk(flushing=False)
    fd = os.open(tmp_path, os.O_RDONLY)
    disk.flush(fd)
    disk.flush_folder(fd)
    os.close(fd)
    assert disk.trace == []
