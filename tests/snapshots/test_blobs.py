"""Reading many objects through one process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.blobs import blob_reader
from patchsmith.snapshots.git import PrivateGit

if TYPE_CHECKING:
    from pathlib import Path

    from snapshots.conftest import RunGit

CONTENTS = [b"", b"plain\n", b"no newline", b"\0\xff\n\n", b"x" * 3_000_000, b"1234 blob 5\n"]


def test_contents_come_back_byte_for_byte(repository: Path, git: RunGit) -> None:
    """Whatever a content holds, the next one starts where it should."""
    ids = []
    for number, content in enumerate(CONTENTS):
        (repository / f"{number}.bin").write_bytes(content)
        ids.append(git(repository, "hash-object", "-w", f"{number}.bin").strip())
    with blob_reader(PrivateGit(repository / ".git", repository)) as read:
        assert [read(each) for each in ids] == CONTENTS


def test_a_lost_object_is_named(repository: Path) -> None:
    """Missing content is an error, never an empty file, and the reader can go on."""
    lost = "1" * 40
    with blob_reader(PrivateGit(repository / ".git", repository)) as read:
        with pytest.raises(EnvironmentFault, match=lost):
            read(lost)
        with pytest.raises(EnvironmentFault, match=lost):
            read(lost)


def test_a_reader_without_a_store_fails_when_it_is_asked(tmp_path: Path) -> None:
    """A git that has ended is reported as a lost object, not as a broken pipe."""
    with (
        pytest.raises(EnvironmentFault, match="has lost"),
        blob_reader(PrivateGit(tmp_path / "none", tmp_path)) as read,
    ):
        read("1" * 40)
