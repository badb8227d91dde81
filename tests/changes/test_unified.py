"""Unified diffs: right, bounded, and silent about secrets."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.changes.unified import unified_diff


def diff(before: bytes | None, after: bytes | None, path: str = "f.txt") -> str:
    """Return the whole diff of one file."""
    change = FileChange(RelPath(path), before, after, None)
    return unified_diff(ChangeSet((change,)), max_characters=None)


def test_three_lines_of_context_surround_each_change() -> None:
    """Changes far apart become hunks of their own."""
    before = "".join(f"{number}\n" for number in range(1, 31))
    after = before.replace("\n5\n", "\nfive\n").replace("\n20\n", "\ntwenty\n21a\n")
    assert diff(before.encode(), after.encode()) == (
        "--- a/f.txt\n+++ b/f.txt\n"
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        "@@ -17,7 +17,8 @@\n 17\n 18\n 19\n-20\n+twenty\n+21a\n 21\n 22\n 23\n"
    )


def test_new_and_deleted_files_come_from_and_go_to_nowhere() -> None:
    """The missing side is /dev/null, an empty range starts at 0."""
    assert diff(None, b"a\n") == "--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1 @@\n+a\n"
    assert diff(b"a\n", None) == "--- a/f.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"


def test_a_missing_final_newline_is_said() -> None:
    """As other tools say it."""
    assert diff(b"a\nb", b"a\nc").endswith(
        "-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
    )


def test_a_long_diff_is_cut_at_a_line_and_says_so() -> None:
    """The bound is on characters."""
    change = FileChange(RelPath("f"), None, b"line\n" * 10_000, None)
    text = unified_diff(ChangeSet((change,)))
    assert len(text) < 4100
    assert text.endswith("+line\n... the rest of the diff is left out\n")


def test_secret_files_show_counts_only() -> None:
    """Context lines would echo the neighbours of what was changed."""
    text = diff(b"TOKEN=abc\nMODE=dev\n", b"TOKEN=abc\nMODE=prod\n", ".env")
    assert "TOKEN" not in text
    assert "1 lines removed, 1 lines added" in text


def test_binary_files_are_named_only() -> None:
    """Bytes are no lines."""
    assert diff(b"a\0", b"b\0").endswith("Binary files differ\n")


def test_large_changes_end_soon() -> None:
    """A middle of many lines is not compared line by line."""
    start = time.monotonic()
    diff(b"a\n" * 100_000 + b"b\n", b"c\na\n" * 100_000)
    assert time.monotonic() - start < 30


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c c\n", "\n", "d"]), max_size=30)


@settings(max_examples=25, deadline=None)
@given(old=LINES, new=LINES)
def test_git_applies_the_diff_back(old: list[str], new: list[str]) -> None:
    """What is shown is what changed: git gets the same file from it."""
    before, after = "".join(old).encode(), "".join(new).encode()
    if not before or not after or before == after:
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.txt"
        path.write_bytes(before)
        command = ["git", "apply", "--whitespace=nowarn", "-p1", "-"]
        subprocess.run(
            command, input=diff(before, after).encode(), cwd=folder, check=True, timeout=60
        )
        assert path.read_bytes() == after
