"""A bracket that was opened and never closed.

`SyntaxError: '(' was never closed`, `closing parenthesis ']' does not match opening parenthesis
'('`, and `invalid syntax` at the colon of a statement whose bracket is open.

The places tried are those where a person leaves the bracket out: the end of each line of the open
statement, before that line's last comma or colon when the end itself does not parse, before the
bracket that does not match, and before each operator, because `if f(a == 2:` may close on either
side of it; not where the operator's result would be dropped, as in `print(a) + b`. A line that is
not indented deeper than the statement starts another one and is not tried. Only if exactly one
place parses is there a fix.
"""

from __future__ import annotations

import ast
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
from patchsmith.repairers.offline.line_text import code_end, indentation, with_inserted
from patchsmith.repairers.offline.source import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Broken
    from patchsmith.repairers.offline.project import Project
    from patchsmith.repairers.offline.source import SourceText

_CLOSER = {"(": ")", "[": "]", "{": "}"}
_NEVER_CLOSED = re.compile(r"^'([(\[{])' was never closed")
_MISMATCH = re.compile(
    r"^closing parenthesis '[)\]}]' does not match opening parenthesis '([(\[{])'"
    r"(?: on line (\d+))?"
)
_STRING = re.compile(r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\"""")
_OPERATOR = re.compile(
    r"(?<=\S)\s*(?:[=!<>]=|[<>+\-*/%&|^@]+|\b(?:and|or|not|in|is|if|else|for)\b)(?!=)"
)
_MAX_LINES = 60


class UnclosedBracket:
    """Closes the one open bracket where that is possible in one way."""

    name = "unclosed-bracket"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the parser met a bracket that is open."""
        if error.kind != "SyntaxError":
            return False
        known = _NEVER_CLOSED.match(error.message) or _MISMATCH.match(error.message)
        return known is not None or error.message == "invalid syntax"

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the file with the bracket closed."""
        broken = broken_at(error, project)
        if isinstance(broken, NoFix):
            return broken
        source = broken.source
        opener, edits = _candidates(broken)
        if opener is None:
            return NoFix("no bracket is open where the parser stopped")
        closer = _CLOSER[opener]
        edit = sole_edit(source, edits, f"a closing '{closer}'")
        if isinstance(edit, NoFix):
            return edit
        return Fix(
            source,
            source.with_line(*edit),
            f"{broken}: {error.summary}; '{closer}' now closes it on line {edit.line_no}.",
        )


def _candidates(broken: Broken) -> tuple[str | None, list[LineEdit]]:
    source, message = broken.source, broken.error.msg
    line = source.line(broken.line_no)
    never_closed = _NEVER_CLOSED.match(message)
    if never_closed:
        closer = _CLOSER[never_closed[1]]
        return never_closed[1], list(_at_line_ends(source, broken.line_no, closer))
    mismatch = _MISMATCH.match(message)
    if mismatch:
        closer = _CLOSER[mismatch[1]]
        first = int(mismatch[2] or broken.line_no)
        edits = [LineEdit(broken.line_no, with_inserted(line, broken.column, closer))]
        if first < broken.line_no:
            ends = _at_line_ends(source, first, closer)
            edits += (edit for edit in ends if edit.line_no < broken.line_no)
        return mismatch[1], edits
    opener = _innermost_open(line[: broken.column])
    if opener is None or line[broken.column : broken.column + 1] != ":":
        return None, []
    closer = _CLOSER[opener]
    edit = LineEdit(broken.line_no, with_inserted(line, broken.column, closer))
    return opener, [edit, *_before_operators(source, broken.line_no, closer)]


def _at_line_ends(source: SourceText, first: int, closer: str) -> Iterator[LineEdit]:
    depth = len(indentation(source.line(first)))
    for line_no in range(first, min(first + _MAX_LINES, len(source.lines) + 1)):
        line = source.line(line_no)
        end = code_end(line)
        if not end:
            continue
        closes = line.lstrip()[0] in ")]}"
        if line_no > first and len(indentation(line)) <= depth and not closes:
            return
        at_end = LineEdit(line_no, with_inserted(line, end, closer))
        if line[end - 1] in ",:" and not only_parsing(source, [at_end]):
            yield LineEdit(line_no, with_inserted(line, end - 1, closer))
        else:
            yield at_end
        if line[end - 1] != ",":  # what is left of such a line would become a tuple
            yield from _before_operators(source, line_no, closer)


def _before_operators(source: SourceText, line_no: int, closer: str) -> Iterator[LineEdit]:
    line = source.line(line_no)
    code = _STRING.sub(lambda found: "_" * len(found[0]), line[: code_end(line)])
    for operator in _OPERATOR.finditer(code):
        edit = LineEdit(line_no, with_inserted(line, operator.start(), closer))
        if not _drops_a_result(source.with_line(*edit), line_no):
            yield edit


def _drops_a_result(text: str, line_no: int) -> bool:
    """Return whether a statement that ends on a line computes something and drops it."""
    tree = parsed(text)
    return isinstance(tree, ast.Module) and any(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.BinOp | ast.Compare)
        and node.end_lineno == line_no
        for node in ast.walk(tree)
    )


def _innermost_open(text: str) -> str | None:
    waiting: list[str] = []
    for char in _STRING.sub("", text):
        if char in _CLOSER:
            waiting.append(char)
        elif char in ")]}" and waiting:
            waiting.pop()
    return waiting[-1] if waiting else None
