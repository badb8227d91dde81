"""The part of YAML that workflows are written in, read conservatively.

Block maps and lists, literal and folded blocks, quoted scalars, flow lists. Anchors, tags and flow
maps stay text. What does not fit is kept as text too: a value may be coarser than YAML's, never
made up.

Rules for editors: linear in the length of the text; nesting beyond `MAX_DEPTH` is cut.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_DEPTH = 60
"""Levels of nesting that are told apart."""
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#&*!|>'"%@`{\[][^:#]*?)\s*:(?:\s+|$)""")
_BLOCK = re.compile(r"[|>][+-]?\d*\s*(#.*)?")


@dataclass(frozen=True, slots=True)
class Entry:
    """One scalar of a document."""

    path: tuple[str, ...]
    """Keys and list positions from the root; a position is `[n]`."""
    value: str
    """The scalar; lines of a block joined by newlines."""
    line_no: int
    """1-based line on which it starts."""


def entries(text: str) -> list[Entry]:
    """Return all scalars of a document, and each key without one with an empty value."""
    found: list[Entry] = []
    lines = text.split("\n")
    stack: list[tuple[int, str]] = []
    counts: dict[tuple[str, ...], int] = {}
    index = 0
    while index < len(lines):
        line = lines[index]
        line_no = index + 1
        index += 1
        content = line.strip()
        if not content or content.startswith("#") or content in ("---", "..."):
            continue
        indent = len(line) - len(line.lstrip(" "))
        while content.startswith("- ") or content == "-":
            while stack and (stack[-1][0] > indent or (stack[-1][0] == indent and _item(stack))):
                stack.pop()
            path = tuple(key for _, key in stack)
            number = counts.get(path, 0)
            counts[path] = number + 1
            stack.append((indent, f"[{number}]"))
            rest = content[1:].lstrip(" ")
            indent += len(content) - len(rest)
            content = rest
            if len(stack) > MAX_DEPTH:
                break
        else:
            while stack and stack[-1][0] >= indent and not (_item(stack) and stack[-1][0] < indent):
                stack.pop()
        if not content:
            continue
        index = _content(content, indent, lines, index, line_no, stack, found)
    return found


def _item(stack: list[tuple[int, str]]) -> bool:
    return stack[-1][1].startswith("[")


def _content(
    content: str,
    indent: int,
    lines: list[str],
    index: int,
    line_no: int,
    stack: list[tuple[int, str]],
    found: list[Entry],
) -> int:
    """Take in a key or scalar; return the index of the next line."""
    match = _KEY.match(content)
    path = tuple(key for _, key in stack)
    if match is None:
        found.append(Entry(path, scalar(content), line_no))
        return index
    key, value = scalar(match.group(1)), content[match.end() :].strip()
    if len(stack) <= MAX_DEPTH:
        stack.append((indent, key))
    path = tuple(name for _, name in stack)
    if _BLOCK.fullmatch(value):
        block, index = _block(lines, index, indent)
        found.append(Entry(path, block, line_no + 1))
    else:
        found.append(Entry(path, scalar(value), line_no))
    return index


def _block(lines: list[str], index: int, indent: int) -> tuple[str, int]:
    taken: list[str] = []
    while index < len(lines):
        line = lines[index]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        taken.append(line.strip())
        index += 1
    return "\n".join(taken).rstrip("\n"), index


def scalar(text: str) -> str:
    """Return a scalar without quotes and trailing comment."""
    text = text.strip()
    if len(text) > 1 and text[0] in "'\"":
        end = text.find(text[0], 1)
        return text[1:end] if end > 0 else text
    return re.split(r"(?:^|\s)#", text, maxsplit=1)[0].strip()


def flow_list(value: str) -> list[str]:
    """Return the entries of `[a, b]`, or the one scalar that a value is."""
    if value.startswith("[") and value.endswith("]"):
        return [scalar(each) for each in value[1:-1].split(",") if each.strip()]
    return [value] if value else []
