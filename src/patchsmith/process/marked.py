"""Ends processes by a mark in their environment, where whoever started them is gone.

Decides by the mark alone, and what descends from a process that has it; on Linux, by /proc.
Elsewhere nothing is found. It must never signal a process without the mark above it.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from time import monotonic, sleep

_WAIT_S = 5.0
_STEP_S = 0.02


def end_marked(name: str, value: str) -> int:
    """Kill every process whose environment holds the variable, and its descendants.

    Args:
        name: Name of the variable.
        value: Its whole value.

    Returns:
        How many processes were killed.
    """
    ended: set[int] = set()
    until = monotonic() + _WAIT_S
    while (found := _found(name, value)) and monotonic() < until:
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        ended |= found
        sleep(_STEP_S)
    return len(ended)


def wait_for_marked(name: str, value: str, *, at_most_s: float) -> bool:
    """Wait until no process has the variable; return whether that has come."""
    until = monotonic() + at_most_s
    while _found(name, value):
        if monotonic() >= until:
            return False
        sleep(_STEP_S)
    return True


def _found(name: str, value: str) -> set[int]:
    """Return the processes that run, have the mark or descend from one that has it; never us."""
    mark = os.fsencode(f"{name}={value}")
    parents = _parents()
    found = {pid for pid in parents if mark in _read(f"/proc/{pid}/environ").split(b"\0")}
    grown = True
    while grown:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        found |= more
        grown = bool(more)
    return found - {os.getpid()}


def _parents() -> dict[int, int]:
    """Return the parent of each process that has not ended; nothing where /proc is missing."""
    try:
        names = [name for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return {}
    found = {}
    for name in names:
        fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
        if len(fields) > 1 and fields[0] not in (b"Z", b"X"):
            found[int(name)] = int(fields[1])
    return found


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - a path of /proc
            return file.read(1 << 20) or b""
    except OSError:
        return b""
