"""`print x`, as Python 2 wrote it.

`SyntaxError: Missing parentheses in call to 'print'`. The parentheses go around the rest of the
line's code, when that parses and prints the same: a trailing comma or `>>` meant something else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, LineEdit, NoFix, broken_at, sole_edit
from patchsmith.repairers.offline.line_text import code_end

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project

_PRINT = re.compile(r"\bprint[ \t]+")


class PrintStatement:
    """Calls print where it is written as a statement."""

    name = "print-statement"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the parser met a print statement."""
        return error.kind == "SyntaxError" and error.message.startswith(
            "Missing parentheses in call to 'print'"
        )

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line with the call."""
        broken = broken_at(error, project)
        if isinstance(broken, NoFix):
            return broken
        source, line_no = broken.source, broken.line_no
        line = source.line(line_no)
        end = code_end(line)
        found = _PRINT.match(line, broken.column)
        if found is None:
            return NoFix(f"{broken} does not begin with `print` where the parser stopped")
        printed = line[found.end() : end]
        if printed.startswith(">>") or printed.endswith(",") or ";" in printed:
            return NoFix(f"{broken} prints to a file, without a newline, or more than once")
        new = f"{line[: found.start()]}print({printed}){line[end:]}"
        edit = sole_edit(source, [LineEdit(line_no, new)], "a pair of parentheses")
        if isinstance(edit, NoFix):
            return edit
        return Fix(source, source.with_line(*edit), f"{broken}: print is a function; it is called.")
