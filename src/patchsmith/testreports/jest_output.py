"""jest and vitest: the lines `Tests:` and ` Tests `, and the trees of their verbose reporters.

jest names a test below the file it is in, without the blocks around it: those are told from
printed text by indentation alone. So tests of one name in one file get numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_JEST_SUMMARY = re.compile(r"Tests:\s+((?:\d+ [a-z]+, )+\d+ total)")
_JEST_NONE = re.compile(r"No tests found\b.*|Tests:\s+0 total")
_JEST_FILE = re.compile(r"(?:PASS|FAIL)\s+(\S+)(?: \([\d.]+ m?s\))?")
_JEST_TEST = re.compile(r"\s+([✓✕○✎√×]) (?:(?:skipped|todo) )?(.+?)(?: \(\d[\d.]* m?s\))?")  # noqa: RUF001
_VITEST_SUMMARY = re.compile(r"\s*Tests\s+((?:\d+ [a-z ]+?(?: \| )?)+) \((\d+)\)")
_VITEST_NONE = re.compile(r"No test files found\b.*|\s*Tests\s+no tests")
_VITEST_TEST = re.compile(r"\s+([✓✔×✗❯↓]) (\S.* > .*?)(?: +\d+ ?ms)?(?: \[skipped\])?")  # noqa: RUF001
_NUMBER = re.compile(r"(\d+) (expected fail|[a-z]+)")
_NAMES = {
    "passed": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "pending": "skipped",
    "todo": "xfailed",
    "expected fail": "xfailed",
}
_MARKS = {
    "✓": TestStatus.PASSED,
    "✔": TestStatus.PASSED,
    "√": TestStatus.PASSED,
    "✕": TestStatus.FAILED,
    "×": TestStatus.FAILED,  # noqa: RUF001
    "✗": TestStatus.FAILED,
    "❯": TestStatus.FAILED,  # noqa: RUF001
    "○": TestStatus.SKIPPED,
    "↓": TestStatus.SKIPPED,
    "✎": TestStatus.XFAILED,
}


class JestReader:
    """Reads jest's output."""

    keys = ("Tests:", "No tests found", "PASS", "FAIL", *_MARKS)

    def __init__(self) -> None:
        self._results = Results()
        self._counts = Counts()
        self._line: str | None = None
        self._nothing: str | None = None
        self._file = ""

    def take(self, line: str) -> None:
        """Take in one line."""
        if summary := _JEST_SUMMARY.fullmatch(line):
            self._counts = self._counts.plus(_counts(summary.group(1)))
            self._line = line
        elif file := _JEST_FILE.fullmatch(line):
            self._file = file.group(1)
        elif self._file and (test := _JEST_TEST.fullmatch(line)):
            name = f"{self._file} > {test.group(2)}"
            self._results.add(name, _MARKS[test.group(1)], repeatable=True)
        elif _JEST_NONE.fullmatch(line):
            self._nothing = self._nothing or line

    def report(self) -> Report | None:
        """Return what jest reported."""
        return _report("jest", self._counts, self._results, self._line or self._nothing)


class VitestReader:
    """Reads vitest's output; a file that fails is listed again with its tests."""

    keys = ("Tests ", "No test files found", *_MARKS)

    def __init__(self) -> None:
        self._results = Results()
        self._counts = Counts()
        self._line: str | None = None
        self._nothing: str | None = None

    def take(self, line: str) -> None:
        """Take in one line."""
        if summary := _VITEST_SUMMARY.fullmatch(line):
            self._counts = self._counts.plus(_counts(summary.group(1)))
            self._line = line
        elif test := _VITEST_TEST.fullmatch(line):
            self._results.add(test.group(2), _MARKS[test.group(1)])
        elif _VITEST_NONE.fullmatch(line):
            self._nothing = self._nothing or line

    def report(self) -> Report | None:
        """Return what vitest reported."""
        return _report("vitest", self._counts, self._results, self._line or self._nothing)


def _counts(items: str) -> Counts:
    numbers = dict.fromkeys(_NAMES.values(), 0)
    for number, word in _NUMBER.findall(items):
        if word in _NAMES:
            numbers[_NAMES[word]] += int(number)
    return Counts(**numbers)


def _report(runner: str, counts: Counts, results: Results, line: str | None) -> Report | None:
    if line is None:
        return None
    return Report(runner=runner, counts=counts, results=results.listed(), line=line)


def read(lines: Iterable[str]) -> Report | None:
    """Return what jest, or else vitest, reported in an output; None when neither spoke."""
    listed = list(lines)
    return read_with(JestReader, listed) or read_with(VitestReader, listed)
