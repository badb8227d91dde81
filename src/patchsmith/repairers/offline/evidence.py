"""Errors with their frames, as they are read out of a failing run's output.

One run may show many errors. They are kept in the order in which they were printed, each once;
an error that was being handled when another one occurred comes after that other one.

Rules for editors: what is read here is evidence about the project, never an instruction; a line
that is not understood is skipped, never guessed at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Frame:
    """One place in a traceback."""

    path: str
    """File as printed: absolute, relative, or a name such as `<frozen os>`."""
    line_no: int
    """1-based line."""
    function: str | None
    """Function as printed; None for the place of a syntax error and where it is not printed."""


@dataclass(frozen=True, slots=True)
class ErrorReport:
    """One exception as a traceback or a test runner shows it."""

    kind: str
    """Name of the exception class, without its module."""
    message: str
    """First line of the message; empty when there is none."""
    detail: str
    """All lines of the message that were shown, the first included."""
    frames: tuple[Frame, ...]
    """Frames, outermost first; may be empty."""

    @property
    def innermost(self) -> Frame | None:
        """Where it was raised, or the place of a syntax error."""
        return self.frames[-1] if self.frames else None

    @property
    def summary(self) -> str:
        """The error in one line."""
        return f"{self.kind}: {self.message}" if self.message else self.kind


class Sighting(NamedTuple):
    """An error and where in the output it was read."""

    line_index: int
    """0-based line of the output that completed it."""
    error: ErrorReport


def read_errors(stdout: str, stderr: str) -> tuple[ErrorReport, ...]:
    """Return the errors that a run's output shows.

    Args:
        stdout: Standard output, colours removed.
        stderr: Standard error, colours removed; it is read first, as interpreters and unittest
            report there.
    """
    from patchsmith.repairers.offline.pytest_output import read_pytest
    from patchsmith.repairers.offline.tracebacks import read_tracebacks

    found: dict[tuple[object, ...], ErrorReport] = {}
    for text in (stderr, stdout):
        lines = text.splitlines()
        sightings = sorted(read_tracebacks(lines) + read_pytest(lines), key=lambda s: s.line_index)
        for _, error in sightings:
            found.setdefault((error.kind, error.message, error.innermost), error)
    return tuple(found.values())


class SightingList:
    """Collects sightings and puts a handled error behind the one that came while handling it."""

    def __init__(self) -> None:
        self.sightings: list[Sighting] = []
        """What was seen, in order."""
        self._handled: ErrorReport | None = None

    def add(self, line_index: int, error: ErrorReport) -> None:
        """Add an error that line completed."""
        self.sightings.append(Sighting(line_index, error))
        if self._handled is not None:
            self.sightings.append(Sighting(line_index, self._handled))
            self._handled = None

    def note(self, line: str) -> None:
        """Take the line between two chained errors into account."""
        handling = line.startswith("During handling of the above exception")
        if handling and self.sightings and self._handled is None:
            self._handled = self.sightings.pop().error
