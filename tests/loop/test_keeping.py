"""Rules for keeping the run's own folder over an attempt."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from patchsmith.loop.keeping import Kept, Meddling
from trees import lay, tree

LARGE = b"0123456789abcdef" * (1 << 17)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with small and large files, and an empty folder."""
    lay(tmp_path / "run", {"a.txt": "one\n", "deep/er/b": b"\0\xff", "pack": LARGE})
    (tmp_path / "run" / "empty").mkdir()
    return tmp_path / "run"


def test_what_is_untouched_is_left_alone(folder: Path) -> None:
    """Nothing is written, nothing is named."""
    kept = Kept(folder)
    kept.hold()
    before = (folder / "a.txt").stat()
    assert kept.put_back() == Meddling((), False)
    assert (folder / "a.txt").stat().st_mtime_ns == before.st_mtime_ns
    kept.close()


def test_a_folder_that_is_gone_comes_back_whole(folder: Path) -> None:
    """With large files, times, modes and empty folders; also when the folder above it is gone."""
    kept, before = Kept(folder), tree(folder)
    os.utime(folder / "a.txt", (1_000_000, 1_000_000))
    (folder / "a.txt").chmod(0o600)
    folder.chmod(0o700)
    kept.hold()
    shutil.rmtree(folder.parent)
    assert kept.put_back() == Meddling(("a.txt", "deep/er/b", "pack"), False)
    assert tree(folder) == before
    assert (folder / "empty").is_dir()
    assert (folder / "a.txt").stat().st_mode & 0o777 == 0o600
    assert (folder / "a.txt").stat().st_mtime == 1_000_000
    assert folder.stat().st_mode & 0o777 == 0o700
    kept.close()


def test_what_was_changed_is_as_it_was(folder: Path) -> None:
    """Rewritten, replaced by a folder or a link, deleted; what was added stays."""
    kept, before = Kept(folder), tree(folder)
    kept.hold()
    (folder / "a.txt").unlink()
    (folder / "a.txt").mkdir()
    lay(folder, {"a.txt/inside": "x", "deep/er/b": "two"})
    (folder / "pack").unlink()
    (folder / "pack").symlink_to("nowhere")
    assert kept.put_back().names == ("a.txt", "deep/er/b", "pack")
    assert tree(folder) == before
    kept.close()


def test_a_large_file_rewritten_in_place_is_said_to_be_lost(folder: Path) -> None:
    """Its bytes are nowhere else."""
    kept = Kept(folder)
    kept.hold()
    with (folder / "pack").open("r+b") as file:
        file.write(b"xxxx")
    assert kept.put_back() == Meddling(("pack",), True)
    kept.close()


def test_what_is_held_is_the_folder_at_the_last_look(folder: Path) -> None:
    """What was removed or rewritten before it is no meddling."""
    kept = Kept(folder)
    kept.hold()
    (folder / "pack").unlink()
    lay(folder, {"a.txt": "two\n"})
    kept.hold()
    assert kept.put_back().names == ()
    (folder / "a.txt").unlink()
    kept.put_back()
    assert (folder / "a.txt").read_text() == "two\n"
    kept.close()
