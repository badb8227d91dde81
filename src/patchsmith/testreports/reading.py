"""How a runner's output is read: line by line, by one reader for each family of runners.

A reader is shown every line that holds one of its keys and says at the end what it has learnt, or
None when its runner did not speak. It must never take another program's line for its runner's: a
loop ends, or does not, by what is read here.

Rules for editors: a reader keeps counts and ids, never the output; its patterns match whole
lines and stay linear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from patchsmith.testreports.model import Report

MAX_LINE_CHARS = 2000
"""Characters of a line that are looked at."""


class Reader(Protocol):
    """Reads one output for one family of runners."""

    @property
    def keys(self) -> tuple[str, ...]:
        """A line without any of these says nothing to it, and need not be shown."""

    def take(self, line: str) -> None:
        """Take in one line, without its ending."""

    def report(self) -> Report | None:
        """Return what the runner reported so far; None when it was not recognised."""


def read_with(make: Callable[[], Reader], lines: Iterable[str]) -> Report | None:
    """Return what one reader makes of an output.

    Args:
        make: Makes the reader.
        lines: The output, without line endings.
    """
    reader = make()
    for line in lines:
        if any(key in line for key in reader.keys):
            reader.take(line[:MAX_LINE_CHARS].rstrip())
    return reader.report()
