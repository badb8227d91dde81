"""Errors as pytest prints them, in its long, short, mixed and one-line styles.

    tests/test_cart.py:4:                                  frame, long style
    shop/cart.py:12: in total                              frame, short style
    E   NameError: name 'prces' is not defined             the error, one or more `E` lines
    shop/cart.py:12: NameError                             its place, long style, last

A syntax error is shown with its `File "...", line n` inside the `E` lines.
"""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.evidence import ErrorReport, Frame, SightingList
from patchsmith.repairers.offline.tracebacks import error_line

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import Sighting

_E_LINE = re.compile(r"^E(?:   (.*))?$")
_PLACE = re.compile(r"^(<[^>]+>|[^\s:][^:]*):(\d+):(?: in (.+)| ([A-Za-z_][\w.]*)(?::.*)?| ?)$")
_SECTION = re.compile(r"^[-_=]{3,} .+ [-_=]{3,}$")
_CHAINED = ("During handling of the above", "The above exception was the direct cause")
_FILE = re.compile(r'^\s+File "(.+?)", line (\d+)')


def read_pytest(lines: list[str]) -> list[Sighting]:
    """Return the errors of a pytest report.

    Args:
        lines: Output without line endings.
    """
    reader = _Reader()
    for index, line in enumerate(lines):
        reader.take(index, line)
    reader.flush(len(lines))
    return reader.seen.sightings


class _Reader:
    def __init__(self) -> None:
        self.seen = SightingList()
        self._frames: list[Frame] = []
        self._e_lines: list[str] = []

    def take(self, index: int, line: str) -> None:
        e_line = _E_LINE.match(line)
        if e_line is not None:
            self._e_lines.append(e_line[1] or "")
            return
        place = _PLACE.match(line)
        if place is not None:
            self._take_place(index, place)
        elif _SECTION.match(line) or line.startswith(_CHAINED):
            self.flush(index)
            self._frames = []
            self.seen.note(line)

    def _take_place(self, index: int, place: re.Match[str]) -> None:
        final = place[4] is not None
        if not final:
            self.flush(index)  # short style: the `E` lines before it ended another traceback
        self._frames.append(Frame(place[1], int(place[2]), place[3]))
        if final:
            self.flush(index)
            self._frames = []

    def flush(self, index: int) -> None:
        """Turn the pending `E` lines and frames into an error."""
        if not self._e_lines:
            return
        error = _error(textwrap.dedent("\n".join(self._e_lines)).split("\n"), self._frames)
        self._frames = []
        self._e_lines = []
        if error is not None:
            self.seen.add(index, error)


def _error(lines: list[str], frames: list[Frame]) -> ErrorReport | None:
    for number, line in enumerate(lines):
        place = _FILE.match(line)
        if place is not None:
            frames = [*frames, Frame(place[1], int(place[2]), None)]
            continue
        if line.startswith("assert "):
            named: tuple[str, str] | None = ("AssertionError", line)
        else:
            named = error_line(line)
        if named is not None:
            kind, message = named
            detail = "\n".join([message, *lines[number + 1 :]])
            return ErrorReport(kind, message, detail, tuple(frames))
    return None
