"""Reading all files of a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from patchsmith.errors import PatchsmithError
from patchsmith.workspace.folders import Folder
from trees import lay


def test_files_and_links_are_read_and_git_is_left_out(tmp_path: Path) -> None:
    """Links are named, not followed; folders named .git are left out wherever they are."""
    lay(
        tmp_path,
        {"a": b"\xff", "d/e/f": "x", ".git/config": "", "d/.git": "gitdir: x", "l": "@@SYMLINK d"},
    )
    folder = Folder(tmp_path)
    assert folder.files == {"a": b"\xff", "d/e/f": b"x"}
    assert folder.links == {"l": "d"}


def test_patterns_leave_out_names_and_paths(tmp_path: Path) -> None:
    """A pattern that matches a folder leaves out all below it."""
    lay(tmp_path, {"a.pyc": "", "d/b.pyc": "", "d/keep": "", "node/x/y": "", "d/z": ""})
    folder = Folder(tmp_path, exclude=["*.pyc", "node", "d/z"])
    assert folder.files == {"d/keep": b""}


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A pipe is named and not waited for; a missing folder says so."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PatchsmithError) as caught:
        Folder(tmp_path)
    assert (caught.value.code, caught.value.path) == ("not-text", "pipe")
    with pytest.raises(PatchsmithError):
        Folder(tmp_path / "nowhere")
