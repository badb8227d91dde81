"""Files and patches made to be slow: never quadratic, in the hunks nor in the lines.

Each is doubled and doubled again; the slope of time against size on a log-log scale is about 1
where time grows in proportion, 2 where it is quadratic.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from inputs import SPREAD, Case, MemoryTree, identical_lines, missing_context
from programs import OURS_NO_FSYNC, codex_program, desk
from tables import Table

from patchsmith.errors import PatchsmithError
from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import plan

_SINGLE: dict[str, tuple[Callable[[int, int], Case], int]] = {
    "500 of 50,000 identical lines, one differs": (identical_lines, 50_000),
    "context that 100,000 lines do not hold": (missing_context, 100_000),
}


def tables(*, quick: bool) -> list[Table]:
    """Return growth of ours, and whole processes against Codex."""
    return [_growth(quick=quick), _against_codex(quick=quick)]


def slope(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Return the slope of the line through points on a log-log scale, by least squares."""
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    above = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    return above / sum((x - x_mean) ** 2 for x in xs)


def _growth(*, quick: bool) -> Table:
    most = 40_000 if quick else 160_000
    sizes = [most // 4, most // 2, most]
    rounds = 2
    rows: list[tuple[str, ...]] = []
    for name, make in SPREAD.items():
        both = [_best(make(size, size // 40), rounds) for size in sizes]
        hunks = [_best(make(most, size // 40), rounds) for size in sizes]
        lines = [_best(make(size, sizes[0] // 40), rounds) for size in sizes]
        slopes = [slope(sizes, times) for times in (hunks, lines, both)]
        rows.append((name, f"{both[-1] * 1e3:,.0f}", *(f"{value:.2f}" for value in slopes)))
    head = (
        f"in memory, {most:,} lines, {most // 40:,} hunks",
        "ours, ms",
        "slope: hunks",
        "slope: lines",
        "slope: both",
    )
    note = (
        f"slopes of processor time from {sizes[0]:,} to {most:,} lines (and {sizes[0] // 40:,} "
        f"to {most // 40:,} hunks); 1 is in proportion, 2 is quadratic"
    )
    return Table("Growth on adversarial input", head, rows, (note,))


def _best(case: Case, rounds: int) -> float:
    """Return the least processor time of planning a case, in seconds."""
    times: list[float] = []
    for _ in range(rounds):
        start = time.process_time()
        try:
            plan(parse(case.patch), MemoryTree(case.body))
        except PatchsmithError:
            pass
        times.append(time.process_time() - start)
    return min(times)


def _against_codex(*, quick: bool) -> Table:
    codex = codex_program()
    size = 10_000 if quick else 40_000
    cases = {name: make(lines, 1) for name, (make, lines) in _SINGLE.items()}
    cases |= {name: make(size, size // 40) for name, make in SPREAD.items()}
    rows: list[tuple[str, ...]] = []
    for name, case in cases.items():
        with desk(case) as here:
            ours, status = _timed(here.lay, lambda: here.run(OURS_NO_FSYNC))
            if codex is None:
                rows.append((name, f"{ours * 1e3:,.0f}", "-", "-", str(status), "-"))
                continue
            theirs, other = _timed(here.lay, lambda: here.run(codex))
            ratio = f"{ours / theirs:.2f}"
            times = f"{ours * 1e3:,.0f}", f"{theirs * 1e3:,.0f}"
            rows.append((name, *times, ratio, str(status), str(other)))
    head = (
        f"whole process, {size:,} lines, {size // 40:,} hunks",
        "ours, ms",
        "Codex, ms",
        "ours / Codex",
        "our status",
        "Codex's",
    )
    notes = [
        "best of 3; Codex takes the first place that fits, ours proves that it is the only one"
    ]
    notes += ["missing: Codex"] if codex is None else []
    return Table("Adversarial input, whole process", head, rows, tuple(notes))


def _timed(lay: Callable[[], object], run: Callable[[], int]) -> tuple[float, int]:
    """Return the best time of a run in seconds, and its exit status."""
    best, status = math.inf, -1
    for _ in range(3):
        lay()
        start = time.perf_counter()
        status = run()
        best = min(best, time.perf_counter() - start)
        if best > 5:
            break
    return best, status
