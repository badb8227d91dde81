"""`=` in a condition where `==` was meant.

`SyntaxError: ... Maybe you meant '==' or ':=' instead of '='?` in an `if`, `elif` or `while`.
A bare name that is bound nowhere else may be a new name (`:=`), so that is no fix.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, LineEdit, NoFix, broken_at, sole_edit
from patchsmith.repairers.offline.names import names_in_scope
from patchsmith.repairers.offline.source import parsed

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project

_CONDITION = re.compile(r"^\s*(?:if|elif|while)\b")
_ASSIGN = re.compile(r"(?<![=!<>:+\-*/%&|^@])=(?!=)")


class AssignmentInCondition:
    """Compares where a condition assigns."""

    name = "assignment-in-condition"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the parser suggests `==` for `=`."""
        return error.kind == "SyntaxError" and "Maybe you meant '=='" in error.message

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the condition with `==`."""
        broken = broken_at(error, project)
        if isinstance(broken, NoFix):
            return broken
        source, line_no = broken.source, broken.line_no
        line = source.line(line_no)
        if not _CONDITION.match(line):
            return NoFix(f"{broken} is not the first line of an if, elif or while")
        edits = [
            LineEdit(line_no, f"{line[: sign.start()]}=={line[sign.end() :]}")
            for sign in _ASSIGN.finditer(line)
        ]
        edit = sole_edit(source, edits, "`==`")
        if isinstance(edit, NoFix):
            return edit
        text = source.with_line(*edit)
        new_name = _new_name(text, edit)
        if new_name is not None:
            return NoFix(f"`{new_name}` is bound nowhere above: `:=` may be meant as well as `==`")
        return Fix(source, text, f"{broken}: {error.summary} The condition compares with `==` now.")


def _new_name(text: str, edit: LineEdit) -> str | None:
    """Return a name the mended condition compares that nothing above it binds."""
    tree = parsed(text)
    assert isinstance(tree, ast.Module)  # `sole_edit` has just parsed it
    known = names_in_scope(tree, edit.line_no)
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and node.lineno == edit.line_no:
            left = node.left
            if isinstance(left, ast.Name) and left.id not in known:
                return left.id
    return None
