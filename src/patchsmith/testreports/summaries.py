"""Runners that are known by their summary line alone: they count, and name no test.

rspec, minitest and test-unit, PHPUnit, JUnit 4, Maven, gradle, dotnet, ctest.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.testreports.model import Counts, Report
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Form(NamedTuple):
    runner: str
    pattern: re.Pattern[str]
    """Groups: total or passed, failed, errors, skipped, xfailed."""


_FORMS = tuple(
    _Form(runner, re.compile(pattern))
    for runner, pattern in (
        ("rspec", (r"(?P<total>\d+) examples?, (?P<failed>\d+) failures?"
         r"(?:, (?P<skipped>\d+) pending)?(?:, (?P<errors>\d+) errors? .*)?")),
        ("minitest", (r"(?P<total>\d+) (?:runs|tests), \d+ assertions, (?P<failed>\d+) failures, "
         r"(?P<errors>\d+) errors(?:, (?P<skipped>\d+) (?:skips|pendings).*)?")),
        ("PHPUnit", r"OK \((?P<total>\d+) tests?, \d+ assertions?\)"),
        ("PHPUnit", (r"Tests: (?P<total>\d+), Assertions: \d+(?:, Errors: (?P<errors>\d+))?"
         r"(?:, Failures: (?P<failed>\d+))?(?:, \w+: \d+)*?(?:, Skipped: (?P<skipped>\d+))?"
         r"(?:, \w+: \d+)*\.")),
        ("PHPUnit", r"No tests executed!"),
        ("JUnit", r"OK \((?P<total>\d+) tests?\)"),
        ("JUnit", r"Tests run: (?P<total>\d+),  Failures: (?P<failed>\d+)"),
        ("Maven", (r"(?:\[\w+\] )?Tests run: (?P<total>\d+), Failures: (?P<failed>\d+), "
         r"Errors: (?P<errors>\d+), Skipped: (?P<skipped>\d+)")),
        ("gradle", (r"(?P<total>\d+) tests? completed(?:, (?P<failed>\d+) failed)?"
         r"(?:, (?P<skipped>\d+) skipped)?")),
        ("dotnet", (r"(?:Passed|Failed)!\s+- Failed:\s+(?P<failed>\d+), Passed:\s+(?P<passed>\d+), "
         r"Skipped:\s+(?P<skipped>\d+), Total: .*")),
        ("ctest", r"\d+% tests passed, (?P<failed>\d+) tests? failed out of (?P<total>\d+)"),
    )
)  # fmt: skip
RUNNERS = tuple(dict.fromkeys(form.runner for form in _FORMS))
"""Names of the runners known here."""
_KEYS = {
    "rspec": ("example",),
    "minitest": (" assertions, ",),
    "PHPUnit": ("OK (", "Assertions: ", "No tests executed!"),
    "JUnit": ("OK (", "Tests run: "),
    "Maven": ("Tests run: ",),
    "gradle": (" completed",),
    "dotnet": ("! ",),
    "ctest": ("% tests passed, ",),
}


class SummaryReader:
    """Reads the summary lines of one runner."""

    def __init__(self, runner: str) -> None:
        self.keys = _KEYS[runner]
        self._runner = runner
        self._patterns = [form.pattern for form in _FORMS if form.runner == runner]
        self._counts: Counts | None = None
        self._line = ""

    def take(self, line: str) -> None:
        """Take in one line."""
        for pattern in self._patterns:
            if found := pattern.fullmatch(line.strip("* ")):
                counts = _counts({k: int(v) for k, v in found.groupdict().items() if v})
                if self._counts is None or counts.ran:
                    self._line = line
                self._counts = counts.plus(self._counts or Counts())
                return

    def report(self) -> Report | None:
        """Return what the runner reported."""
        if self._counts is None:
            return None
        return Report(runner=self._runner, counts=self._counts, line=self._line)


def _counts(numbers: dict[str, int]) -> Counts:
    failed, errors, skipped = (numbers.get(key, 0) for key in ("failed", "errors", "skipped"))
    passed = numbers.get("passed", numbers.get("total", 0) - failed - errors - skipped)
    return Counts(passed=max(0, passed), failed=failed, errors=errors, skipped=skipped)


def read(lines: Iterable[str]) -> Report | None:
    """Return the first report that a summary line of these runners makes; None without one."""
    listed = list(lines)
    reports = (read_with(lambda: SummaryReader(runner), listed) for runner in RUNNERS)  # noqa: B023
    return next((report for report in reports if report is not None), None)
