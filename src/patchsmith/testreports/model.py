"""What a test runner said about its tests: ids and counts, as values.

Decides nothing about good or bad. Counts are the runner's own; ids are those its output shows,
and most runners show only some: `names_all` tells whether the absence of an id means anything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import NamedTuple

MAX_RESULTS = 20_000
"""Ids kept of one report; a longer list is cut, and the report then does not name all tests."""
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")


class TestStatus(StrEnum):
    """How one test ended; ordered from what weighs least to what weighs most."""

    __test__ = False

    PASSED = "passed"
    XFAILED = "xfailed"
    """It failed and was expected to, or is not written yet."""
    SKIPPED = "skipped"
    FAILED = "failed"
    ERROR = "error"
    """It, or the file it is in, could not be run to its end."""


class TestResult(NamedTuple):
    """One test that an output names."""

    id: str
    """As the runner names it, in one spelling whatever the output's style."""
    status: TestStatus
    """How it ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Numbers of tests; each test is in one of them."""

    passed: int = 0
    """Ended well, also against the expectation that they would not."""
    failed: int = 0
    """Ended badly."""
    skipped: int = 0
    """Not run."""
    xfailed: int = 0
    """Failed as expected."""
    errors: int = 0
    """Could not be run; may stand for many tests, such as a file that can not be imported."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.passed + self.failed + self.skipped + self.xfailed + self.errors

    @property
    def judging(self) -> int:
        """Tests that ran and could have failed the run."""
        return self.passed + self.failed

    @property
    def ran(self) -> int:
        """Tests that ran, expected failures included."""
        return self.judging + self.xfailed

    def plus(self, other: Counts) -> Counts:
        """Return the sum of both."""
        return Counts(
            **{f.name: getattr(self, f.name) + getattr(other, f.name) for f in fields(self)}
        )

    def to_dict(self) -> dict[str, int]:
        """Return the counts as JSON holds them."""
        return {f.name: getattr(self, f.name) for f in fields(self)} | {"total": self.total}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one runner reported in one output; several of its summaries are added up."""

    runner: str
    """Name of the runner, such as `pytest`."""
    counts: Counts
    """Numbers of tests."""
    results: tuple[TestResult, ...] = ()
    """Tests that the output names, in order; ids are unique."""
    line: str = ""
    """The line of the output that shows the counts, as printed."""

    @property
    def names_all(self) -> bool:
        """Whether every test is named, so that an id that is missing did not run."""
        enough = len(self.results) >= self.counts.total - self.counts.errors
        return bool(self.results) and enough and len(self.results) < MAX_RESULTS

    def to_dict(self) -> dict[str, object]:
        """Return runner and counts as JSON holds them, without ids."""
        return {"runner": self.runner, **self.counts.to_dict()}


class Results:
    """Collects the tests that an output names."""

    def __init__(self) -> None:
        self._found: dict[str, TestStatus] = {}

    def add(self, test_id: str, status: TestStatus, *, repeatable: bool = False) -> None:
        """Take in one test.

        Args:
            test_id: As printed; addresses of memory are made equal.
            status: How it ended. For an id that is known already, the heavier status stays.
            repeatable: Whether another test may have the same id; it then gets a number.
        """
        if len(self._found) >= MAX_RESULTS:
            return
        spelled = _ADDRESS.sub("0x...", test_id.strip())
        if repeatable:
            key, number = spelled, 1
            while key in self._found:
                number += 1
                key = f"{spelled} #{number}"
            spelled = key
        known = self._found.get(spelled)
        if known is None or _WEIGHTS[status] > _WEIGHTS[known]:
            self._found[spelled] = status

    def counted(self) -> Counts:
        """Return the numbers of the tests named."""
        numbers = dict.fromkeys(TestStatus, 0)
        for status in self._found.values():
            numbers[status] += 1
        return Counts(
            passed=numbers[TestStatus.PASSED],
            failed=numbers[TestStatus.FAILED],
            skipped=numbers[TestStatus.SKIPPED],
            xfailed=numbers[TestStatus.XFAILED],
            errors=numbers[TestStatus.ERROR],
        )

    def listed(self) -> tuple[TestResult, ...]:
        """Return the tests named, in order."""
        return tuple(TestResult(test_id, status) for test_id, status in self._found.items())


_WEIGHTS = {status: weight for weight, status in enumerate(TestStatus)}
