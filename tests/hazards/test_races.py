"""Somebody who swaps files and folders for links while commits run: nothing lands outside."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from killing import Change, change_set, fast_folder, picture
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from trees import lay

TRIES = 2000
FILE = """
import os, sys
os.chdir(sys.argv[1])
while True:
    os.symlink("../outside/file", "t"); os.rename("t", "f")
    with open("t", "w") as file: file.write("1")
    os.rename("t", "f")
"""
FOLDER = """
import os, shutil, sys
os.chdir(sys.argv[1])
while True:
    try:
        os.rename("d", "away"); os.symlink("../outside", "d")
        os.unlink("d"); os.rename("away", "d")
    except OSError:  # a commit has made the folder anew while it was away
        if os.path.isdir("away") and not os.path.islink("d"):
            shutil.rmtree("d", ignore_errors=True)
            try:
                os.rename("away", "d")
            except OSError:  # and once more: the next round finds it
                pass
"""
OUT = """
import os, sys
os.chdir(sys.argv[1])
while True:
    os.rename("d", "../elsewhere"); os.mkdir("d")
    os.rmdir("d"); os.rename("../elsewhere", "d")
"""


@contextmanager
def meddling(program: str, root: Path) -> Iterator[None]:
    """Run a program that meddles with a root, in a process of its own, while inside."""
    process = subprocess.Popen([sys.executable, "-c", program, root], stderr=subprocess.PIPE)
    try:
        yield
        assert process.poll() is None, "the meddling program has ended"
    finally:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()


def laid(tmp_path: Path) -> Path:
    lay(tmp_path, {"outside/file": "secret", "outside/f": "secret"})
    lay(tmp_path / "root", {"f": "1", "g": "g", "d/f": "1"})
    return tmp_path / "root"


ONE: tuple[Change, ...] = (("f", b"1", b"1", None),)
CASES: dict[str, tuple[str, tuple[Change, ...], int]] = {
    "a file for a link": (FILE, (("f", b"1", b"changed", None),), TRIES),
    "a file of several": (FILE, (("g", b"g", b"g", None), ("f", b"1", b"changed", None)), TRIES),
    "a deleted file": (FILE, (("f", b"1", None, None), ("g", b"g", b"g", None)), TRIES),
    "a folder for a link": (FOLDER, (("d/f", b"1", b"1", None),), TRIES),
    "a folder for a link, new files": (
        FOLDER, (("d/n", None, b"n", None), ("d/x/n", None, b"n", None)), TRIES),
    "a folder for another": (OUT, (("d/f", b"1", b"1", None), ("g", b"g", b"g", None)), TRIES),
}  # fmt: skip


@pytest.mark.parametrize(("program", "changes", "tries"), CASES.values(), ids=CASES.keys())
def test_nothing_outside_is_touched(
    tmp_path: Path, program: str, changes: tuple[Change, ...], tries: int
) -> None:
    """Thousands of commits race against the swaps; each lands inside or is refused."""
    with fast_folder(tmp_path) as folder:
        race(folder, program, changes, tries)


def race(folder: Path, program: str, changes: tuple[Change, ...], tries: int) -> None:
    """Commit again and again while a program meddles, and look at what is outside."""
    root = laid(folder)
    outside = picture(folder / "outside")
    workspace = LocalWorkspace(root, fsync=False)
    refused = landed = 0
    with meddling(program, root):
        for _ in range(tries):
            try:
                workspace.commit(change_set(changes))
            except PatchsmithError:
                refused += 1
            else:
                landed += 1
                undo(workspace, changes)
        assert picture(folder / "outside") == outside
    assert refused + landed == tries
    assert picture(folder / "outside") == outside
    left = [name for name in picture(folder) if ".patchsmith-" in name]
    assert left == []


def undo(workspace: LocalWorkspace, changes: tuple[Change, ...]) -> None:
    """Remove what a commit added, as far as the races let it."""
    for path, before, after, _ in changes:
        try:
            if before is None:
                workspace.commit(change_set(((path, after, None, None),)))
        except PatchsmithError:
            continue


class AtTheCall(Disk):
    """A disk on which somebody does something just before the n-th call."""

    __slots__ = ("_calls", "_meddle", "_number")

    def __init__(self, number: int, meddle: Callable[[], object]) -> None:
        super().__init__(flushing=False)
        self._calls = 0
        self._number = number
        self._meddle = meddle

    def before(self, call: str) -> None:
        self._calls += 1
        if self._calls == self._number:
            self._meddle()


SEVERAL: tuple[Change, ...] = (("g", b"g", b"G", None), ("d/f", b"1", b"2", None))
SINGLE: tuple[Change, ...] = (("d/f", b"1", b"2", None),)


@pytest.mark.parametrize("changes", [SINGLE, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_link_that_appears_at_any_call(
    tmp_path: Path, changes: tuple[Change, ...], what: str
) -> None:
    """Before each call in turn: one clear error or success, nothing outside, nothing left."""
    landed = 0
    for number in range(1, 60):
        base = tmp_path / str(number)
        root = laid(base)
        outside = picture(base / "outside")

        def meddle(root: Path = root) -> None:
            path = root / "d/f" if what == "file" else root / "d"
            os.rename(path, root / "away")
            path.symlink_to("../../outside/f" if what == "file" else "../outside")

        try:
            LocalWorkspace(root, disk=AtTheCall(number, meddle)).commit(change_set(changes))
        except PatchsmithError as error:
            assert error.code in ("conflict", "symlink-loop", "io", "unsafe-path")  # noqa: PT017
            assert (root / "g").read_bytes() == b"g"
            kept = root / "away" if what == "file" else root / "away/f"
            assert kept.read_bytes() == b"1"
        else:
            landed += 1
        assert picture(base / "outside") == outside
        names = [name for name in picture(base) if ".patchsmith-" in name]
        assert names == []
    assert landed > 0


def test_reading_races_end_in_an_error_or_the_content(tmp_path: Path) -> None:
    """A link to the outside is never followed, whenever it appears."""
    root = laid(tmp_path)
    workspace = LocalWorkspace(root)
    with meddling(FOLDER, root):
        for _ in range(TRIES):
            try:
                assert workspace.read(RelPath("d/f")) == b"1"
            except PatchsmithError:
                continue
