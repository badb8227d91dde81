"""Rules of whether the tests of a first run judged the last."""

from __future__ import annotations

import pytest

from patchsmith.findings import Severity
from patchsmith.testreports.comparing import compared, same_tests
from patchsmith.testreports.runners import read_reports


def rules(first: str, last: str) -> list[str]:
    """Return the rules that stand against the last output."""
    found = compared(read_reports(first.splitlines()), read_reports(last.splitlines()))
    return [finding.rule for finding in found]


QUIET = {
    "the failing test passes": ("1 failed, 2 passed in 0.1s", "3 passed in 0.1s"),
    "more tests after a collection error": ("1 error in 0.1s", "9 passed, 2 skipped in 0.1s"),
    "skips as before": ("1 failed, 2 skipped in 0.1s", "1 passed, 2 skipped in 0.1s"),
    "stopped at the first failure": ("1 failed in 0.1s", "3 passed, 1 skipped in 0.1s"),
    "an error at teardown": ("2 passed, 1 error in 0.1s", "2 passed in 0.1s"),
    "a module that could not be imported": (
        ("ERROR: test_m (unittest.loader._FailedTest.test_m)\nRan 1 test in 0.1s\n\n"
        "FAILED (errors=1)"),
        "test_a (test_m.T.test_a) ... ok\nRan 1 test in 0.1s\n\nOK",
    ),
    "subtests fail more often than tests": (
        "Ran 1 test in 0.1s\n\nFAILED (failures=3)", "Ran 1 test in 0.1s\n\nOK"),
    "a failing test is named, the last run counts": (
        "FAILED test_a.py::test_x - boom\n1 failed, 1 passed in 0.1s", "2 passed in 0.1s"),
    "a package that did not build": (
        "FAIL\tx/a [build failed]", "=== RUN   TestA\n--- PASS: TestA (0s)\nok  \tx/a\t0.1s"),
    "no runner spoke": ("cc: error", "done"),
    "a runner spoke late": ("cc: error", "3 passed in 0.1s"),
}  # fmt: skip
FIRES = {
    "a test is gone, by number": ("1 failed, 2 passed in 0.1s", "2 passed in 0.1s", "DY01"),
    "a test is gone, by name": (
        "test_a (m.T.test_a) ... FAIL\nRan 1 test in 0.1s\n\nFAILED (failures=1)",
        "test_b (m.T.test_b) ... ok\nRan 1 test in 0.1s\n\nOK", "DY01"),
    "the runner is gone": ("1 failed, 2 passed in 0.1s", "all good", "DY01"),
    "newly skipped, by number": (
        "1 failed, 2 passed in 0.1s", "2 passed, 1 skipped in 0.1s", "DY02"),
    "newly skipped, by name": (
        "test_a (m.T.test_a) ... FAIL\nRan 1 test in 0.1s\n\nFAILED (failures=1)",
        ("test_a (m.T.test_a) ... skipped 'x'\ntest_b (m.T.test_b) ... ok\n"
         "Ran 2 tests in 0.1s\n\nOK (skipped=1)"), "DY02"),
    "an error is skipped": ("1 error, 2 passed in 0.1s", "2 passed, 1 skipped in 0.1s", "DY02"),
    "expected to fail, by number": (
        "1 failed, 2 passed in 0.1s", "2 passed, 1 xfailed in 0.1s", "DY03"),
    "nothing ran": ("cc: error", "no tests ran in 0.01s", "DY04"),
    "everything is skipped": ("cc: error", "3 skipped in 0.01s", "DY04"),
}  # fmt: skip


@pytest.mark.parametrize(("first", "last"), QUIET.values(), ids=QUIET.keys())
def test_quiet_where_the_same_tests_judged(first: str, last: str) -> None:
    """Errors may stand for many tests, and a first run may have stopped early."""
    assert rules(first, last) == []


@pytest.mark.parametrize(("first", "last", "rule"), FIRES.values(), ids=FIRES.keys())
def test_fires_where_a_test_no_longer_judges(first: str, last: str, rule: str) -> None:
    """By names where all are named, by numbers where these prove it."""
    assert rule in rules(first, last)
    found = compared(read_reports(first.splitlines()), read_reports(last.splitlines()))
    assert all(finding.severity is Severity.BLOCK for finding in found)


def test_failures_the_condition_does_not_look_at_are_a_warning() -> None:
    """A line may be required that one of many tests prints."""
    reports = read_reports(["1 failed, 2 passed in 0.1s"])
    (finding,) = compared(reports, reports)
    assert (finding.rule, finding.severity) == ("DY05", Severity.WARN)


def test_many_lost_tests_are_shown_by_the_first_few() -> None:
    """A message stays readable."""
    lost = [f"test_{n} (m.T.test_{n}) ... FAIL" for n in range(9)]
    first = read_reports([*lost, "Ran 9 tests in 0.1s", "FAILED (failures=9)"])
    last = read_reports(["test_x (m.T.test_x) ... ok", "Ran 1 test in 0.1s", "OK"])
    assert "and 4 more" in compared(first, last)[0].message


def test_the_same_tests_are_known_only_where_the_first_run_had_some() -> None:
    """A first run that broke before its tests names none to look for."""
    some, none = read_reports(["3 passed in 0.1s"]), read_reports(["cc: error"])
    assert same_tests(some, some)
    assert not same_tests(none, some)
    assert not same_tests(some, none)
