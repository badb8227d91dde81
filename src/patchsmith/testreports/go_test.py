"""go test: packages without -v, tests with -v, and the events of -json.

Without -v a passing package names no test, so packages are what is counted; with -v and -json the
tests are. A package that does not build stands for its tests as an error.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEST = re.compile(r"\s*--- (PASS|FAIL|SKIP): (\S+)(?: \([\d.]+s\))?")
_PACKAGE = re.compile(
    r"(ok|FAIL)\s+(\S+)(?:\s+(?:[\d.]+s|\(cached\)))?(?:\s+coverage: [^\[]*)?(?:\s+\[(.+)\])?"
)
_STATUS = {
    "pass": TestStatus.PASSED,
    "fail": TestStatus.FAILED,
    "skip": TestStatus.SKIPPED,
}
_NOTHING = "testing: warning: no tests to run"


class GoReader:
    """Reads the output of go test."""

    keys = ("--- ", "=== RUN", "ok  \t", "FAIL\t", "ok \t", "ok\t", '{"', _NOTHING)

    def __init__(self) -> None:
        self._packages = Results()
        self._tests = Results()
        self._pending: list[tuple[str, TestStatus]] = []
        self._has_tests = False
        self._line: str | None = None
        self._nothing: str | None = None

    def take(self, line: str) -> None:
        """Take in one line."""
        if line.startswith('{"'):
            self._take_event(line)
        elif line.startswith("=== RUN"):
            self._has_tests = True
        elif line == _NOTHING:
            self._nothing = self._nothing or line
        elif test := _TEST.fullmatch(line):
            self._has_tests |= test.group(1) != "FAIL"
            self._pending.append((test.group(2), _STATUS[test.group(1).lower()]))
            self._line = self._line or line
        elif "\t" in line and (package := _PACKAGE.fullmatch(line)):
            self._take_package(line, *package.groups())

    def _take_package(self, line: str, word: str, package: str, remark: str | None) -> None:
        self._flush(package)
        if remark == "no tests to run":
            self._nothing = line
            self._packages.add(package, TestStatus.SKIPPED)
            return
        self._line = line
        if remark is not None and remark.endswith("failed"):
            self._packages.add(package, TestStatus.ERROR)
            self._tests.add(package, TestStatus.ERROR)
            return
        self._packages.add(package, TestStatus.PASSED if word == "ok" else TestStatus.FAILED)

    def _flush(self, package: str) -> None:
        for name, status in self._pending:
            self._tests.add(f"{package}.{name}" if package else name, status)
        self._pending.clear()

    def _take_event(self, line: str) -> None:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(event, dict):
            return
        action, package, test = (event.get(key) for key in ("Action", "Package", "Test"))
        if action not in _STATUS or not isinstance(package, str):
            return
        if isinstance(test, str):
            self._has_tests = True
            self._tests.add(f"{package}.{test}", _STATUS[action])
        elif event.get("FailedBuild"):
            self._tests.add(package, TestStatus.ERROR)
        self._line = f"{action} {package}" if self._line is None else self._line

    def report(self) -> Report | None:
        """Return what go test reported."""
        self._flush("")
        if self._line is None and self._nothing is None:
            return None
        results = self._tests if self._has_tests else self._packages
        if self._line is not None and not results.listed():
            results = self._tests  # a test binary run by itself, or events of packages alone
        counts = results.counted()
        if not self._has_tests and results is self._packages and not counts.ran:
            counts = Counts(errors=counts.errors, skipped=counts.skipped)
        line = self._line or self._nothing or ""
        return Report(runner="go test", counts=counts, results=results.listed(), line=line)


def read(lines: Iterable[str]) -> Report | None:
    """Return what go test reported in an output; None when it did not speak."""
    return read_with(GoReader, lines)
