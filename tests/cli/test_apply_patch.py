"""The command `apply_patch`, as installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from patchsmith.cli.apply_patch import main
from trees import lay, tree

SCENARIOS = Path(__file__).parent.parent / "scenarios" / "codex"
ROWS = {
    row["name"]: row
    for row in map(json.loads, (SCENARIOS / "scenarios.jsonl").read_text().splitlines())
    if row["mode"] == "default"
}
FLAGS = {"010": ["--overwrite"], "011": ["--overwrite"], "015": ["--partial"]}
"""Deliberate differences: silent overwriting and half-applied patches must be asked for
(design/0005-codex-differences.md)."""
ADD = "*** Begin Patch\n*** Add File: a.txt\n+héllo\n*** End Patch\n"


def apply(cwd: Path, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = Path(sys.executable).with_name("apply_patch")
    program = [str(command)] if command.exists() else [sys.executable, "-c", RUN]
    return subprocess.run(
        [*program, *words], cwd=cwd, input=stdin, capture_output=True, check=False
    )


RUN = "from patchsmith.cli.apply_patch import run; run()"


@pytest.mark.parametrize("name", sorted(ROWS))
def test_codex_scenario(name: str, tmp_path: Path) -> None:
    """The final tree and the exit status are Codex's; so is the summary of a success."""
    folder = SCENARIOS / name
    if (folder / "input").is_dir():
        shutil.copytree(folder / "input", tmp_path, dirs_exist_ok=True)
    patch = (folder / "patch.txt").read_bytes().decode()
    done = apply(tmp_path, *FLAGS.get(name[:3], []), patch)
    assert tree(tmp_path) == tree(folder / "expected")
    assert done.returncode == ROWS[name]["exit_code"], done.stderr.decode()
    if done.returncode == 0:
        assert done.stdout.decode() == ROWS[name]["stdout"]


@pytest.mark.parametrize("number", ["010", "011", "015"])
def test_deliberate_differences_change_nothing_without_their_option(
    number: str, tmp_path: Path
) -> None:
    """What Codex does silently is refused with the tree as it was."""
    (name,) = [row for row in ROWS if row.startswith(number)]
    if (SCENARIOS / name / "input").is_dir():
        shutil.copytree(SCENARIOS / name / "input", tmp_path, dirs_exist_ok=True)
    before = tree(tmp_path)
    done = apply(tmp_path, (SCENARIOS / name / "patch.txt").read_text())
    assert done.returncode == 1
    assert tree(tmp_path) == before


def test_the_patch_is_the_argument_or_stdin(tmp_path: Path) -> None:
    """With both, the argument wins and stdin is not read."""
    assert apply(tmp_path, stdin=ADD.encode()).returncode == 0
    assert tree(tmp_path) == {"a.txt": "héllo\n".encode()}
    done = apply(tmp_path, ADD.replace("a.txt", "b.txt"), stdin=b"nonsense")
    assert done.stdout == b"Success. Updated the following files:\nA b.txt\n"


@pytest.mark.parametrize(
    ("words", "stdin", "status", "stream", "text"),
    [
        ((), b"", 2, "err", "Usage: apply_patch 'PATCH'\n       echo 'PATCH' | apply_patch\n"),
        (("a", "b"), b"", 2, "err", "Error: apply_patch accepts exactly one argument.\n"),
        (("--overwrit", ADD), b"", 2, "err", "Did you mean --overwrite?"),
        (("--help",), b"", 0, "out", "Exit status: 0 applied, 1 not applied, 2 wrong usage."),
        (("--version",), b"", 0, "out", "apply_patch (patchsmith) 0."),
        (("",), b"", 1, "err", "Invalid patch hunk on line 1: the first line of the patch"),
        (("-",), b"", 1, "err", "Invalid patch"),
        ((), b"\xff\xfe", 1, "err", "requires a UTF-8 PATCH"),
        ((ADD.replace("a.txt", "../a"),), b"", 1, "err", "../a: the path climbs out"),
        (("--dry-run", ADD), b"", 0, "out", "Would update the following files:\nA a.txt\n"),
    ],
)
def test_usage_and_refusals(
    words: tuple[str, ...], stdin: bytes, status: int, stream: str, text: str, tmp_path: Path
) -> None:
    """Exit status 2 for the command line, 1 for the patch; one message, no traceback, no file."""
    done = apply(tmp_path, *words, stdin=stdin)
    shown = (done.stdout if stream == "out" else done.stderr).decode()
    assert (done.returncode, text in shown) == (status, True), shown
    assert b"Traceback" not in done.stderr
    assert tree(tmp_path) == {}


def test_an_argument_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    """Bytes that no text can hold never reach the parser."""
    done = apply(tmp_path, os.fsdecode(b"*** Begin \xff"))
    assert (done.returncode, b"requires a UTF-8 PATCH" in done.stderr) == (1, True)


def test_the_languages_own_example(tmp_path: Path) -> None:
    """Add, update with move, and delete in one patch, as the format's description shows."""
    lay(tmp_path, {"src/app.py": "def greet():\n    print('Hi')\n", "obsolete.txt": "x\n"})
    patch = (
        "*** Begin Patch\n*** Add File: hello.txt\n+Hello world\n*** Update File: src/app.py\n"
        "*** Move to: src/main.py\n@@ def greet():\n-    print('Hi')\n+    print('Hello')\n"
        "*** Delete File: obsolete.txt\n*** End Patch"
    )
    done = apply(tmp_path, patch)
    assert done.stdout.decode() == (
        "Success. Updated the following files:\nA hello.txt\nM src/main.py\nD obsolete.txt\n"
    )
    assert tree(tmp_path) == {
        "hello.txt": b"Hello world\n",
        "src/main.py": b"def greet():\n    print('Hello')\n",
    }


def test_main_can_be_called_from_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The exit status is returned, the process lives on."""
    monkeypatch.chdir(tmp_path)
    assert main([ADD]) == 0
    assert capfd.readouterr().out == "Success. Updated the following files:\nA a.txt\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_summary_that_can_not_be_printed_is_no_failure(tmp_path: Path) -> None:
    """The files were changed: exit status 0, and standard error has the summary."""
    command = Path(sys.executable).with_name("apply_patch")
    program = [str(command)] if command.exists() else [sys.executable, "-c", RUN]
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [*program, ADD], cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 0
    assert b"A a.txt\n(standard output can not be written" in done.stderr
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *program, ADD.replace("a.txt", "b.txt")],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert (closed.returncode, closed.stderr) == (0, b"")
    assert sorted(tree(tmp_path)) == ["a.txt", "b.txt"]


def test_a_file_name_can_not_pass_for_a_line_of_output(tmp_path: Path) -> None:
    """Control characters of names are shown escaped."""
    done = apply(tmp_path, ADD.replace("a.txt", "a\x1b[2Jb"))
    assert done.stdout.decode() == "Success. Updated the following files:\nA a\\x1b[2Jb\n"
