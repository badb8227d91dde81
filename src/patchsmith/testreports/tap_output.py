"""TAP, the Test Anything Protocol, versions 12 to 14: plan, test points, directives, subtests.

A test point that closes a subtest stands for the points above it and is not counted again. Lines
that look like points are read only where a version or a plan shows that TAP is spoken.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLAN = re.compile(r"(\s*)1\.\.(\d+)(?:\s*#.*)?")
_POINT = re.compile(r"(\s*)(not )?ok(?:\s+(\d+))?(?:\s+(?:-\s+)?(.*))?")
_DIRECTIVE = re.compile(r"(?:^|\s)(?<!\\)#\s*(skip|todo)\S*(?:\s.*)?$", re.IGNORECASE)


class TapReader:
    """Reads TAP."""

    keys = ("ok", "1..", "TAP version", "Bail out!")

    def __init__(self) -> None:
        self._results = Results()
        self._spoken = False
        self._line: str | None = None
        self._nothing: str | None = None
        self._depth = 0

    def take(self, line: str) -> None:
        """Take in one line."""
        if line.startswith("TAP version "):
            self._spoken = True
        elif plan := _PLAN.fullmatch(line):
            self._spoken = True
            if plan.group(2) == "0" and not plan.group(1):
                self._nothing = self._nothing or line
        elif line.startswith("Bail out!"):
            self._results.add(line, TestStatus.ERROR)
        elif point := _POINT.fullmatch(line):
            self._take_point(line, *point.groups())

    def _take_point(
        self, line: str, indent: str, negated: str | None, number: str | None, text: str | None
    ) -> None:
        depth, above = len(indent), self._depth
        self._depth = depth
        if above > depth:
            return
        directive = _DIRECTIVE.search(text or "")
        name = (text or "")[: directive.start()] if directive else text or ""
        word = directive.group(1).lower() if directive else ""
        if word == "skip":
            status = TestStatus.SKIPPED
        elif word == "todo":
            status = TestStatus.XFAILED
        else:
            status = TestStatus.FAILED if negated else TestStatus.PASSED
        if status is not TestStatus.SKIPPED:
            self._line = self._line or line
        self._nothing = self._nothing or line
        self._results.add(name.strip() or f"test {number or '?'}", status, repeatable=True)

    def report(self) -> Report | None:
        """Return what was reported in TAP."""
        line = self._line or self._nothing
        if not self._spoken or line is None:
            return None
        return Report(
            runner="TAP",
            counts=self._results.counted(),
            results=self._results.listed(),
            line=line,
        )


def read(lines: Iterable[str]) -> Report | None:
    """Return what an output reported in TAP; None when TAP was not spoken."""
    return read_with(TapReader, lines)
