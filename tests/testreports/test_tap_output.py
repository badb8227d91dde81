"""Rules of reading TAP."""

from __future__ import annotations

import pytest

from patchsmith.testreports.tap_output import read
from reports_read import named, numbers

PLAIN = """\
1..5
ok 1 - adds
not ok 2 - subs
ok 3 - divides # SKIP slow
not ok 4 - multiplies # TODO not written
ok 5
"""
NESTED = """\
TAP version 14
# Subtest: calc
    ok 1 - adds
    not ok 2 - subs # no directive
    1..2
not ok 1 - calc
ok 2 - text \\# 2
1..2
"""


def test_points_and_directives() -> None:
    """A point without a description is named by its number."""
    report = read(PLAIN.splitlines())
    assert numbers(report) == (2, 1, 1, 1, 0)
    assert named(report) == {
        "adds": "passed",
        "subs": "failed",
        "divides": "skipped",
        "multiplies": "xfailed",
        "test 5": "passed",
    }


def test_a_point_that_closes_a_subtest_is_not_counted_again() -> None:
    """It stands for the points above it."""
    report = read(NESTED.splitlines())
    assert numbers(report) == (2, 1, 0, 0, 0)
    assert "calc" not in named(report)


def test_bailing_out_is_an_error() -> None:
    """What came after it did not run."""
    assert numbers(read(["1..3", "ok 1", "Bail out! no database"])) == (1, 0, 0, 0, 1)


@pytest.mark.parametrize("line", ["1..0", "1..0 # SKIP nothing to do"])
def test_an_empty_plan_is_a_report_of_nothing(line: str) -> None:
    """Nothing ran, as planned."""
    assert numbers(read([line])) == (0, 0, 0, 0, 0)


def test_points_without_plan_or_version_are_nobodys() -> None:
    """`ok` begins lines of many programs."""
    assert read(["ok 1 - adds", "ok, done", "not ok"]) is None
