"""Overwriting files that keep their inode."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.in_place import PIECE_BYTES, copy_over, holds_same, is_blend

OLD, NEW = b"abcdefgh", b"ABCDE"
LONG = bytes(range(256)) * (PIECE_BYTES // 128)


@pytest.fixture
def fd(tmp_path: Path) -> Iterator[int]:
    fd = os.open(tmp_path, os.O_RDONLY)
    yield fd
    os.close(fd)


def cut_off(old: bytes, new: bytes) -> Iterator[bytes]:
    """Yield all that a file can hold when writing new over old, and then old over that, stops."""
    for at in range(len(new) + 1):
        half = new[:at] + old[at:]
        yield half
        for back in range(len(old) + 1):
            yield old[:back] + half[back:]
    for back in range(len(old) + 1):
        yield old[:back] + new[back:]


@pytest.mark.parametrize(("old", "new"), [(OLD, NEW), (NEW, OLD), (b"", NEW), (OLD, b"")])
def test_whatever_a_cut_off_writing_leaves_is_known(
    tmp_path: Path, fd: int, old: bytes, new: bytes
) -> None:
    """Shorter and longer contents, forth and back."""
    (tmp_path / "new").write_bytes(new)
    (tmp_path / "old").write_bytes(old)
    for content in set(cut_off(old, new)):
        (tmp_path / "now").write_bytes(content)
        assert is_blend("now", "new", "old", fd), content


@pytest.mark.parametrize(
    "content", [b"abcdefghi", b"ABCDEfghi", b"ABxdefgh", b"ABCDEF", b"x", b"ABcDefgh"]
)
def test_what_somebody_else_wrote_is_not(tmp_path: Path, fd: int, content: bytes) -> None:
    """It would be lost if it were taken for a writing that was cut off."""
    for name, text in (("new", NEW), ("old", OLD), ("now", content)):
        (tmp_path / name).write_bytes(text)
    assert not is_blend("now", "new", "old", fd)


def test_files_of_many_pieces_are_compared_piece_by_piece(tmp_path: Path, fd: int) -> None:
    """The seam may lie anywhere."""
    old = bytes(len(LONG))
    for name, text in (("new", LONG), ("old", old)):
        (tmp_path / name).write_bytes(text)
    for at in (0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 77, len(LONG)):
        (tmp_path / "now").write_bytes(LONG[:at] + old[at:])
        assert is_blend("now", "new", "old", fd)
    (tmp_path / "now").write_bytes(LONG[:-1] + b"x")
    assert not is_blend("now", "new", "old", fd)
    assert not is_blend("gone", "new", "old", fd)


def test_a_head_of_a_file_is_not_the_same(tmp_path: Path, fd: int) -> None:
    """Neither way round."""
    for name, text in (("one", OLD), ("two", OLD[:3]), ("three", OLD)):
        (tmp_path / name).write_bytes(text)
    assert holds_same("one", "three", fd)
    assert not holds_same("one", "two", fd)
    assert not holds_same("two", "one", fd)


def test_a_file_is_overwritten_and_cut_to_size(tmp_path: Path, fd: int) -> None:
    """All its names see the content; another file under its name is refused."""
    for name, text in (("source", NEW), ("target", OLD), ("other", OLD)):
        (tmp_path / name).write_bytes(text)
    os.link(tmp_path / "target", tmp_path / "second")
    ino = (tmp_path / "target").stat().st_ino
    copy_over("source", "target", fd, ino=ino, path="target", disk=Disk())
    assert (tmp_path / "second").read_bytes() == NEW
    with pytest.raises(PatchsmithError) as caught:
        copy_over("source", "other", fd, ino=ino, path="other", disk=Disk())
    assert (caught.value.code, (tmp_path / "other").read_bytes()) == ("conflict", OLD)
