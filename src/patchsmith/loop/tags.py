"""Where symbols are defined, by an index of ctags that the repository happens to have.

Decides from the index alone, by bisection, so that its size does not matter. An index that is not
sorted, or whose entries have no line number, says nothing; a stale one is found out by whoever
looks at the line.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, BinaryIO

from patchsmith.loop.search import Hit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_NAMES = ("tags", ".tags")
_MAX_ENTRIES = 20
_SORTED = b"!_TAG_FILE_SORTED\t1"
_LINE = re.compile(rb";\"\t(?:.*\t)?line:(\d+)")
_NUMBER = re.compile(rb"^(\d+)(?:;\"|$)")


def find_tags(root: Path, names: Iterable[str]) -> list[Hit]:
    """Return where names are defined; empty without an index.

    Args:
        root: Folder that may hold an index.
        names: Symbols without dots.
    """
    for index in _NAMES:
        if not (root / index).is_file():
            continue
        try:
            with (root / index).open("rb") as file:
                if any(line.startswith(_SORTED) for line in _head(file)):
                    return [hit for name in names for hit in _entries(file, name.encode())]
        except OSError:
            continue
    return []


def _head(file: BinaryIO) -> Iterator[bytes]:
    for _ in range(40):
        line = file.readline(1 << 16)
        if not line.startswith(b"!"):
            return
        yield line


def _entries(file: BinaryIO, name: bytes) -> Iterator[Hit]:
    _seek(file, name)
    for _ in range(_MAX_ENTRIES):
        found, _, rest = file.readline(1 << 16).rstrip(b"\r\n").partition(b"\t")
        if found != name:
            return
        path, _, address = rest.partition(b"\t")
        line = _LINE.search(address) or _NUMBER.match(address)
        if line is not None:
            yield Hit(os.path.normpath(os.fsdecode(path)), int(line.group(1)), "")


def _seek(file: BinaryIO, name: bytes) -> None:
    """Go to the first line whose name is not before the one wanted."""
    low, high = 0, file.seek(0, os.SEEK_END)
    while low < high:
        middle = (low + high) // 2
        _to_line(file, middle)
        line = file.readline(1 << 16)
        if line and line.partition(b"\t")[0] < name:
            low = middle + 1
        else:
            high = middle
    _to_line(file, low)


def _to_line(file: BinaryIO, offset: int) -> None:
    """Go to the first line that begins at the offset or behind it."""
    file.seek(max(0, offset - 1))
    if offset:
        file.readline()
