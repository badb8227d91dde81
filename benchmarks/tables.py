"""Tables of results: printed, and saved as Markdown that documents include."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import NamedTuple

import page
from page import RESULTS


class Table(NamedTuple):
    """One table with a title above and notes below."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the table as Markdown, columns aligned."""
        rows = [self.head, *self.rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.head))]
        marks = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        lines = [
            "| " + " | ".join(self._cells(row, widths)) + " |"
            for row in (self.head, tuple(marks), *self.rows)
        ]
        notes = ["", *(f"{note[:1].upper()}{note[1:]}." for note in self.notes)]
        return "\n".join([f"### {self.title}", "", *lines, *(notes if self.notes else [])])

    @staticmethod
    def _cells(row: tuple[str, ...], widths: list[int]) -> list[str]:
        first = row[0].ljust(widths[0])
        return [first, *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]


def save(name: str, tables: Sequence[Table], command: str) -> bool:
    """Write tables to `results/NAME.md`, with the command that made them.

    Args:
        name: The file's name without suffix.
        tables: What to write.
        command: As typed in the project's folder.

    Returns:
        False when tables are saved already that compare with more peers; they are kept.
    """
    RESULTS.mkdir(exist_ok=True)
    machine = f"CPython {platform.python_version()}, {platform.system()} {platform.machine()}"
    texts = [f"Made by `{command}` ({machine}).", *(table.text() for table in tables)]
    content = "\n\n".join(texts) + "\n"
    path = RESULTS / f"{name}.md"
    if path.exists() and _columns(path.read_text("utf-8")) > _columns(content):
        return False
    path.write_text(content, "utf-8")
    page.write()
    return True


def _columns(text: str) -> int:
    """Return how many columns the tables of a text have, all together."""
    return sum(line.count(" | ") for line in text.split("\n") if line.startswith("| --"))
