"""Rules of runners known by their summary line."""

from __future__ import annotations

import pytest

from patchsmith.testreports.summaries import RUNNERS, SummaryReader, read
from reports_read import numbers

LINES = {
    "3 examples, 1 failure, 1 pending": ("rspec", (1, 1, 1, 0, 0)),
    "5 runs, 9 assertions, 1 failures, 1 errors, 1 skips": ("minitest", (2, 1, 1, 0, 1)),
    "OK (3 tests, 5 assertions)": ("PHPUnit", (3, 0, 0, 0, 0)),
    "Tests: 5, Assertions: 6, Errors: 1, Failures: 1, Skipped: 1.": ("PHPUnit", (2, 1, 1, 0, 1)),
    "No tests executed!": ("PHPUnit", (0, 0, 0, 0, 0)),
    "OK (3 tests)": ("JUnit", (3, 0, 0, 0, 0)),
    "Tests run: 3,  Failures: 1": ("JUnit", (2, 1, 0, 0, 0)),
    "[ERROR] Tests run: 4, Failures: 1, Errors: 1, Skipped: 1": ("Maven", (1, 1, 1, 0, 1)),
    "3 tests completed, 1 failed": ("gradle", (2, 1, 0, 0, 0)),
    "Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 1 s": (
        "dotnet", (3, 0, 1, 0, 0)),
    "67% tests passed, 1 tests failed out of 3": ("ctest", (2, 1, 0, 0, 0)),
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), LINES.items())
def test_summary_lines(line: str, expected: tuple[str, tuple[int, ...]]) -> None:
    """Runner and numbers of each."""
    report = read([line])
    assert report is not None
    assert (report.runner, numbers(report)) == expected


def test_several_summaries_add_up() -> None:
    """Maven's lines for single classes, which carry a time, are part of its total."""
    total = "Tests run: 3, Failures: 0, Errors: 0, Skipped: 1"
    single = f"[INFO] {total}, Time elapsed: 0.1 s - in com.example.CalcTest"
    assert numbers(read([single, f"[INFO] {total}", f"[INFO] {total}"])) == (4, 0, 2, 0, 0)


@pytest.mark.parametrize("line", ["3 examples of failures", "OK (fine)", "3 steps completed", ""])
def test_prose_is_nobodys(line: str) -> None:
    """A summary line is whole."""
    assert read([line]) is None


@pytest.mark.parametrize("runner", RUNNERS)
def test_every_runner_has_keys_that_its_lines_hold(runner: str) -> None:
    """A key that none of its lines holds would hide them."""
    keys = SummaryReader(runner).keys
    lines = [line for line, (name, _) in LINES.items() if name == runner]
    assert lines
    assert all(any(key in line for key in keys) for line in lines)
