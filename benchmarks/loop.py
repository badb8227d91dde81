"""What the repair loop costs beyond the command it runs.

The overhead of an iteration is measured as the difference between a loop of eleven iterations and
one of a single iteration, divided by ten, less the command alone; the repairer appends a line to
one file. Output is stored complete: the lines on disk are counted.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tables import Table

from patchsmith.loop import LoopRequest, repair
from patchsmith.repairers.base import Diagnosis, Failure
from patchsmith.repairers.registry import NoRepairer
from patchsmith.workspace.local import LocalWorkspace

ITERATIONS = 10


@dataclass
class Appending:
    """A repairer that adds a line to one file."""

    name: str = "appending"

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Add the line."""
        with (Path(workspace.root) / "d0" / "f0.txt").open("a") as file:
            file.write(f"attempt {failure.iteration}\n")
        return Diagnosis("added a line")


def tables(*, quick: bool) -> list[Table]:
    """Return the tables."""
    return [_overhead(1_000 if quick else 10_000), _output(200_000 if quick else 2_000_000)]


def _overhead(files: int) -> Table:
    rows = []
    for git in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "root"
            _project(root, files, git=git)
            one = _loop_s(root, Path(folder) / "one", budget=1)
            many = _loop_s(root, Path(folder) / "many", budget=1 + ITERATIONS)
            each_s = (many - one) / ITERATIONS
            command_s = _command_s(root)
            kind = "a git repository" if git else "a plain folder"
            rows.append((kind, f"{command_s:.3f}", f"{each_s - command_s:.3f}"))
    return Table(
        f"Overhead of one iteration, {files:,} files",
        ("", "command alone, s", "beyond the command, s"),
        rows,
        ("goal: below 0.5 s; one attempt and the snapshots before and after it included",),
    )


def _output(lines: int) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        root, run = Path(folder) / "root", Path(folder) / "run"
        root.mkdir()
        request = LoopRequest(
            words=(f"seq {lines}; exit 1",), budget="1", root=str(root), run_dir=str(run)
        )
        began = time.perf_counter()
        repair(request, repairer=NoRepairer())
        taken_s = time.perf_counter() - began
        stored = sum(path.read_bytes().count(b"\n") for path in run.rglob("stdout.txt"))
    return Table(
        f"Output of {lines:,} lines, stored, masked and judged",
        ("lines printed", "lines on disk", "lines a second"),
        [(f"{lines:,}", f"{stored:,}", f"{lines / taken_s:,.0f}")],
        ("goal: 10,000 lines a second without loss; the whole loop is timed",),
    )


def _project(root: Path, files: int, *, git: bool) -> None:
    for number in range(files):
        folder = root / f"d{number // 100}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"f{number}.txt").write_text(f"file {number}\n" * 5)
    if git:
        for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "all")):
            identity = ("-c", "user.name=x", "-c", "user.email=x@example.org")
            subprocess.run(["git", *identity, *words], cwd=root, check=True)


def _loop_s(root: Path, run: Path, *, budget: int) -> float:
    request = LoopRequest(words=("exit 1",), budget=str(budget), root=str(root), run_dir=str(run))
    began = time.perf_counter()
    record = repair(request, repairer=Appending())
    taken_s = time.perf_counter() - began
    assert len(record.iterations) == budget
    return taken_s


def _command_s(root: Path) -> float:
    began = time.perf_counter()
    for _ in range(ITERATIONS):
        subprocess.run(["sh", "-c", "exit 1"], cwd=root, check=False)
    return (time.perf_counter() - began) / ITERATIONS
