"""Unified diffs, read into the change they make of given files."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from patchsmith.changes.diff_reading import change_set_of, read_diff
from patchsmith.errors import EditError, InputError, PatchsmithError
from trees import lay

BEFORE: dict[str, bytes | str] = {
    "app.py": "".join(f"line {number}\n" for number in range(40)),
    "old name.txt": "moved\nas it is\n",
    "gone.txt": "x\n",
    "end.txt": "no newline",
    "crlf.txt": "a\r\nb\r\n",
    "née.txt": "1\n",
    "empty": "",
}
AFTER: dict[str, bytes | str] = {
    "app.py": "".join(f"line {number}\n" for number in range(40) if number != 20) + "-- more\n",
    "new name.txt": "moved\nas it is\n",
    "end.txt": "no newline\nnow one\n",
    "crlf.txt": "a\r\nc\r\n",
    "née.txt": "2",
    "fresh": "",
}


def raw(files: dict[str, bytes | str]) -> dict[str, bytes]:
    """Return files as bytes."""
    return {
        path: text if isinstance(text, bytes) else text.encode() for path, text in files.items()
    }


def git_diff(folder: Path, *options: str) -> bytes:
    """Return git's diff of the two trees, the second of which is in the folder then."""

    def git(*words: str) -> bytes:
        command = ["git", "-c", "core.autocrlf=false", *words]
        return subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout

    git("init", "-q")
    lay(folder, BEFORE)
    git("add", "--all")
    earlier = git("write-tree").decode().strip()
    for path in BEFORE:
        (folder / path).unlink()
    lay(folder, AFTER)
    git("add", "--all")
    return git("diff", "--cached", *options, earlier)


@pytest.mark.parametrize("options", [(), ("--no-renames",), ("-U0",), ("--binary",)], ids=str)
def test_a_diff_of_git_gives_the_other_tree(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Moves, names that are quoted, missing newlines and carriage returns included."""
    content = git_diff(tmp_path, *options)
    found = change_set_of(read_diff(content), raw(BEFORE))
    now = raw(BEFORE)
    for change in found:
        now.pop(str(change.path), None)
        if change.origin is not None:
            now.pop(str(change.origin), None)
        if change.after is not None:
            now[str(change.path)] = change.after
    assert now == raw(AFTER)


def test_the_inverse_leads_back(tmp_path: Path) -> None:
    """What was applied is found again from the files after it."""
    diffs = read_diff(git_diff(tmp_path))
    undone = change_set_of([each.inverse() for each in reversed(diffs)], raw(AFTER))
    forward = change_set_of(diffs, raw(BEFORE))
    assert {(c.path, c.before, c.after) for c in undone.inverse()} == {
        (c.path, c.before, c.after) for c in forward
    }


def test_a_file_may_be_changed_more_than_once() -> None:
    """As in a series of patches: what counts is what becomes of it in the end."""
    one = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n"
    two = b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-2\n+3\n"
    (change,) = change_set_of(read_diff(one + two), {"x": b"1\n"})
    assert (change.before, change.after) == (b"1\n", b"3\n")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"nothing of the kind\n", "patch-syntax", id="no diff"),
        pytest.param(b"--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-1\n", "patch-syntax", id="cut short"),
        pytest.param(b"@@ -1 +1 @@\n-1\n+2\n", "patch-syntax", id="of no file"),
        pytest.param(
            b"diff --git a/x b/x\nBinary files a/x and b/x differ\n", "patch-syntax", id="binary"
        ),
        pytest.param(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-9\n+2\n", "not-found", id="other lines"),
        pytest.param(b"--- a/x\n+++ b/x\n@@ -7 +7 @@\n-1\n+2\n", "not-found", id="other place"),
        pytest.param(b"--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n", "missing-file", id="no such file"),
        pytest.param(b"--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+2\n", "exists", id="there already"),
        pytest.param(
            b"--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "not-found", id="not all of it"
        ),
        pytest.param(b"--- /dev/null\n+++ b/../y\n@@ -0,0 +1 @@\n+2\n", "unsafe-path", id="out"),
    ],
)
def test_what_can_not_be_read_whole_is_refused(content: bytes, code: str) -> None:
    """Nothing passes unread."""
    with pytest.raises((InputError, EditError)) as caught:
        change_set_of(read_diff(content), {"x": b"1\nrest\n"})
    assert isinstance(caught.value, PatchsmithError)
    assert caught.value.code == code
