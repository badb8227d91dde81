"""Two expressions without a comma between them.

`SyntaxError: invalid syntax. Perhaps you forgot a comma?`. The comma is tried at every gap of the
range the parser names, and at the ends of its lines; only one place may parse. Text that needs
two commas is usually a string that ends early, and is left alone; so is text where a colon would
do as well, as in `{'a' 1}`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import (
    Fix,
    LineEdit,
    NoFix,
    broken_at,
    only_parsing,
    sole_edit,
)
from patchsmith.repairers.offline.line_text import code_end, with_inserted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Broken
    from patchsmith.repairers.offline.project import Project

_GAP = re.compile(r"(?<=\S)[ \t]+(?=\S)")
_MAX_LINES = 20


class MissingComma:
    """Puts in the comma the parser asks for."""

    name = "missing-comma"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the parser suggests a comma."""
        return error.kind == "SyntaxError" and "Perhaps you forgot a comma?" in error.message

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line with the comma."""
        broken = broken_at(error, project)
        if isinstance(broken, NoFix):
            return broken
        source = broken.source
        edit = sole_edit(source, _edits(broken), "one comma")
        if isinstance(edit, NoFix):
            return edit
        if only_parsing(source, _edits(broken, ":")):
            return NoFix("a colon would do as well as a comma")
        return Fix(
            source,
            source.with_line(*edit),
            f"{source.path}:{edit.line_no}: {error.summary} The comma is there now.",
        )


def _edits(broken: Broken, mark: str = ",") -> Iterator[LineEdit]:
    last = broken.error.end_lineno or broken.line_no
    for line_no in range(broken.line_no, min(last, broken.line_no + _MAX_LINES) + 1):
        line = broken.source.line(line_no)
        end = code_end(line)
        for gap in _GAP.finditer(line[:end]):
            yield LineEdit(line_no, with_inserted(line, gap.start(), mark))
        if line_no < last and end:
            yield LineEdit(line_no, with_inserted(line, end, mark))
