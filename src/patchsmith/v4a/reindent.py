"""Indenting added lines when a hunk was found with another indentation.

The hunk's old lines stand in the file with other leading blanks than the patch gives them. When
all of them differ in the same way, added lines are changed in that way too; when they do not,
nobody can know where the added lines belong, and the hunk is refused. Python with a wrong
indentation is another program.

Source: scenarios ws-03 and n-tab-go show both kinds of difference.
"""

from __future__ import annotations

from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from patchsmith.v4a.model import Hunk

_UNITS = (4, 2, 8, 3)  # blanks for one tab, the usual first


def reindented(hunk: Hunk, file_lines: list[str]) -> Hunk | None:
    """Return the hunk with added lines indented like the file.

    Args:
        hunk: The hunk as the patch gives it.
        file_lines: The lines it was matched with, in order, without endings.

    Returns:
        The hunk; None when the old lines do not differ in one uniform way.
    """
    pairs = [
        (_indent(ours), _indent(theirs))
        for ours, theirs in zip(hunk.old, file_lines, strict=True)
        if ours.strip()
    ]
    added = [line[1:] for line in hunk.lines if line[0] == "+"]
    if all(ours == theirs for ours, theirs in pairs) or not any(line.strip() for line in added):
        return hunk
    for change in _changes(pairs):
        lines = [change.line(line) for line in added]
        if all(change.apply(ours) == theirs for ours, theirs in pairs) and None not in lines:
            return hunk.replaced(lines=tuple(_merged(hunk.lines, lines)))
    return None


class _Change(Value):
    """One uniform way in which indentations differ: another unit, or a longer or shorter lead."""

    __slots__ = ("cut", "lead", "unit", "new_unit")  # noqa: RUF023 - field order

    cut: str
    """Leading blanks to take away."""
    lead: str
    """Leading blanks to put in front."""
    unit: str
    """One level as the patch writes it; empty when levels are written alike."""
    new_unit: str
    """One level as the file writes it."""

    def apply(self, text: str) -> str | None:
        """Return a line, or a bare indentation, as the file has it; None when it does not fit."""
        indent = _indent(text)
        rest = text[len(indent) :]
        if self.unit:
            levels, odd = divmod(len(indent), len(self.unit))
            fits = not odd and indent == self.unit * levels
            return self.new_unit * levels + rest if fits else None
        return self.lead + indent[len(self.cut) :] + rest if indent.startswith(self.cut) else None

    def line(self, text: str) -> str | None:
        """Return an added line; a blank one stays as it is."""
        return self.apply(text) if text.strip() else text


def _changes(pairs: list[tuple[str, str]]) -> Iterable[_Change]:
    ours, theirs = min(pairs, key=lambda pair: len(pair[0]))
    if theirs.endswith(ours):
        yield _Change("", theirs[: len(theirs) - len(ours)], "", "")
    if ours.endswith(theirs):
        yield _Change(ours[: len(ours) - len(theirs)], "", "", "")
    for width in _UNITS:
        yield _Change("", "", " " * width, "\t")
        yield _Change("", "", "\t", " " * width)


def _merged(lines: tuple[str, ...], added: Iterable[str | None]) -> Iterable[str]:
    fresh = iter(added)
    for line in lines:
        yield f"+{next(fresh) or ''}" if line[0] == "+" else line


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]
