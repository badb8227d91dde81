"""Rules of reading jest and vitest."""

from __future__ import annotations

import pytest

from patchsmith.testreports.jest_output import read
from reports_read import named, numbers

JEST = """\
FAIL src/calc.test.js (5.1 s)
  calc
    ✓ adds (2 ms)
    ✕ subs (3 ms)
    ○ skipped divides
    ✎ todo multiplies
  other
    ✓ adds

  ● calc › subs

    expect(received).toBe(expected) // Object.is equality

PASS src/text.test.js
  ✓ trims (1 ms)

Test Suites: 1 failed, 1 passed, 2 total
Tests:       1 failed, 1 skipped, 1 todo, 3 passed, 6 total
Snapshots:   0 total
Time:        1.2 s
Ran all test suites.
"""
VITEST = """\
 RUN  v1.6.0 /work

 ✓ src/text.test.ts > trims 1ms
 ❯ src/calc.test.ts (3 tests | 1 failed | 1 skipped) 8ms
   ✓ src/calc.test.ts > calc > adds
   × src/calc.test.ts > calc > subs 4ms
   ↓ src/calc.test.ts > calc > divides [skipped]

 FAIL  src/calc.test.ts > calc > subs
AssertionError: expected 1 to be 2

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 2 passed | 1 skipped (4)
   Start at  10:00:00
   Duration  300ms
"""


def test_jest_names_tests_by_file() -> None:
    """Blocks are told by indentation alone, so tests of one name in one file get numbers."""
    report = read(JEST.splitlines())
    assert numbers(report) == (3, 1, 1, 1, 0)
    assert named(report) == {
        "src/calc.test.js > adds": "passed",
        "src/calc.test.js > subs": "failed",
        "src/calc.test.js > divides": "skipped",
        "src/calc.test.js > multiplies": "xfailed",
        "src/calc.test.js > adds #2": "passed",
        "src/text.test.js > trims": "passed",
    }
    assert report is not None
    assert (report.runner, report.names_all) == ("jest", True)


def test_vitest_names_tests_by_file_and_block() -> None:
    """Times and the failures' second listing do not matter."""
    report = read(VITEST.splitlines())
    assert numbers(report) == (2, 1, 1, 0, 0)
    assert named(report) == {
        "src/text.test.ts > trims": "passed",
        "src/calc.test.ts > calc > adds": "passed",
        "src/calc.test.ts > calc > subs": "failed",
        "src/calc.test.ts > calc > divides": "skipped",
    }
    assert report is not None
    assert (report.runner, report.names_all) == ("vitest", True)


@pytest.mark.parametrize(
    ("line", "runner"),
    [
        ("No tests found, exiting with code 0", "jest"),
        ("No test files found, exiting with code 0", "vitest"),
        ("      Tests  no tests", "vitest"),
    ],
)
def test_no_tests_is_a_report_of_nothing(line: str, runner: str) -> None:
    """The runner says so itself."""
    report = read([line])
    assert report is not None
    assert (report.runner, report.counts.total) == (runner, 0)


def test_prose_is_nobodys() -> None:
    """Marks and words of others are not read as tests."""
    assert read(["Tests are fun", "  ✓ deployed", "PASS", "Tests: see below"]) is None
