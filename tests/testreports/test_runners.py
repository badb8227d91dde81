"""Rules of reading one output for all runners."""

from __future__ import annotations

import time

import pytest

from patchsmith.testreports.runners import read_reports

ONE_EACH = {
    "pytest": "===== 2 passed in 0.31s =====",
    "unittest": "Ran 2 tests in 0.001s\n\nOK",
    "go test": "ok  \texample.com/a\t0.1s\nok  \texample.com/b\t0.1s",
    "cargo test": "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured",
    "cargo nextest": "     Summary [   0.010s] 2 tests run: 2 passed, 0 skipped",
    "jest": "Tests:       2 passed, 2 total",
    "vitest": "      Tests  2 passed (2)",
    "mocha": "  2 passing (8ms)",
    "node:test": "ℹ tests 2\nℹ pass 2\nℹ fail 0",
    "TAP": "TAP version 13\nok 1 - a\nok 2 - b\n1..2",
    "Maven": "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0",
}


@pytest.mark.parametrize(("runner", "output"), ONE_EACH.items())
def test_one_runner_speaks_alone(runner: str, output: str) -> None:
    """No other reader takes its lines for its own runner's."""
    (report,) = read_reports(output.splitlines())
    assert (report.runner, report.counts.passed, report.counts.total) == (runner, 2, 2)


def test_several_runners_in_one_output() -> None:
    """A command may run several suites."""
    output = "\n".join(ONE_EACH.values()).splitlines()
    assert {report.runner for report in read_reports(output)} == set(ONE_EACH)


def test_an_output_without_runners_has_no_reports() -> None:
    """Compilers, logs and prose."""
    lines = ["cc -c a.c", "2024-05-01 10:00:00 INFO ok", "all good", "done in 3s", "FAIL: x"]
    assert read_reports(lines) == ()


def test_long_outputs_are_read_in_time_linear_in_them() -> None:
    """Repeated beginnings of patterns do not make a line expensive."""
    began = time.monotonic()
    read_reports([text * 2000 for text in ("1 passed, ", "test a ", "ok ", "--- ", "1 ✓ > ")] * 200)
    assert time.monotonic() - began < 30
