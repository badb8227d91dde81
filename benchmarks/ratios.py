"""Timing two commands against each other, fairly, in one run.

Runs alternate, so that what else the machine does touches both alike. The ratio of the best times
is what the design's goals speak of; the median is shown beside it.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple


class Timing(NamedTuple):
    """How long one side took."""

    best_s: float
    """The shortest run, in seconds."""
    median_s: float
    """The median run, in seconds."""


def timed(call: Callable[[], object]) -> float:
    """Return how long one call takes, in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def command(words: Sequence[str], cwd: Path) -> Callable[[], object]:
    """Return a call that runs a command to its end, output thrown away."""
    return lambda: subprocess.run(
        words,
        cwd=cwd,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def alternate(
    calls: Sequence[Callable[[], object]],
    rounds: int,
    *,
    before: Callable[[], object] = lambda: None,
) -> list[Timing]:
    """Time several calls, one after another in each round.

    Args:
        calls: What to time.
        rounds: How often each is called.
        before: Called before each of them, not timed.
    """
    times: list[list[float]] = [[] for _ in calls]
    for call in calls:
        before()
        call()  # warm: caches, compiled files
    for _ in range(rounds):
        for call, seen in zip(calls, times, strict=True):
            before()
            seen.append(timed(call))
    return [Timing(min(seen), statistics.median(seen)) for seen in times]
