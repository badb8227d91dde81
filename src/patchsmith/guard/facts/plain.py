"""Code of any language without layout and comments, by text alone.

For languages without a parser here: good enough to see that only layout changed, and to compare
blocks. Linear in the length of the text.
"""

from __future__ import annotations

import re

MAX_LINE = 5_000
"""Characters of a line that text rules look at."""
_BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
_SLASHES = re.compile(r"(?m)(?<![:'\"\\])//[^\n]*$")
_HASH = re.compile(r"(?m)(?:^|(?<=\s))#[^\n]*$")
_HASHED = {"python", "ruby", "shell", "yaml"}


def uncommented(text: str, language: str | None) -> str:
    """Return code without comments; line numbers stay."""
    if language in _HASHED:
        return _HASH.sub("", text)
    if "/*" in text:
        text = _BLOCK.sub(lambda found: "\n" * found.group().count("\n"), text)
    return _SLASHES.sub("", text)


def squeezed(text: str) -> str:
    """Return code as formatters can not change it."""
    text = "".join(text.split()).replace("'", '"').replace(";", "")
    return text.replace(",)", ")").replace(",]", "]").replace(",}", "}")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, each cut where no rule looks further."""
    return [line[:MAX_LINE] for line in text.split("\n")]


def added_lines(before: str, after: str) -> list[tuple[int, str]]:
    """Return lines that a text has more often than the one before it: 1-based number, line."""
    counts: dict[str, int] = {}
    for line in lines_of(before):
        counts[line.strip()] = counts.get(line.strip(), 0) + 1
    found = []
    for line_no, line in enumerate(lines_of(after), 1):
        key = line.strip()
        if counts.get(key, 0) > 0:
            counts[key] -= 1
        elif key:
            found.append((line_no, line))
    return found
