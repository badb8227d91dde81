"""Rules for whether a test ran at all."""

from __future__ import annotations

import pytest

from patchsmith.replx.emptyruns import nothing_ran
from patchsmith.testreports.runners import read_reports

RAN = {
    "no runner": "hello",
    "unittest": "Ran 2 tests in 0.1s\n\nOK",
    "unittest without a verdict": "Ran 2 tests in 0.1s",
    "unittest, then one that is empty": "Ran 2 tests in 0.1s\n\nOK\nRan 0 tests in 0.0s\n\nOK",
    "pytest": "no tests ran in 0.01s\n1 passed in 0.1s",
    "go": "testing: warning: no tests to run\nok  \tx\t0.01s",
    "go cached": "ok  \tx\t(cached)\nok  \ty\t0.1s [no tests to run]",
    "TAP": "1..0\nok 1 - adds",
    "mocha": "0 passing (1ms)\n  3 passing (4ms)",
    "rspec": "0 examples, 0 failures\n2 examples, 0 failures",
    "two runners, one empty": "1..0\nRan 2 tests in 0.1s\n\nOK",
}
NONE = {
    "unittest": ("Ran 0 tests in 0.000s\n\nOK", "Ran 0 tests in 0.000s"),
    "unittest, skipped": ("Ran 2 tests in 0.1s\n\nOK (skipped=2)", "OK (skipped=2)"),
    "pytest, deselected": ("no tests ran in 0.01s", "no tests ran in 0.01s"),
    "pytest, skipped": ("=== 3 skipped in 0.02s ===", "=== 3 skipped in 0.02s ==="),
    "jest": ("No tests found, exiting with code 0", "No tests found, exiting with code 0"),
    "vitest": (
        "No test files found, exiting with code 0",
        "No test files found, exiting with code 0",
    ),
    "TAP": ("1..0 # SKIP nothing", "1..0 # SKIP nothing"),
    "mocha": ("  0 passing (1ms)", "  0 passing (1ms)"),
    "rspec": ("0 examples, 0 failures", "0 examples, 0 failures"),
    "go": ("ok  \tx\t0.01s [no tests to run]", "ok  \tx\t0.01s [no tests to run]"),
    "node:test": ("ℹ tests 0\nℹ pass 0\nℹ fail 0", "ℹ tests 0"),
    "cargo": ("test result: ok. 0 passed; 0 failed;", "test result: ok. 0 passed; 0 failed;"),
}


@pytest.mark.parametrize("output", RAN.values(), ids=RAN.keys())
def test_one_test_anywhere_settles_it(output: str) -> None:
    """An empty suite beside one that ran, or no runner at all, proves nothing."""
    assert nothing_ran(read_reports(output.splitlines())) is None


@pytest.mark.parametrize(("output", "line"), NONE.values(), ids=NONE.keys())
def test_no_test_at_all_is_named_by_its_line(output: str, line: str) -> None:
    """The first line that says so is evidence, and a condition that needs a test is offered."""
    nothing = nothing_ran(read_reports(output.splitlines()))
    assert nothing is not None
    assert nothing.line == line
    assert nothing.require.startswith("--success-")
