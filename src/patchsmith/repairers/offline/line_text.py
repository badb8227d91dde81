"""Where a line of Python that does not parse has its parts, as far as the text alone tells.

A line inside a longer string is misread here; edits made from that reading do not parse, or
change a constant, and are dropped by whoever tries them.
"""

from __future__ import annotations

import re

_STRING_OR_COMMENT = re.compile(
    r"""(?P<string>[rbufRBUF]{0,2}(?:'{3}.*?(?:'{3}|$)|"{3}.*?(?:"{3}|$)"""
    r"""|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"))|(?P<comment>\#.*$)"""
)


def code_end(line: str) -> int:
    """Return the 0-based column just after a line's code: before its comment and blanks."""
    end = len(line)
    for found in _STRING_OR_COMMENT.finditer(line):
        if found.lastgroup == "comment":
            end = found.start()
            break
    return len(line[:end].rstrip())


def indentation(line: str) -> str:
    """Return a line's leading blanks and tabs."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def with_inserted(line: str, column: int, text: str) -> str:
    """Return the line with text put in at a 0-based column."""
    return line[:column] + text + line[column:]
