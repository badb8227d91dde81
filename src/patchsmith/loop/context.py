"""The few lines around what a failure implicates, as a repairer gets them.

Decides how much: some lines of some files, bounded in characters, the nearest to the failure
first. Secrets are masked, and files that hold them were left out before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from patchsmith.loop.spots import MAX_COLUMNS, NAMED, find_spots, lines_of
from patchsmith.repairers.base import Excerpt
from patchsmith.replx.clues import clues_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from patchsmith.loop.spots import Spot
    from patchsmith.replx.imports import FileNames

MAX_FILES = 12
"""Files that are quoted."""
MAX_CHARS = 12_000
"""Characters of all excerpts together."""
_AROUND = 3
_MAX_SPOTS = 4


class Implicated(NamedTuple):
    """What a failure's output implicates in the tree."""

    excerpts: tuple[Excerpt, ...]
    """What a repairer gets of it."""
    files: frozenset[str]
    """All files of it, relative to the root."""


def implicated_by(
    lines: Iterable[str], root: Path, names: FileNames, mask: Callable[[str], str]
) -> Implicated:
    """Return what an output implicates.

    Args:
        lines: The output, or its head and tail, without line endings.
        root: Real path of the root.
        names: The files of the tree.
        mask: Hides secrets in a text.
    """
    spots = find_spots(clues_in(lines), root, names)
    return Implicated(excerpts_of(spots, root, mask), frozenset(spot.path for spot in spots))


def excerpts_of(
    spots: Sequence[Spot], root: Path, mask: Callable[[str], str]
) -> tuple[Excerpt, ...]:
    """Return the lines around the spots, a few of each file.

    Args:
        spots: In the order of weight.
        root: Real path of the root.
        mask: Hides secrets in a text.
    """
    by_file: dict[str, list[Spot]] = {}
    for spot in spots:
        by_file.setdefault(spot.path, []).append(spot)
    found: list[Excerpt] = []
    left = MAX_CHARS
    for path in list(by_file)[:MAX_FILES]:
        for excerpt in _of_file(by_file[path], lines_of(root / path), mask):
            left -= len(excerpt.text)
            if left < 0:
                return tuple(found)
            found.append(excerpt)
    return tuple(found)


def _of_file(
    spots: Sequence[Spot], lines: Sequence[str], mask: Callable[[str], str]
) -> Iterator[Excerpt]:
    # a file's first lines are shown only where nothing better is known of it
    better = [spot for spot in spots if spot.why != NAMED]
    shown: set[int] = set()
    for spot in (better or spots)[:_MAX_SPOTS]:
        number = min(spot.line_no, len(lines))
        if number < 1 or number in shown:
            continue
        first = max(1, number - _AROUND)
        last = min(number + _AROUND, len(lines))
        shown.update(range(first, last + 1))
        text = "\n".join(line[:MAX_COLUMNS] for line in lines[first - 1 : last])
        yield Excerpt(spot.path, first, mask(text), spot.why)
