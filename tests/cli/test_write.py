"""`patchsmith write`: a whole file from standard input."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

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


def test_a_closed_standard_input_empties_no_file(tmp_path: Path) -> None:
    """Nothing given is not the same as nothing to write."""
    (tmp_path / "f").write_text("precious\n")
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "patchsmith", "write", "f"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, (tmp_path / "f").read_text()) == (2, "precious\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_result_that_can_not_be_printed_is_the_machines_no(tmp_path: Path) -> None:
    """The file is written; exit status 4 says that the report was not."""
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "patchsmith", "write", "f"],
            cwd=tmp_path, input=b"x\n", stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert (done.returncode, (tmp_path / "f").read_text()) == (4, "x\n")
    assert b"can not be written to standard output" in done.stderr
    assert b"Traceback" not in done.stderr
