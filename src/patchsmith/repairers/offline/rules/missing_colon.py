"""A compound statement without its colon, or `else if` where Python says `elif`.

`SyntaxError: expected ':'`. The colon goes to the end of the line's code or to where the parser
missed it, whichever parses; both parsing in different ways is no fix.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, LineEdit, NoFix, broken_at, sole_edit
from patchsmith.repairers.offline.line_text import code_end, with_inserted

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project

_ELSE_IF = re.compile(r"^(\s*)else\s+if\b")


class MissingColon:
    """Puts in the colon the parser expected."""

    name = "missing-colon"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the parser expected a colon."""
        return error.kind == "SyntaxError" and error.message.startswith("expected ':'")

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line with its colon, or with `elif`."""
        broken = broken_at(error, project)
        if isinstance(broken, NoFix):
            return broken
        source, line_no = broken.source, broken.line_no
        line = source.line(line_no)
        if _ELSE_IF.match(line):
            edits = [LineEdit(line_no, _ELSE_IF.sub(r"\1elif", line))]
            what, done = "`elif`", "`else if` is written `elif` in Python"
        else:
            missed = len(line[: broken.column].rstrip())
            columns = dict.fromkeys((code_end(line), missed))
            edits = [LineEdit(line_no, with_inserted(line, column, ":")) for column in columns]
            what, done = "a colon", "the colon was missing and is now there"
        edit = sole_edit(source, edits, what)
        if isinstance(edit, NoFix):
            return edit
        return Fix(source, source.with_line(*edit), f"{broken}: {error.summary}; {done}.")
