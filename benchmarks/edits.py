"""What writing costs: the library's `edit` and commits of several files against a plain copy.

The copy is `shutil.copyfile` within the same folder, without fsync. An edit reads the file, finds
the text, stages the new content beside it, reads the file once more and renames; a commit of
several files keeps a record as well (design/0007-transaction.md).
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from ratios import alternate
from tables import Table

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.tools.edit import edit
from patchsmith.workspace.local import LocalWorkspace

LINE = b"the quick brown fox jumps over the lazy dog, again and again\n"
CHILD = """
import sys
from patchsmith.tools.edit import edit
if sys.argv[2:]:
    edit("file", "marker one", "marker two", root=sys.argv[1])
"""


def tables(*, quick: bool) -> list[Table]:
    """Return the tables."""
    megabytes = 10 if quick else 100
    sizes = {"1 kB": 1_000, "1 MB": 1_000_000, f"{megabytes} MB": megabytes * 1_000_000}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        memory = _memory(root, megabytes)  # first: a child's figure begins with its parent's
        commits = _commits(root, rounds=10 if quick else 50)
        return [_edits(root, sizes, quick=quick), commits, memory]


def _edits(root: Path, sizes: dict[str, int], *, quick: bool) -> Table:
    rows = []
    for name, size in sizes.items():
        path = _file(root, size)
        rounds = max(3, min(50, 50_000_000 // size)) if not quick else 3
        turns = itertools.cycle([("one", "two"), ("two", "one")])
        calls: list[Callable[[], object]] = [_copying([path])]
        calls += [_turning(root, turns, fsync=fsync) for fsync in (False, True)]
        copied, unflushed, flushed = alternate(calls, rounds)
        rows.append(
            (
                name,
                f"{copied.median_s * 1e3:.2f}",
                f"{unflushed.median_s / copied.median_s:.1f}",
                f"{flushed.median_s / copied.median_s:.1f}",
            )
        )
    return Table(
        "One edit, as a multiple of a plain copy",
        ("file", "copy ms", "without fsync", "with fsync"),
        rows,
        ("medians of alternating runs",),
    )


def _commits(root: Path, rounds: int) -> Table:
    rows = []
    for count in (1, 2, 10):
        paths = [root / f"part{number}" for number in range(count)]
        for path in paths:
            path.write_bytes(LINE * 16)
        calls: list[Callable[[], object]] = [_copying(paths)]
        calls += [_committing(root, paths, fsync=fsync) for fsync in (False, True)]
        copied, unflushed, flushed = alternate(calls, rounds)
        rows.append(
            (
                f"{count}",
                f"{copied.median_s * 1e3:.2f}",
                f"{unflushed.median_s * 1e3:.2f}",
                f"{flushed.median_s * 1e3:.2f}",
            )
        )
    return Table(
        "One commit of several 1 kB files, in ms",
        ("files", "copies", "without fsync", "with fsync"),
        rows,
        ("medians of alternating runs; from two files on a commit keeps a record",),
    )


def _memory(root: Path, megabytes: int) -> Table:
    _file(root, megabytes * 1_000_000)
    bare, edited = _peak_bytes(root), _peak_bytes(root, "edit")
    return Table(
        f"Memory of one edit in a file of {megabytes} MB",
        ("", "MB", "multiple of the file"),
        [
            ("process that only imports it", f"{bare / 1e6:.0f}", ""),
            ("process that edits", f"{edited / 1e6:.0f}", f"{edited / megabytes / 1e6:.1f}"),
        ],
        ("largest resident size of a child process",),
    )


def _file(root: Path, size: int) -> Path:
    path = root / "file"
    marked = b"a marker one in the middle\n"
    blocks, rest = divmod(size // 2 // len(LINE), 1000)
    with path.open("wb") as file:
        for middle in (marked, b""):
            for _ in range(blocks):
                file.write(LINE * 1000)
            file.write(LINE * rest + middle)
    return path


def _turning(root: Path, turns: Iterator[tuple[str, str]], *, fsync: bool) -> Callable[[], object]:
    """Return a call that makes one edit, forth or back."""

    def call() -> object:
        old, new = next(turns)
        return edit("file", f"marker {old}", f"marker {new}", root=root, fsync=fsync)

    return call


def _copying(paths: list[Path]) -> Callable[[], object]:
    return lambda: [shutil.copyfile(path, path.with_suffix(".copy")) for path in paths]


def _committing(root: Path, paths: list[Path], *, fsync: bool) -> Callable[[], object]:
    workspace = LocalWorkspace(root, fsync=fsync)

    def call() -> None:
        changes = []
        for path in paths:
            before = path.read_bytes()
            changes.append(FileChange(RelPath(path.name), before, before[::-1], None))
        workspace.commit(ChangeSet(tuple(changes)))

    return call


def _peak_bytes(root: Path, *words: str) -> int:
    """Return the largest resident size of a child that runs `CHILD`."""
    program = [sys.executable, "-c", CHILD, str(root), *words]
    _, status, usage = os.wait4(os.posix_spawn(sys.executable, program, os.environ), 0)
    if status != 0:
        raise RuntimeError("the child failed")
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
