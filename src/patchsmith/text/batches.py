"""Lines taken several at a time, so that a search costs one call for all of them.

Most lines of a long output say nothing to whoever looks for a few words in it. Asking each line
costs more than the line; asking a thousand at once costs a search through their text.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINES = 1024
_CHARS = 1 << 16
"""Longer lines come in smaller batches: of these many characters, or of one line."""


def batches(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines in their order, in lists of bounded length; none is empty.

    Args:
        lines: Lines, with or without their endings.
    """
    rest = iter(lines)
    size = _LINES
    while batch := list(islice(rest, size)):
        yield batch
        average = sum(map(len, batch)) // len(batch) + 1
        size = max(1, min(_LINES, _CHARS // average))
