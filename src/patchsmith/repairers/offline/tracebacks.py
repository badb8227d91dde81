"""Tracebacks as Python itself prints them: bare, in unittest's report, pytest's native style.

    Traceback (most recent call last):
      File "/abs/shop/cart.py", line 12, in total
        return sum(prces)
                   ^^^^^
    NameError: name 'prces' is not defined. Did you mean: 'prices'?

A syntax error's own `File` line has no function and may stand without the header.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.evidence import ErrorReport, Frame, SightingList

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import Sighting

_HEADER = "Traceback (most recent call last):"
_FRAME = re.compile(r'^( *)File "(.+?)", line (\d+)(?:, in (.+))?$')
_ERROR = re.compile(r"^([A-Za-z_][\w.]*?)(?:: (.*))?$")
_END_OF_DETAIL = re.compile(r"^\s*$|^[=\-_]{8,}|^Traceback \(|^Ran \d+ test")
_MAX_DETAIL_LINES = 40


def error_line(line: str) -> tuple[str, str] | None:
    """Return kind and message when line has the form `pkg.Kind: message` or `Kind`."""
    found = _ERROR.match(line)
    if found is None:
        return None
    return found[1].rpartition(".")[2], found[2] or ""


def read_tracebacks(lines: list[str]) -> list[Sighting]:
    """Return the errors of all tracebacks.

    Args:
        lines: Output without line endings.
    """
    seen = SightingList()
    frames: list[Frame] = []
    base = 0
    for index, line in enumerate(lines):
        frame = _FRAME.match(line)
        if frame is not None:
            if not frames:
                base = max(0, len(frame[1]) - 2)
            frames.append(Frame(frame[2], int(frame[3]), frame[4]))
            continue
        if line.strip() == _HEADER:
            frames = []
        elif frames and _indent(line) <= base and line.strip():
            _finish(seen, lines, index, base, frames)
            frames = []
        seen.note(line)
    return seen.sightings


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _finish(
    seen: SightingList, lines: list[str], index: int, base: int, frames: list[Frame]
) -> None:
    named = error_line(lines[index][base:])
    if named is None:
        return
    kind, message = named
    detail = [message]
    for line in lines[index + 1 : index + _MAX_DETAIL_LINES]:
        if _END_OF_DETAIL.match(line):
            break
        detail.append(line[base:])
    seen.add(index, ErrorReport(kind, message, "\n".join(detail), tuple(frames)))
