"""Whether the test runners seen in an output ran any test at all.

Decides from runners' own summary lines. One test that ran anywhere settles it: a command may run
several suites, and one of them may be empty. Must never take the absence of a summary as proof.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_UNITTEST = r"--success-regex '^Ran [1-9]'"
_PYTEST = r"--success-regex '^=* ?[1-9][0-9]* passed'"
_CARGO = r"--success-regex '^test result: ok\. [1-9]'"
_GO = r"--success-regex '^ok .*[0-9]s$'"
_PASSING = r"--success-regex '[1-9][0-9]* (passed|passing|examples)'"
_TAP = "--success-line 'ok 1'"

# Most lines of a long output hold none of these, and end there: a regular expression is slower.
_KEYS = (
    " passed", " passing", " xfailed", " xpassed", " skipped", "OK", "ok ", "ok\t", "Ran ",
    "--- PASS", "ests run", "o tests ", "collected 0", "example", " runs, ", " tests, ",
    " assertions, ", "1..0",
)  # fmt: skip
_RAN = re.compile(
    r"^=*\s*(?:\d+ \w+, )*[1-9]\d* (?:passed|xfailed|xpassed)\b"  # pytest
    r"|^test result: \w+\. [1-9]\d* passed;"  # cargo
    r"|^\s*Tests?:?\s+(?:\d+ \w+, )*[1-9]\d* passed\b"  # jest, vitest
    r"|^\s*[1-9]\d* passing\b"  # mocha
    r"|^[1-9]\d* (?:examples|example|runs|tests|assertions), "  # rspec, minitest
    r"|^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?:\s+coverage: .*)?$"  # go
    r"|^\s*--- PASS: "  # go
    r"|^ok \d+\b(?!.*# ?(?:SKIP|skip))"  # TAP
    r"|^OK \([1-9]\d* tests?\b"  # PHPUnit, JUnit 4
)
_ZERO = tuple(
    (re.compile(text), require)
    for text, require in (
        (r"^=*\s*no tests ran\b.*$", _PYTEST),
        (r"^collected 0 items(?: .*)?$", _PYTEST),
        (r"^=*\s*(?:\d+ deselected, )?[1-9]\d* skipped(?:, \d+ \w+)* in [\d.:]+.*$", _PYTEST),
        (r"^test result: ok\. 0 passed; 0 failed;.*$", _CARGO),
        (r"^testing: warning: no tests to run$", _GO),
        (r"^ok\s+\S+\s+[\d.]+s \[no tests to run\]$", _GO),
        (r"^No tests found\b.*$", _PASSING),
        (r"^No tests executed!$", _PASSING),
        (r"^\s*0 passing\b.*$", _PASSING),
        (r"^0 (?:examples|runs|tests), 0 (?:failures|assertions)\b.*$", _PASSING),
        (r"^1\.\.0\b.*$", _TAP),
    )
)  # fmt: skip
_UNITTEST_RAN = re.compile(r"^Ran (\d+) tests? in [\d.]+s$")
_UNITTEST_OK = re.compile(r"^OK(?: \(.*\))?$")
_SKIPPED = re.compile(r"\bskipped=(\d+)")
_MAVEN = re.compile(r"^.*\bTests run: (\d+), Failures: \d+, Errors: \d+, Skipped: (\d+)\b")


@dataclass(frozen=True, slots=True)
class NothingRan:
    """The line that shows that no test ran."""

    line: str
    """The line as printed."""
    require: str
    """The option that requires a test to have run, as a shell would read it."""


class Tally:
    """Reads the lines of one output in order and keeps whether a test ran."""

    def __init__(self) -> None:
        self._ran = False
        self._zero: NothingRan | None = None
        self._pending: int | None = None  # tests of a unittest run whose verdict is not read yet

    def read(self, line: str) -> None:
        """Take in one line, without its line ending."""
        if self._ran or not any(key in line for key in _KEYS):
            return
        if self._pending is not None and _UNITTEST_OK.match(line):
            skipped = _SKIPPED.search(line)
            self._count(line, self._pending - (int(skipped.group(1)) if skipped else 0), _UNITTEST)
            self._pending = None
        elif unittest := _UNITTEST_RAN.match(line):
            self._settle()
            self._pending = int(unittest.group(1)) or None
            if self._pending is None:
                self._count(line, 0, _UNITTEST)
        elif maven := _MAVEN.match(line):
            self._count(line, int(maven.group(1)) - int(maven.group(2)), _PASSING)
        elif _RAN.match(line):
            self._ran = True
        elif self._zero is None:
            self._zero = _zero(line)

    def nothing_ran(self) -> NothingRan | None:
        """Return the line that shows that no test ran; None when one did or no runner spoke."""
        self._settle()
        return None if self._ran else self._zero

    def _settle(self) -> None:
        # a run without a verdict line of its own: its count stands
        if self._pending:
            self._ran = True

    def _count(self, line: str, executed: int, require: str) -> None:
        if executed > 0:
            self._ran = True
        elif self._zero is None:
            self._zero = NothingRan(line, require)


def _zero(line: str) -> NothingRan | None:
    for pattern, require in _ZERO:
        if pattern.match(line):
            return NothingRan(line, require)
    return None
