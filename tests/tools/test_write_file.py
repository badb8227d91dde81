"""The tool write_file on real files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith import PatchsmithError, write_file

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_file_gets_its_folders(tmp_path: Path) -> None:
    """The result says that it was added."""
    written = write_file("a/b/new.py", "x = 1\n", root=tmp_path)
    assert (tmp_path / "a/b/new.py").read_text() == "x = 1\n"
    assert written.to_dict() == {
        "path": "a/b/new.py",
        "status": "A",
        "size_bytes": 6,
        "diff": "--- /dev/null\n+++ b/a/b/new.py\n@@ -0,0 +1 @@\n+x = 1\n",
        "suggestion": "Check the change by running: python3 a/b/new.py",
    }


def test_writing_what_is_there_already_changes_nothing_and_says_so(tmp_path: Path) -> None:
    """A repeated call is no error, and the file is not touched."""
    path = tmp_path / "f.txt"
    path.write_text("same\n")
    before = path.stat().st_mtime_ns, path.stat().st_ino
    assert write_file("f.txt", "same\n", root=tmp_path).status == "unchanged"
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before


def test_a_link_to_nothing_yet_gets_its_target(tmp_path: Path) -> None:
    """The link stays a link."""
    (tmp_path / "link.txt").symlink_to("target.txt")
    write_file("link.txt", "x\n", root=tmp_path)
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "target.txt").read_text() == "x\n"


def test_a_dry_run_creates_nothing(tmp_path: Path) -> None:
    """Neither the file nor its folders."""
    assert write_file("a/f.txt", "x\n", root=tmp_path, dry_run=True).status == "A"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    """It is named as what it is."""
    (tmp_path / "d").mkdir()
    with pytest.raises(PatchsmithError) as caught:
        write_file("d", "x", root=tmp_path)
    assert caught.value.code == "is-directory"


def test_refused_content_leaves_no_temporary_file(tmp_path: Path) -> None:
    """The old file stays, and nothing lies beside it."""
    (tmp_path / "u.txt").write_text("keep me\n")
    with pytest.raises(PatchsmithError):
        write_file("u.txt", "bad \udc00", root=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["u.txt"]
    assert (tmp_path / "u.txt").read_text() == "keep me\n"
