"""Patching one file by a program of its own, ours or a peer's, with the patch on stdin."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import peers
from inputs import PATH, Case

OURS = [str(Path(sys.executable).with_name("apply_patch"))]
OURS_NO_FSYNC = [sys.executable, str(Path(__file__).with_name("no_fsync.py"))]


_WATCH = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss * 1024, file=open(os.environ["PEAK"], "w"))
"""
"""A small process between, because a child's peak counts what its parent held at the fork."""


class Desk:
    """A folder with the file of a case and its patch."""

    def __init__(self, root: Path, case: Case) -> None:
        self.root = root
        self._body = case.body
        self._patch = root / "patch"
        self._patch.write_text(case.patch)

    def lay(self) -> None:
        """Write the file as it is before the patch."""
        (self.root / PATH).write_bytes(self._body)

    def run(self, program: list[str]) -> int:
        """Run a program on the patch and return its exit status."""
        with self._patch.open("rb") as patch:
            return subprocess.run(
                program,
                cwd=self.root,
                check=False,
                stdin=patch,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ).returncode

    def peak_bytes(self, program: list[str]) -> int:
        """Run a program on the patch and return the most memory it held."""
        report = self.root / "peak"
        with self._patch.open("rb") as patch:
            subprocess.run(
                [sys.executable, "-S", "-E", "-c", _WATCH, *program],
                cwd=self.root,
                check=True,
                stdin=patch,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PEAK": str(report)},
            )
        return int(report.read_text())

    def call(self, program: list[str]) -> Callable[[], object]:
        """Return the call that runs a program; it raises when the patch does not apply."""

        def run() -> None:
            status = self.run(program)
            if status != 0:
                raise RuntimeError(f"{program} ended with status {status}")

        return run

    def copy(self) -> None:
        """Copy the file's bytes: the least that changing it can cost."""
        (self.root / "copy").write_bytes((self.root / PATH).read_bytes())

    def copy_and_flush(self) -> None:
        """Copy the file's bytes and flush them to the disk."""
        content = (self.root / PATH).read_bytes()
        with (self.root / "copy").open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def desk(case: Case) -> Iterator[Desk]:
    """Lay a case in a folder of its own."""
    with TemporaryDirectory() as folder:
        made = Desk(Path(folder), case)
        made.lay()
        yield made


def codex_program() -> list[str] | None:
    """Return the words that run Codex's `apply_patch`; None when it is not installed."""
    found = peers.codex()
    return [str(found)] if found is not None else None
