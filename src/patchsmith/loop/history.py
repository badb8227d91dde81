"""Which runs there are, how each ended, and which of them go.

Decides a run's status from its folder and its lock alone: what nobody holds and has no end died.
Only folders named like runs are ever removed, never one that a process works on, and the newest
last; everything else in a folder of runs is left alone.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, PatchsmithError, RequestError, one_line
from patchsmith.loop.copying import remove_folder
from patchsmith.loop.isolation import base_of
from patchsmith.loop.lock import RunLock, is_held
from patchsmith.loop.run_folder import SIZE
from patchsmith.loop.run_log import NAME, read_run

if TYPE_CHECKING:
    from patchsmith.loop.run_log import RunLog

KEEP_RUNS = 100
"""Runs that are kept when nothing else is said."""
KEEP_BYTES = 4 * 1024**3
"""Bytes that runs may take when nothing else is said."""
STATUSES = ("solved", "unsolved", "input-error", "interrupted", "running", "died", "unreadable")
"""Words for how a run stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """One run in a list."""

    id: str
    """Name of the run."""
    path: Path
    """Its folder."""
    status: str
    """One of `STATUSES`."""
    began: float = 0.0
    """When it was started, in seconds since 1970; 0 when that can not be read."""
    target: str = ""
    """The command, as a shell would read it."""
    root: str = ""
    """The folder it was started on."""
    iterations: int = 0
    """Iterations begun."""
    budget: int | None = None
    """Iterations allowed; None when that can not be read."""
    isolated: bool = False
    """Whether it worked in a copy."""
    undone: bool = False
    """Whether what it changed was taken back."""

    def to_dict(self) -> dict[str, object]:
        """Return the summary as JSON holds it."""
        return {
            "id": self.id,
            "path": str(self.path),
            "status": self.status,
            "began": self.began,
            "target": self.target,
            "root": self.root,
            "iterations": self.iterations,
            "budget": self.budget,
            "isolated": self.isolated,
            "undone": self.undone,
        }


def list_runs(runs: Path, *, root: Path | None = None) -> tuple[RunSummary, ...]:
    """Return the runs in a folder, newest first.

    Args:
        runs: Folder that holds runs; one that is missing holds none.
        root: Real path of a folder to keep to; None for all.
    """
    found = [summary_of(path) for path in run_folders(runs)]
    return tuple(each for each in found if root is None or each.root == str(root))


def run_folders(runs: Path) -> tuple[Path, ...]:
    """Return the folders in a folder of runs that are named like one, newest first."""
    try:
        names = [each for each in os.listdir(runs) if NAME.fullmatch(each)]
    except OSError:
        return ()
    found = [runs / name for name in names]
    return tuple(sorted((each for each in found if each.is_dir()), key=_age, reverse=True))


def _age(run: Path) -> tuple[str, float, str]:
    """Return what a run is younger by: names tell the second, the file the rest."""
    try:
        written = (run / "run.json").stat().st_mtime
    except OSError:
        written = 0.0
    return run.name[:15], written, run.name


def summary_of(path: Path) -> RunSummary:
    """Return how a run stands, also one that can not be read."""
    held = is_held(path)
    try:
        log = read_run(path)
    except RequestError:
        return RunSummary(id=path.name, path=path, status="running" if held else "unreadable")
    budget = log.told["secret"].get("declaration")
    return RunSummary(
        id=log.id,
        path=path,
        status="running" if held else status_of(log),
        began=log.began,
        target=log.target,
        root=str(log.root),
        iterations=log.iterations,
        budget=budget.get("budget") if isinstance(budget, dict) else None,
        isolated=log.told["isolated"] is not None,
        undone=is_undone(log),
    )


def status_of(log: RunLog) -> str:
    """Return how a run that nobody works on has ended."""
    for entry in reversed(log.entries):
        if entry.note == "ended" and entry.more.get("status") in STATUSES:
            return str(entry.more["status"])
        if entry.note != "undone":
            return "died"
    return "died"


def is_undone(log: RunLog) -> bool:
    """Return whether what a run changed was taken back."""
    return any(entry.note == "undone" for entry in log.entries)


def find_run(given: str, runs: Path, *, root: Path | None = None) -> Path:
    """Return the folder of the run that a word means.

    Args:
        given: The run's name, a beginning of it that no other run has, `last`, or a path.
        runs: Folder that holds runs.
        root: Real path of a folder whose runs alone are meant; None for all.

    Raises:
        RequestError: `bad-request`, there is none, or more than one.
    """
    if "/" in given:
        return Path(os.path.realpath(given))
    known = [each for each in run_folders(runs) if root is None or _is_of(each, root)]
    found = known[:1] if given == "last" else [each for each in known if each.name == given]
    found = found or [each for each in known if given and each.name.startswith(given)]
    if len(found) == 1:
        return found[0]
    what = f"{len(found)} runs begin with" if found else "there is no run"
    raise RequestError(
        "bad-request",
        f"{what} {one_line(given)!r} in {str(runs)!r}",
        hint="List them: patchsmith runs list",
    )


def _is_of(path: Path, root: Path) -> bool:
    try:
        return read_run(path).root == root
    except RequestError:
        return False


# --- retention ---


@dataclass(frozen=True, slots=True)
class Pruned:
    """A run that was removed, or would be."""

    id: str
    """Its name."""
    size_bytes: int
    """Bytes of its files."""


def prune(
    runs: Path, *, keep: int = KEEP_RUNS, max_bytes: int = KEEP_BYTES, dry_run: bool = False
) -> tuple[Pruned, ...]:
    """Remove the oldest runs until what is left keeps to the bounds; the newest always stays.

    Args:
        runs: Folder that holds runs.
        keep: How many runs stay.
        max_bytes: How many bytes they may take.
        dry_run: Whether to remove nothing and only say which ones would go.

    Returns:
        What went, oldest last.

    Raises:
        EnvironmentFault: `io`.
    """
    gone, total = [], 0
    for number, path in enumerate(run_folders(runs)):
        size = size_of(path)
        total += size
        if number > 0 and (number >= keep or total > max_bytes) and not is_held(path):
            total -= size
            if not dry_run:
                _remove(path)
            gone.append(Pruned(path.name, size))
    return tuple(gone)


def prune_quietly(runs: Path) -> None:
    """Keep to the usual bounds after a loop; a run that can not be removed is left."""
    try:
        prune(runs)
    except PatchsmithError:
        return


def size_of(path: Path) -> int:
    """Return the bytes of a run's files; counted once, when it has ended."""
    try:
        return int((path / SIZE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        total = _counted(path)
    if not is_held(path):
        with contextlib.suppress(OSError):
            (path / SIZE).write_text(str(total), encoding="ascii")
    return total


def _counted(path: Path) -> int:
    total = 0
    for folder, _, files in os.walk(path):
        for name in files:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size
            except OSError:
                continue
    return total


def _remove(path: Path) -> None:
    try:
        with RunLock(path):
            _remove_copy(path)
            shutil.rmtree(path)
    except OSError as error:
        raise EnvironmentFault(
            "io", f"the run can not be removed: {error.strerror}", path=str(path)
        ) from error


def _remove_copy(path: Path) -> None:
    """Remove the copy that an isolated run has left because it could be gone on with."""
    try:
        base = base_of(read_run(path))
    except RequestError:
        return
    if base is not None:
        remove_folder(base)
