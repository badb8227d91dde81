"""mocha: the lines passing, pending, failing, and the marks of the spec reporter.

Tests are named without the blocks around them, which only indentation tells from printed text;
tests of one name get numbers. The failures are listed again after the counts.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_COUNT = re.compile(r"\s*(\d+) (passing|pending|failing)(?: \([^)]*\))?")
_TEST = re.compile(r"\s+(?:([✓✔√])|(\d+\))|(-)) (.+?)(?: \(\d+ms\))?")


class MochaReader:
    """Reads mocha's output."""

    keys = (" passing", " pending", " failing", "✓", "✔", "√", ") ", "- ")

    def __init__(self) -> None:
        self._results = Results()
        self._counts: Counts | None = None
        self._line = ""

    def take(self, line: str) -> None:
        """Take in one line."""
        if count := _COUNT.fullmatch(line):
            self._count(line, int(count.group(1)), count.group(2))
        elif test := _TEST.fullmatch(line):
            passed, failed, _pending, name = test.groups()
            if self._counts is not None and not passed:
                return
            status = TestStatus.SKIPPED
            if passed or failed:
                status = TestStatus.PASSED if passed else TestStatus.FAILED
            self._results.add(name, status, repeatable=True)

    def _count(self, line: str, number: int, word: str) -> None:
        counts = self._counts or Counts()
        if word == "passing":
            self._counts = replace(counts, passed=counts.passed + number)
            self._line = line if number or not self._line else self._line
        elif self._counts is not None:  # `passing` always comes first
            pending = number if word == "pending" else 0
            self._counts = counts.plus(Counts(skipped=pending, failed=number - pending))

    def report(self) -> Report | None:
        """Return what mocha reported."""
        if self._counts is None:
            return None
        return Report(
            runner="mocha", counts=self._counts, results=self._results.listed(), line=self._line
        )


def read(lines: Iterable[str]) -> Report | None:
    """Return what mocha reported in an output; None when it did not speak."""
    return read_with(MochaReader, lines)
