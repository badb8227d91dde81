"""`patchsmith edit` for people and scripts."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from invoking import patchsmith

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file."""
    (tmp_path / "app.py").write_bytes(b"timeout = 30  \nretries = 3\nretries = 3\n")
    return tmp_path


def test_an_edit_says_what_it_did_and_what_next(folder: Path) -> None:
    """One line each."""
    done = patchsmith(folder, "edit", "app.py", "--old", "timeout = 30", "--new", "timeout = 90")
    assert done.returncode == 0
    assert done.stdout.decode() == (
        "Edited app.py: 1 replacement at line 1\nCheck the change by running: python3 app.py\n"
    )
    assert (folder / "app.py").read_bytes().startswith(b"timeout = 90  \n")


def test_every_match_and_the_tolerant_tier_are_said(folder: Path) -> None:
    """The lines are those of the file afterwards."""
    done = patchsmith(folder, "edit", "app.py", "--old=retries = 3", "--new=r = 4", "--all")
    assert b"2 replacements at line 2, 3\n" in done.stdout
    done = patchsmith(folder, "edit", "app.py", "--old", "timeout = 30\nr", "--new", "x\nr")
    assert b"blanks at the ends of lines ignored" in done.stdout


def test_texts_may_come_from_files_and_standard_input(folder: Path) -> None:
    """Read as they are, final newlines included."""
    (folder / "old.txt").write_bytes(b"retries = 3\nretries = 3\n")
    done = patchsmith(
        folder, "edit", "app.py", "--old-file", "old.txt", "--new-file", "-", stdin=b"once\n"
    )
    assert done.returncode == 0
    assert (folder / "app.py").read_bytes() == b"timeout = 30  \nonce\n"


def test_a_refusal_teaches_and_changes_nothing(folder: Path) -> None:
    """Standard error holds the sentence, the status says that it was not applied."""
    before = (folder / "app.py").read_bytes()
    done = patchsmith(folder, "edit", "app.py", "--old", "retries = 3", "--new", "x")
    assert done.returncode == 1
    assert b"occurs 2 times, at lines 2, 3" in done.stderr
    assert (folder / "app.py").read_bytes() == before


def test_json_holds_results_and_errors_alike(folder: Path) -> None:
    """On standard output, with nothing on standard error."""
    words = ("edit", "app.py", "--new", "x", "--json")
    done = patchsmith(folder, *words, "--old", "timeout = 30")
    assert json.loads(done.stdout)["ok"] is True
    done = patchsmith(folder, *words, "--old", "timeout = 30")
    assert json.loads(done.stdout)["error"]["code"] == "not-found"
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_dry_run_prints_the_diff(folder: Path) -> None:
    """Without colours in a pipe; nothing is written."""
    before = (folder / "app.py").read_bytes()
    words = ("edit", "app.py", "--old", "timeout = 30", "--new", "timeout = 90", "--dry-run")
    done = patchsmith(folder, *words)
    assert done.stdout.startswith(b"--- a/app.py\n+++ b/app.py\n@@ -1,3 +1,3 @@\n-timeout = 30  \n")
    assert (folder / "app.py").read_bytes() == before


def test_a_terminal_gets_colours_unless_it_wants_none(folder: Path) -> None:
    """NO_COLOR is respected."""
    words = ["edit", "app.py", "--old", "timeout = 30", "--new", "x", "--dry-run"]
    for settings, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        parent, child = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | settings
        subprocess.run(
            [sys.executable, "-m", "patchsmith", *words],
            cwd=folder,
            stdout=child,
            stdin=subprocess.DEVNULL,
            env=environment,
            check=True,
            timeout=120,
        )
        os.close(child)
        shown = os.read(parent, 10_000)
        os.close(parent)
        assert (b"\x1b[32m+x" in shown) is coloured


USAGE = {
    "no path": ["--old", "a", "--new", "b"],
    "two paths": ["a", "b", "--old", "a", "--new", "b"],
    "no old": ["f", "--new", "b"],
    "old twice over": ["f", "--old", "a", "--old-file", "x", "--new", "b"],
    "both from standard input": ["f", "--old-file", "-", "--new-file", "-"],
    "no such file of text": ["f", "--old-file", "nowhere", "--new", "b"],
    "a folder as the text": ["f", "--old-file", ".", "--new", "b"],
    "an unknown option": ["f", "--olt", "a", "--new", "b"],
    "an empty text": ["app.py", "--old", "", "--new", "b"],
    "a path outside": ["../x", "--old", "a", "--new", "b"],
    "no such root": ["f", "--old", "a", "--new", "b", "--root", "nowhere"],
}


@pytest.mark.parametrize("words", USAGE.values(), ids=USAGE.keys())
def test_what_can_not_be_acted_on_is_usage(words: list[str], folder: Path) -> None:
    """Status 2 and a sentence, never a traceback."""
    done = patchsmith(folder, "edit", *words)
    assert done.returncode == 2
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_text_that_is_not_utf8_is_refused(folder: Path) -> None:
    """Whether it stands on the command line or in a file."""
    (folder / "old.txt").write_bytes(b"\xff")
    done = patchsmith(folder, "edit", "app.py", "--old-file", "old.txt", "--new", "x")
    assert (done.returncode, b"not UTF-8" in done.stderr) == (2, True)
    done = patchsmith(folder, "edit", "app.py", "--old", os.fsdecode(b"\xff"), "--new", "x")
    assert (done.returncode, b"not UTF-8" in done.stderr) == (2, True)


def test_a_reader_that_has_gone_is_no_fault_of_ours(folder: Path) -> None:
    """A closed pipe ends the command without a traceback."""
    command = [sys.executable, "-m", "patchsmith", "edit", "--help"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    text = process.stderr.read()
    process.stderr.close()
    assert process.wait(120) in (0, 4)
    assert b"Traceback" not in text
    assert b"Exception ignored" not in text
