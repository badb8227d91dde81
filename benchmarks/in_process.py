"""One patch in memory, parsed and applied: ours against every Python peer.

Each interpreter that has peers times ours beside them, so that a ratio never compares two
interpreters or two moments.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import peers
from inputs import Case, MemoryTree, spread
from ratios import alternate
from tables import Table

from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import plan

SIZES = (200, 1000, 10_000)
HUNKS = (1, 5, 20)


def tables(*, quick: bool) -> list[Table]:
    """Return the table: how many times longer than ours each peer takes."""
    times: dict[str, dict[str, list[float]]] = {}
    for python in peers.interpreters():
        command = [str(python), __file__, "1" if quick else "0"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=_environment())
        for peer, cells in json.loads(done.stdout).items():
            times.setdefault(peer, {}).update(cells)
    here = [peer for peer, cells in times.items() if cells]
    missing = [peer for peer, cells in times.items() if not cells]
    rows = [
        (
            f"{size:,} lines, {hunks} hunk{'s' if hunks > 1 else ''}",
            f"{min(times[peer][_key(size, hunks)][0] for peer in here) * 1e6:,.0f}"
            if here
            else "-",
            *(f"{times[peer][_key(size, hunks)][1]:.2f}" for peer in here),
        )
        for size in SIZES
        for hunks in HUNKS
    ]
    notes = ["times of the peer divided by ours in the same process; above 1 ours is faster"]
    notes += [f"missing: {', '.join(missing)}"] if missing else []
    head = ("in memory", "ours, µs", *(f"{peer} / ours" for peer in here))
    return [Table("In process, distinct lines of 40 bytes", head, rows, tuple(notes))]


def _row(
    times: dict[str, dict[str, list[float]]], here: list[str], size: int, hunks: int
) -> tuple[str, ...]:
    cells = [times[peer][_key(size, hunks)] for peer in here]
    name = f"{size:,} lines, {hunks} hunk{'s' if hunks > 1 else ''}"
    ours_s = min((ours for ours, _ in cells), default=0.0)
    return (name, f"{ours_s * 1e6:,.0f}", *(f"{ratio:.2f}" for _, ratio in cells))


def measure(*, quick: bool) -> dict[str, dict[str, tuple[float, float]]]:
    """Return peer -> case -> our best time in seconds, and the peer's divided by ours."""
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for name, prepare in peers.python_peers().items():
        cells = found[name] = {}
        if prepare is None:
            continue
        for size in SIZES:
            for hunks in HUNKS:
                case = spread(size, hunks)
                rounds = max((20_000 if quick else 200_000) // size, 15)
                ours, theirs = alternate([_ours(case), prepare(case)], rounds)
                cells[_key(size, hunks)] = ours.best_s, theirs.best_s / ours.best_s
    return found


def _ours(case: Case) -> Callable[[], object]:
    return lambda: plan(parse(case.patch), MemoryTree(case.body))


def _key(size: int, hunks: int) -> str:
    return f"{size}/{hunks}"


def _environment() -> dict[str, str]:
    source = str(Path(__file__).parent.parent / "src")
    return {**os.environ, "PYTHONPATH": source}


if __name__ == "__main__":
    json.dump(measure(quick=sys.argv[1:] == ["1"]), sys.stdout)
