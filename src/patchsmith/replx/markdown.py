"""Text of unknown origin, made safe to stand in one line of Markdown.

Commands and lines of output may hold backticks, newlines or markup; none of it may end the list
item it stands in, open a heading, or read as HTML.
"""

from __future__ import annotations

import re

from patchsmith.errors import escaped

MAX_CHARS = 300
"""Longest value shown; the run folder has the whole."""

_PLAIN_HEADING = re.compile(r"[^`*<>\[\]\\#|~\n\r\t]+")


def code(text: str) -> str:
    """Return text as a code span, whatever backticks, newlines and controls it holds."""
    shown = _one_line(text)
    fence = "`"
    while fence in shown:
        fence += "`"
    # CommonMark strips one space of each side; a span that ends in a backtick needs it
    padding = " " if shown[:1] in ("`", " ") or shown[-1:] in ("`", " ") or not shown else ""
    return f"{fence}{padding}{shown}{padding}{fence}"


def prose(text: str) -> str:
    """Return text as one line of prose, without HTML, links, images and control characters."""
    shown = _one_line(text).replace("<", "&lt;").replace("](", "]\\(")
    # a backtick without its partner would pair with that of a code span behind it, and lay it open
    return shown if _spans_close(shown) else shown.replace("`", "&#96;")


def heading(text: str) -> str:
    """Return text for a heading: as it is when nothing in it is markup, else as a code span."""
    return _one_line(text) if _PLAIN_HEADING.fullmatch(text.strip()) else code(text)


def _spans_close(text: str) -> bool:
    runs = re.findall("`+", text)
    return len(runs) % 2 == 0 and all(run == "`" for run in runs) and "\\`" not in text


def _one_line(text: str) -> str:
    joined = " ".join(escaped(text).split())
    return joined if len(joined) <= MAX_CHARS else joined[: MAX_CHARS - 3] + "..."
