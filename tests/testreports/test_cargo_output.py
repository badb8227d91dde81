"""Rules of reading cargo test and cargo nextest; the first output is a recorded one."""

from __future__ import annotations

import pytest

from patchsmith.testreports.cargo_output import read
from reports_read import named, numbers

CARGO = """\
running 4 tests
test tests::adds ... ok
test tests::panics - should panic ... ok
test tests::slow ... ignored, slow
test tests::fails ... FAILED

failures:
    tests::fails

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.17s


running 1 test
test src/lib.rs - add (line 1) ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

all doctests ran in 0.45s; merged doctests compilation took 0.44s
"""
NEXTEST = """\
    Starting 4 tests across 2 binaries (1 test skipped)
        PASS [   0.004s] (1/4) demo tests::adds
        FAIL [   0.005s] (2/4) demo tests::fails
   TRY 1 FAIL [   0.002s] demo tests::flaky
   TRY 2 PASS [   0.002s] demo tests::flaky
     TIMEOUT [   5.005s] (4/4) demo::web slow
------------
     Summary [   5.010s] 4 tests run: 2 passed (1 flaky), 1 failed, 1 timed out, 1 skipped
        FAIL [   0.005s] (2/4) demo tests::fails
error: test run failed
"""


def test_cargo_test_counts_all_binaries() -> None:
    """Documentation tests are named without their line, which any edit above moves."""
    report = read(CARGO.splitlines())
    assert numbers(report) == (3, 1, 1, 0, 0)
    assert named(report) == {
        "tests::adds": "passed",
        "tests::panics": "passed",
        "tests::slow": "skipped",
        "tests::fails": "failed",
        "src/lib.rs - add": "passed",
    }
    assert report is not None
    assert report.names_all


def test_tests_of_one_name_in_two_binaries_are_two() -> None:
    """Binaries are not named beside the tests."""
    lines = ["test a ... ok", "test result: ok. 1 passed; 0 failed; 0 ignored;"] * 2
    assert named(read(lines)) == {"a": "passed", "a #2": "passed"}


def test_nextest_counts_its_summary() -> None:
    """A test that is tried again counts by its last try."""
    report = read(NEXTEST.splitlines())
    assert numbers(report) == (2, 2, 1, 0, 0)
    assert named(report) == {
        "demo tests::adds": "passed",
        "demo tests::fails": "failed",
        "demo tests::flaky": "passed",
        "demo::web slow": "failed",
    }


@pytest.mark.parametrize("line", ["error: no tests to run", "    Starting 0 tests across 1 binary"])
def test_nextest_without_tests(line: str) -> None:
    """A report of nothing."""
    assert numbers(read([line])) == (0, 0, 0, 0, 0)


def test_prose_is_nobodys() -> None:
    """A line about a test is no result of one."""
    assert read(["test the water ... ok?", "the test result: ok", "Summary of [x]"]) is None
