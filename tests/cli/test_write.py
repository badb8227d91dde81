"""`patchsmith write`: a whole file from standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from invoking import patchsmith

if TYPE_CHECKING:
    from pathlib import Path


def test_content_is_written_and_what_happened_said(tmp_path: Path) -> None:
    """Added, wrote or unchanged, and the command to run it."""
    words = ("write", "src/hello.py")
    done = patchsmith(tmp_path, *words, stdin='print("hello")\n')
    assert done.stdout.decode() == (
        "Added src/hello.py (15 bytes)\nCheck the change by running: python3 src/hello.py\n"
    )
    assert b"Unchanged: src" in patchsmith(tmp_path, *words, stdin='print("hello")\n').stdout
    assert b"Wrote src" in patchsmith(tmp_path, *words, stdin=b"").stdout
    assert (tmp_path / "src/hello.py").read_bytes() == b""


def test_a_dry_run_prints_the_whole_diff(tmp_path: Path) -> None:
    """People see all of it, however long."""
    done = patchsmith(tmp_path, "write", "f.txt", "--dry-run", stdin=b"line\n" * 2000)
    assert done.stdout.count(b"+line\n") == 2000
    assert list(tmp_path.iterdir()) == []


def test_content_that_is_not_utf8_and_wrong_words_are_usage(tmp_path: Path) -> None:
    """Nothing is created."""
    assert patchsmith(tmp_path, "write", "f", stdin=b"\xff").returncode == 2
    assert patchsmith(tmp_path, "write", stdin=b"x").returncode == 2
    assert patchsmith(tmp_path, "write", "a", "b", stdin=b"x").returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_protected_is_the_machines_no(tmp_path: Path) -> None:
    """Status 4, for root too: the mode was set by somebody."""
    path = tmp_path / "lock.json"
    path.write_text("{}")
    path.chmod(0o444)
    done = patchsmith(tmp_path, "write", "lock.json", stdin=b"[]")
    assert done.returncode == 4
    assert b"lock.json" in done.stderr
    assert path.read_text() == "{}"


def test_help_has_an_example(tmp_path: Path) -> None:
    """With status 0."""
    done = patchsmith(tmp_path, "write", "--help")
    assert done.returncode == 0
    assert b"Example:\n" in done.stdout
