"""Rules of reading mocha."""

from __future__ import annotations

from patchsmith.testreports.mocha_output import read
from reports_read import named, numbers

SPEC = """\

  calc
    ✔ adds
    1) subs
    - divides
  text
    ✔ adds (40ms)


  2 passing (8ms)
  1 pending
  1 failing

  1) calc
       subs:
     AssertionError [ERR_ASSERTION]: 1 == 2
      at Context.<anonymous> (test/calc.js:5:12)
"""


def test_the_spec_reporter_names_tests() -> None:
    """Without their blocks; the failures' second listing is not read."""
    report = read(SPEC.splitlines())
    assert numbers(report) == (2, 1, 1, 0, 0)
    assert named(report) == {
        "adds": "passed", "subs": "failed", "divides": "skipped", "adds #2": "passed",
    }  # fmt: skip
    assert report is not None
    assert report.names_all


def test_the_dot_reporter_counts() -> None:
    """Numbers without names."""
    report = read(["  . . !", "", "  2 passing (8ms)", "  1 failing"])
    assert numbers(report) == (2, 1, 0, 0, 0)
    assert named(report) == {}


def test_nothing_ran() -> None:
    """Mocha counts none."""
    assert numbers(read(["  0 passing (1ms)"])) == (0, 0, 0, 0, 0)


def test_prose_is_nobodys() -> None:
    """Lists and counts of others are not mocha's."""
    assert read(["  1) first", "  - second", "2 failing", "3 passing cars"]) is None
