"""The lines that a failure implicates, looked up in the tree as it is now.

Decides what of the clues in an output exists in the tree: places by their path; symbols and tests
in the files of those places, then in what these import, then by an index of ctags. The whole tree
is searched only for what an output without a place in the tree points at, since that is what takes
time. Bounded: a search that is not done in time is cut. Reads, and edits nothing.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.loop.search import Hit, find_lines
from patchsmith.loop.tags import find_tags
from patchsmith.text.withheld import is_withheld

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from patchsmith.replx.clues import Clues, Place
    from patchsmith.replx.imports import FileNames

SEARCH_S = 0.15
"""Seconds that a search of the whole tree may take."""
NAMED = "the output names it"
"""Why a file is implicated that the output names without a line."""
MAX_COLUMNS = 400
_MAX_FILES = 12
_MAX_IMPORTED = 40
_MAX_SPOTS = 4
_MAX_FILE_BYTES = 1 << 20
_FOREIGN = frozenset(
    ".git .hg .venv venv node_modules site-packages dist-packages __pycache__ .tox .nox".split()  # noqa: SIM905
)
_DEFINES = (
    r"\b(?:def|class|func|function|fn|interface|struct|enum|trait|type|module|mod|const|let|var"
    r"|val|sub)\b[^=({]*\b%s\b|^\s*%s\s*(?:=[^=]|\(.*\)\s*\{)"
    r"|\b%s\s*[:=]\s*(?:async\s*)?(?:function|\()"
)


class Spot(NamedTuple):
    """A line of the tree that the failure implicates."""

    path: str
    """Relative to the root."""
    line_no: int
    """1-based."""
    why: str
    """What implicates it."""


def find_spots(clues: Clues, root: Path, names: FileNames) -> tuple[Spot, ...]:
    """Return the lines that clues implicate, the ones nearest to the failure first.

    Args:
        clues: What the output points at.
        root: Real path of the root.
        names: The files of the tree.
    """
    found = _of_places(clues.places, root)
    wanted = _Wanted(clues)
    files = list(dict.fromkeys(spot.path for spot in found))[:_MAX_FILES]
    for path in files:
        wanted.look(_hits_in(path, root))
    if wanted.missing:
        for path in _imported(files, root, names):
            wanted.look(_hits_in(path, root))
    if wanted.missing:
        tagged = (_as_it_is(hit, root) for hit in find_tags(root, wanted.missing))
        wanted.look(hit for hit in tagged if hit is not None)
    messages: list[Spot] = []
    if not found:
        hits = find_lines(root, [*wanted.missing, *clues.messages], timeout_s=SEARCH_S)
        wanted.look(hits)
        messages = _of_messages(clues.messages, hits)
    spots = dict.fromkeys((*found, *wanted.spots(), *messages))
    return tuple(spot for spot in spots if not _is_left_out(spot.path))


class _Wanted:
    """Symbols and tests, and the lines that were found to define them."""

    def __init__(self, clues: Clues) -> None:
        self._found: dict[str, list[Spot]] = {name: [] for name in (*clues.symbols, *clues.tests)}
        self._tests = frozenset(clues.tests)
        self._patterns = {
            name: re.compile(_DEFINES.replace("%s", re.escape(name))) for name in self._found
        }

    @property
    def missing(self) -> list[str]:
        return [name for name, spots in self._found.items() if not spots]

    def look(self, hits: Iterable[Hit]) -> None:
        """Take the lines that define what is missing so far."""
        missing = self.missing
        for hit in hits:
            for name in missing:
                defines = name in hit.text and self._patterns[name].search(hit.text[:MAX_COLUMNS])
                if defines and len(self._found[name]) < _MAX_SPOTS:
                    self._found[name].append(Spot(hit.path, hit.line_no, self._why(name)))

    def spots(self) -> list[Spot]:
        return [spot for spots in self._found.values() for spot in spots]

    def _why(self, name: str) -> str:
        return f"the test {name}" if name in self._tests else f"a definition of {name}"


def _of_places(places: Iterable[Place], root: Path) -> list[Spot]:
    named: list[Spot] = []
    exact: list[Spot] = []
    for place in places:
        path = _inside(place.path, root)
        if path is None:
            continue
        if place.line_no is None:
            named.append(Spot(path, 1, NAMED))
        else:
            exact.append(Spot(path, place.line_no, "the output points at it"))
    # the last frame of a traceback is the nearest to the failure
    return [*reversed(exact), *named]


def _of_messages(messages: Iterable[str], hits: Iterable[Hit]) -> list[Spot]:
    return [
        Spot(hit.path, hit.line_no, f"the text {message!r}")
        for message in messages
        for hit in [each for each in hits if message in each.text][:_MAX_SPOTS]
    ]


def _imported(files: Iterable[str], root: Path, names: FileNames) -> list[str]:
    found: dict[str, None] = {}
    for path in files:
        text = "\n".join(lines_of(root / path))
        found.update(dict.fromkeys(sorted(names.reached_from(path, text) - {path})))
    return list(found)[:_MAX_IMPORTED]


def _hits_in(path: str, root: Path) -> list[Hit]:
    return [Hit(path, number, text) for number, text in enumerate(lines_of(root / path), 1)]


def _as_it_is(hit: Hit, root: Path) -> Hit | None:
    """Return a tag with the line that is there now; None where there is none."""
    path = _inside(hit.path, root)
    lines = [] if path is None else lines_of(root / path)
    if path is None or not 1 <= hit.line_no <= len(lines):
        return None
    return Hit(path, hit.line_no, lines[hit.line_no - 1])


def _inside(path: str, root: Path) -> str | None:
    """Return a file's real path below the root; None where there is none."""
    try:
        full = os.path.realpath(root / path)
        is_inside = full.startswith(f"{root}{os.sep}") and os.path.isfile(full)
    except (OSError, ValueError):
        return None
    return os.path.relpath(full, root) if is_inside else None


def _is_left_out(path: str) -> bool:
    return bool(_FOREIGN.intersection(path.split("/"))) or is_withheld(path)


def lines_of(path: Path) -> list[str]:
    """Return the lines of a file, as far as it is read; none where it can not be."""
    try:
        with path.open("rb") as file:
            return file.read(_MAX_FILE_BYTES).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
