r"""Text as a person would have read it: escape sequences and overwritten progress removed.

Decides which characters of a program's output are layout and which are content. It must never
swallow content: a sequence that was opened and not closed loses its introducer only, and no
sequence reaches over the end of a line. So output can not hide a line by opening a title.

Rules for editors: every pattern is possessive, so the time stays linear in the text; lines are
searched for success conditions after this, so a change here changes what counts as success.
"""

from __future__ import annotations

import re

_ESCAPES = re.compile(
    r"""
      (?: \x1b\] | \x9d ) [^\x07\x1b\x9c\r\n]*+ (?: \x07 | \x1b\\ | \x9c )   # OSC: titles, links
    | (?: \x1b[PX^_] | [\x90\x98\x9e\x9f] ) [^\x1b\x9c\r\n]*+ (?: \x1b\\ | \x9c )  # DCS and kin
    | (?: \x1b\[ | \x9b ) [0-?]*+ [\x20-/]*+ [@-~]                           # CSI: colours, cursor
    | \x1b [\x20-/]++ [0-~]                                                  # character sets
    | \x1b [0-~]                                                             # two characters
    | [\x0e\x0f\x1b\x80-\x9f]                                                # shifts, leftovers
    """,
    re.VERBOSE,
)


_OPENING = re.compile("[\x0e\x0f\x1b\x80-\x9f]")  # no escape sequence begins otherwise


def strip_ansi(text: str) -> str:
    """Return the text without terminal escape sequences, in time linear in its length.

    Args:
        text: Output of a program, decoded; line endings are kept.
    """
    return _ESCAPES.sub("", text) if _OPENING.search(text) else text


def visible_line(line: str) -> str:
    r"""Return what is left to read of a line that was overwritten with carriage returns.

    `10%\r50%\rdone` reads `done`; a trailing `\r`, as of a CRLF ending, overwrites nothing.

    Args:
        line: One line without its ending, escape sequences removed.
    """
    if "\r" not in line:
        return line
    return next((part for part in reversed(line.split("\r")) if part), "")
