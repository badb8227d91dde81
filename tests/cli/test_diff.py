"""`patchsmith diff`: what turns one file or folder into another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from invoking import patchsmith
from trees import lay, tree

if TYPE_CHECKING:
    from pathlib import Path

BEFORE: dict[str, bytes | str] = {"app.py": "a = 1\nb = 2\n", "old.txt": "x\n", "gone": b"\xff"}
AFTER: dict[str, bytes | str] = {"app.py": "a = 1\nb = 3\n", "new.txt": "x\n", "d/n": "\n"}


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    lay(tmp_path / "a", BEFORE)
    lay(tmp_path / "b", AFTER)
    return tmp_path


def test_the_patch_turns_the_first_folder_into_the_second(folders: Path) -> None:
    """Applied below the first folder it gives the second."""
    done = patchsmith(folders, "diff", "a", "b")
    assert (done.returncode, done.stderr) == (0, b"")
    applied = patchsmith(folders, "apply", "--strict", "--root", "a", stdin=done.stdout)
    assert applied.returncode == 0
    assert tree(folders / "a") == tree(folders / "b")
    assert patchsmith(folders, "diff", "a", "b").stdout == b""


def test_the_inverse_takes_it_back(folders: Path) -> None:
    """A binary file that was removed can not come back: that is said, and nothing printed."""
    done = patchsmith(folders, "diff", "--inverse", "a", "b")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"gone: a patch can not say this change exactly:")
    done = patchsmith(folders, "diff", "--inverse", "--exclude", "gone", "a", "b")
    patchsmith(folders, "apply", "--root", "b", stdin=done.stdout)
    (folders / "a" / "gone").unlink()
    assert tree(folders / "b") == tree(folders / "a")


def test_two_files_are_named_as_the_first_was_given(folders: Path) -> None:
    """Applied in the current folder, the patch changes that file."""
    done = patchsmith(folders, "diff", "a/app.py", "b/app.py")
    assert b"*** Update File: a/app.py\n" in done.stdout
    assert patchsmith(folders, "apply", stdin=done.stdout).returncode == 0
    assert (folders / "a" / "app.py").read_text() == AFTER["app.py"]
    done = patchsmith(folders, "diff", str(folders / "b" / "app.py"), "b/new.txt")
    assert b"*** Update File: app.py\n" in done.stdout


def test_nothing_stands_for_a_file_that_is_not_there(folders: Path) -> None:
    """As git has it."""
    done = patchsmith(folders, "diff", "/dev/null", "b/new.txt")
    assert b"*** Add File: b/new.txt\n+x\n" in done.stdout
    done = patchsmith(folders, "diff", "a/gone", "/dev/null")
    assert b"*** Delete File: a/gone\n" in done.stdout


def test_the_unified_form_is_for_reading(folders: Path) -> None:
    """It shows the same change."""
    done = patchsmith(folders, "diff", "--format", "unified", "a/app.py", "b/app.py")
    assert done.stdout.decode() == (
        "--- a/a/app.py\n+++ b/a/app.py\n@@ -1,2 +1,2 @@\n a = 1\n-b = 2\n+b = 3\n"
    )


def test_the_exit_status_tells_a_difference_when_asked(folders: Path) -> None:
    """Otherwise it only tells whether the patch could be written."""
    assert patchsmith(folders, "diff", "--exit-code", "a", "b").returncode == 1
    assert patchsmith(folders, "diff", "--exit-code", "a", "a").returncode == 0


def test_json_holds_the_patch_or_the_error(folders: Path) -> None:
    """One object either way."""
    done = json.loads(patchsmith(folders, "diff", "--json", "a/app.py", "b/app.py").stdout)
    assert done["ok"]
    assert done["files"] == [{"path": "a/app.py", "kind": "update"}]
    assert done["patch"].startswith("*** Begin Patch\n")
    failed = patchsmith(folders, "diff", "--json", "--inverse", "a", "b")
    assert failed.returncode == 1
    assert json.loads(failed.stdout)["error"]["code"] == "not-text"


def test_links_that_differ_are_refused(folders: Path) -> None:
    """A patch can not say where a link leads; equal ones do not matter."""
    (folders / "a" / "l").symlink_to("app.py")
    done = patchsmith(folders, "diff", "a", "b")
    assert (done.returncode, done.stderr[:2]) == (1, b"l:")
    (folders / "b" / "l").symlink_to("app.py")
    assert patchsmith(folders, "diff", "a", "b").returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a"], b"Missing argument 'B'"),
        (["a", "nowhere"], b"There is no file or folder nowhere"),
        (["a", "b/app.py"], b"Compare two files or two folders"),
        (["a", "b", "--format", "html"], b"'html' is not one of"),
        (["a", "b", "--context", "-1"], b"-1"),
    ],
)
def test_wrong_usage_is_named(folders: Path, words: list[str], said: bytes) -> None:
    """Exit status 2, nothing on standard output."""
    done = patchsmith(folders, "diff", *words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr
