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
OURS = "ours"


def tables(*, quick: bool) -> list[Table]:
    """Return the table: our time, and how many times longer than ours each peer takes."""
    ours_s: dict[str, float] = {}
    ratios: dict[str, dict[str, float]] = {name: {} for name in peers.python_peers()}
    for python in peers.interpreters():
        command = [str(python), __file__, "1" if quick else "0"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=_environment())
        for key, times in json.loads(done.stdout).items():
            ours_s[key] = min(times[OURS], ours_s.get(key, times[OURS]))
            for name in times.keys() - {OURS}:
                ratios[name][key] = times[name] / times[OURS]
    here = [name for name, cells in ratios.items() if cells]
    missing = [name for name, cells in ratios.items() if not cells]
    rows = [
        (
            f"{size:,} lines, {hunks} hunk{'s' if hunks > 1 else ''}",
            f"{ours_s[_key(size, hunks)] * 1e6:,.0f}",
            *(f"{ratios[name][_key(size, hunks)]:.2f}" for name in here),
        )
        for size in SIZES
        for hunks in HUNKS
    ]
    notes = ["times of the peer divided by ours in the same process; above 1 ours is faster"]
    notes += [f"missing: {', '.join(missing)}"] if missing else []
    head = ("in memory", "ours, µs", *(f"{name} / ours" for name in here))
    return [Table("In process, distinct lines of 40 bytes", head, rows, tuple(notes))]


def measure(*, quick: bool) -> dict[str, dict[str, float]]:
    """Return case -> ours, and each peer that this interpreter has -> best time in seconds."""
    found: dict[str, dict[str, float]] = {}
    prepared = {name: apply for name, apply in peers.python_peers().items() if apply is not None}
    for size in SIZES:
        for hunks in HUNKS:
            case = spread(size, hunks)
            calls = {OURS: _ours(case), **{name: make(case) for name, make in prepared.items()}}
            rounds = max((20_000 if quick else 200_000) // size, 15)
            timings = alternate(list(calls.values()), rounds)
            found[_key(size, hunks)] = {
                name: timing.best_s for name, timing in zip(calls, timings, strict=True)
            }
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
