"""Where a name is used on a line, so that it can be exchanged there and nowhere else.

The syntax tree says where; before Python 3.12 it is wrong inside f-strings, so each place is
checked against the text, and the text alone decides only when the word stands there once.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.source import char_column

if TYPE_CHECKING:
    from patchsmith.repairers.offline.fix import Place


def with_name(place: Place, old: str, new: str) -> str | None:
    """Return the line with every use of a name exchanged, or None when it is not clear where."""
    line = place.source.line(place.line_no)
    columns = [
        char_column(line, node.col_offset)
        for node in ast.walk(place.tree)
        if isinstance(node, ast.Name) and node.id == old and node.lineno == place.line_no
    ]
    return _exchanged(line, columns, old, new)


def with_attribute(place: Place, old: str, new: str) -> str | None:
    """Return the line with the one read of an attribute exchanged, or None when it is not one."""
    line = place.source.line(place.line_no)
    columns = [
        char_column(line, node.end_col_offset or 0) - len(old)
        for node in ast.walk(place.tree)
        if isinstance(node, ast.Attribute)
        and node.attr == old
        and isinstance(node.ctx, ast.Load)
        and node.end_lineno == place.line_no
    ]
    return _exchanged(line, columns, old, new) if len(columns) == 1 else None


def with_keyword(place: Place, old: str, new: str) -> str | None:
    """Return the line with the one keyword argument renamed, or None when it is not one."""
    line = place.source.line(place.line_no)
    columns = [
        char_column(line, node.col_offset)
        for node in ast.walk(place.tree)
        if isinstance(node, ast.keyword) and node.arg == old and node.lineno == place.line_no
    ]
    return _exchanged(line, columns, old, new) if len(columns) == 1 else None


def _exchanged(line: str, columns: list[int], old: str, new: str) -> str | None:
    if not columns:
        return None
    columns = sorted(set(columns))
    if any(line[column : column + len(old)] != old for column in columns):
        words = list(re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", line))
        if len(words) != 1:
            return None
        columns = [words[0].start()]
    for column in reversed(columns):
        line = line[:column] + new + line[column + len(old) :]
    return line
