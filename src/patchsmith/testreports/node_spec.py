"""node:test with its spec reporter; with its TAP reporter it speaks TAP.

A block of tests looks like a test that holds others, so blocks are among the names, never among
the counts. Failures are listed again at the end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_COUNT = re.compile(r"ℹ (tests|pass|fail|cancelled|skipped|todo) (\d+)")  # noqa: RUF001
_TEST = re.compile(r"\s*([✔✖﹣]) (.+?) \(\d[\d.]*ms\)(?: # (.*))?")
_AGAIN = "✖ failing tests:"
_MARKS = {"✔": TestStatus.PASSED, "✖": TestStatus.FAILED, "﹣": TestStatus.SKIPPED}
_COUNTED = {
    "pass": "passed",
    "fail": "failed",
    "cancelled": "errors",
    "skipped": "skipped",
    "todo": "xfailed",
}


class NodeSpecReader:
    """Reads the output of node's spec reporter."""

    keys = ("ℹ ", *_MARKS)  # noqa: RUF001

    def __init__(self) -> None:
        self._results = Results()
        self._numbers: dict[str, int] = {}
        self._line: str | None = None
        self._again = False

    def take(self, line: str) -> None:
        """Take in one line."""
        if count := _COUNT.fullmatch(line):
            self._count(line, count.group(1), int(count.group(2)))
        elif line == _AGAIN:
            self._again = True
        elif not self._again and (test := _TEST.fullmatch(line)):
            status = _MARKS[test.group(1)]
            if test.group(3) == "TODO" and status is not TestStatus.SKIPPED:
                status = TestStatus.XFAILED
            self._results.add(test.group(2), status, repeatable=True)

    def _count(self, line: str, word: str, number: int) -> None:
        if word == "tests":
            self._line, self._again = line, False
        elif self._line is not None:
            key = _COUNTED[word]
            self._numbers[key] = self._numbers.get(key, 0) + number

    def report(self) -> Report | None:
        """Return what node:test reported."""
        if self._line is None:
            return None
        return Report(
            runner="node:test",
            counts=Counts(**self._numbers),
            results=self._results.listed(),
            line=self._line,
        )


def read(lines: Iterable[str]) -> Report | None:
    """Return what node's spec reporter reported in an output; None when it did not speak."""
    return read_with(NodeSpecReader, lines)
