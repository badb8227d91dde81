"""cargo: the test harness of Rust (cargo test) and cargo nextest.

Documentation tests are named by the line they are on; the line is dropped, since an edit above
moves it. Test binaries may hold tests of the same name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEST = re.compile(r"test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?")
_RESULT = re.compile(r"test result: \w+\. (\d+) passed; (\d+) failed;(?: (\d+) ignored;?)?.*")
_LINE = re.compile(r" \(line \d+\)(?: - compile(?: fail)?)?$")
_NEXT_TEST = re.compile(
    r"\s*(?:TRY \d+ )?(PASS|FAIL|SKIP|TIMEOUT|LEAK|ABORT|SIG[A-Z]+) \[[^\]]*\]"
    r"(?: \( *\d+/\d+\))? (\S.*)"
)
_NEXT_SUMMARY = re.compile(r"\s*Summary \[.*?\]\s+(?:\d+/)?\d+ tests? run: (.*)")
_NEXT_NOTHING = re.compile(r"\s*Starting 0 tests .*|error: no tests to run.*")
_NUMBER = re.compile(r"(\d+) (passed|failed|skipped|timed out|exec failed)")
_STATUS = {
    "ok": TestStatus.PASSED,
    "FAILED": TestStatus.FAILED,
    "ignored": TestStatus.SKIPPED,
    "PASS": TestStatus.PASSED,
    "LEAK": TestStatus.PASSED,
    "SKIP": TestStatus.SKIPPED,
}


class CargoReader:
    """Reads the output of cargo test."""

    keys = ("test ",)

    def __init__(self) -> None:
        self._results = Results()
        self._counts = Counts()
        self._line: str | None = None

    def take(self, line: str) -> None:
        """Take in one line."""
        if result := _RESULT.fullmatch(line):
            passed, failed, ignored = (int(number or 0) for number in result.groups())
            self._counts = self._counts.plus(Counts(passed=passed, failed=failed, skipped=ignored))
            if self._line is None or passed + failed:
                self._line = line
        elif test := _TEST.fullmatch(line):
            name = _LINE.sub("", test.group(1))
            self._results.add(name, _STATUS[test.group(2)], repeatable=True)

    def report(self) -> Report | None:
        """Return what cargo test reported."""
        if self._line is None:
            return None
        return Report(
            runner="cargo test",
            counts=self._counts,
            results=self._results.listed(),
            line=self._line,
        )


class NextestReader:
    """Reads the output of cargo nextest; a test that is tried again counts by its last try."""

    keys = (" [", "Starting 0", "no tests to run")

    def __init__(self) -> None:
        self._statuses: dict[str, TestStatus] = {}
        self._counts: Counts | None = None
        self._line = ""

    def take(self, line: str) -> None:
        """Take in one line."""
        if summary := _NEXT_SUMMARY.fullmatch(line):
            self._count(line, summary.group(1))
        elif _NEXT_NOTHING.fullmatch(line):
            self._counts, self._line = self._counts or Counts(), self._line or line
        elif self._counts is None and (test := _NEXT_TEST.fullmatch(line)):
            self._statuses[test.group(2)] = _STATUS.get(test.group(1), TestStatus.FAILED)

    def _count(self, line: str, items: str) -> None:
        numbers = {word: int(number) for number, word in _NUMBER.findall(items)}
        skipped = numbers.pop("skipped", 0)
        passed = numbers.pop("passed", 0)
        found = Counts(passed=passed, failed=sum(numbers.values()), skipped=skipped)
        self._counts = found.plus(self._counts or Counts())
        self._line = line

    def report(self) -> Report | None:
        """Return what cargo nextest reported."""
        if self._counts is None:
            return None
        results = Results()
        for name, status in self._statuses.items():
            results.add(name, status)
        return Report(
            runner="cargo nextest", counts=self._counts, results=results.listed(), line=self._line
        )


def read(lines: Iterable[str]) -> Report | None:
    """Return what cargo test, or else cargo nextest, reported in an output."""
    listed = list(lines)
    return read_with(CargoReader, listed) or read_with(NextestReader, listed)
