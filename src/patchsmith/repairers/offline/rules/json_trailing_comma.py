"""A comma before the closing bracket of a JSON file.

`json.decoder.JSONDecodeError: ... line 3 column 1 (char 20)`, where exactly one production JSON
file whose name the traceback's own files mention fails to load at just that place, and loads once
the comma before it is gone.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.changes.paths import RelPath
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project
    from patchsmith.repairers.offline.source import SourceText

_DECODE = re.compile(r": line (\d+) column (\d+) \(char \d+\)$")
_TRAILING = re.compile(r",\s*(?=[\]}])")


class JsonTrailingComma:
    """Takes the comma out."""

    name = "json-trailing-comma"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a JSON text could not be decoded at a named place."""
        return error.kind == "JSONDecodeError" and _DECODE.search(error.message) is not None

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the JSON file without the comma."""
        found = _DECODE.search(error.message)
        assert found is not None
        line_no, column = int(found[1]), int(found[2]) - 1
        broken = [
            (source, comma)
            for path in project.files(".json")
            if not project.is_test(path) and (source := project.source(path)) is not None
            for comma in _mended_by_removing(source, line_no, column)
        ]
        if len(broken) != 1:
            names = " and ".join(source.path for source, _ in broken)
            return NoFix(
                f"{names} fail there alike"
                if broken
                else "no JSON file of the project fails at a trailing comma there"
            )
        source, comma = broken[0]
        if not _is_named(source.path, error, project):
            return NoFix(f"nothing in the traceback names {source.path}")
        where = f"{source.path}:{source.text.count(chr(10), 0, comma) + 1}"
        return Fix(
            source,
            source.text[:comma] + source.text[comma + 1 :],
            f"{where}: JSON allows no comma before a closing bracket; it is gone.",
        )


def _mended_by_removing(source: SourceText, line_no: int, column: int) -> Iterator[int]:
    """Yield the comma, between which and its closing bracket loading stopped, if it is to blame.

    Python up to 3.12 stops at the bracket, later ones at the comma.
    """
    if column < 0 or line_no > len(source.lines) or _loads(source.text):
        return
    stopped = sum(len(line) for line in source.lines[: line_no - 1]) + column
    for found in _TRAILING.finditer(source.text):
        comma, bracket = found.start(), found.end()
        without = source.text[:comma] + source.text[comma + 1 :]
        if comma <= stopped <= bracket and _loads(without):
            yield comma


def _loads(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_named(path: RelPath, error: ErrorReport, project: Project) -> bool:
    if path.name in error.detail:
        return True
    for frame in error.frames:
        ours = project.locate(frame.path)
        source = project.source(ours) if ours is not None else None
        if source is not None and path.name in source.text:
            return True
    return False
