"""unittest: the count, the verdict, the lines of -v and the headings of failures.

Failures are counted by unittest once for each subtest, so counts are cut to the number of tests
that ran. A module that can not be imported is named as the error of the module.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_RAN = re.compile(r"Ran (\d+) tests? in [\d.]+s")
_VERDICT = re.compile(r"(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?")
_DETAIL = re.compile(r"([a-z ]+)=(\d+)")
_TEST = re.compile(r"\s*(\w+) \(([\w.]+)\)(?: [(\[].*[)\]])?(?: \.\.\. ?(.*))?")
_DESCRIBED = re.compile(r".* \.\.\. (.*)")
_HEADING = re.compile(r"(FAIL|ERROR): (\w+) \(([\w.]+)\).*")
_STATUS = {
    "ok": TestStatus.PASSED,
    "FAIL": TestStatus.FAILED,
    "ERROR": TestStatus.ERROR,
    "expected failure": TestStatus.XFAILED,
    "unexpected success": TestStatus.FAILED,
}
_LOADER = "unittest.loader._FailedTest"


class UnittestReader:
    """Reads unittest's output; tests that print may hide their ids, never their number."""

    keys = ("Ran ", "OK", "FAIL", "NO TESTS", "ERROR", "(", "ok", " ... ", "expected")

    def __init__(self) -> None:
        self._results = Results()
        self._counts = Counts()
        self._line: str | None = None
        self._ran: int | None = None  # tests of a run whose verdict is not read yet
        self._open: str | None = None  # a test whose status is not read yet

    def take(self, line: str) -> None:
        """Take in one line."""
        if ran := _RAN.fullmatch(line):
            self._settle("")
            self._ran, self._line, self._open = int(ran.group(1)), line, None
        elif self._ran is not None and (verdict := _VERDICT.fullmatch(line)):
            if self._ran:
                self._line = line
            self._settle(verdict.group(1) or "")
        elif heading := _HEADING.fullmatch(line):
            self._results.add(_id(heading.group(2), heading.group(3)), _STATUS[heading.group(1)])
        elif test := _TEST.fullmatch(line):
            self._open = _id(test.group(1), test.group(2))
            self._close(test.group(3))
        elif self._open is not None:
            described = _DESCRIBED.fullmatch(line)
            self._close(described.group(1) if described else line)

    def _close(self, said: str | None) -> None:
        if self._open is None or said is None:
            return
        status = TestStatus.SKIPPED if said.startswith("skipped ") else _STATUS.get(said)
        if status is not None:
            self._results.add(self._open, status)
            self._open = None

    def _settle(self, details: str) -> None:
        if self._ran is None:
            return
        said = {name.strip(): int(number) for name, number in _DETAIL.findall(details)}
        left = self._ran
        skipped = min(said.get("skipped", 0), left)
        xfailed = min(said.get("expected failures", 0), left - skipped)
        left -= skipped + xfailed
        failed = min(said.get("failures", 0) + said.get("unexpected successes", 0), left)
        errors = min(said.get("errors", 0), left - failed)
        passed = left - failed - errors
        self._counts = self._counts.plus(
            Counts(passed=passed, failed=failed, skipped=skipped, xfailed=xfailed, errors=errors)
        )
        self._ran = None

    def report(self) -> Report | None:
        """Return what unittest reported."""
        self._settle("")
        if self._line is None:
            return None
        return Report(
            runner="unittest", counts=self._counts, results=self._results.listed(), line=self._line
        )


def _id(name: str, where: str) -> str:
    """Return `module.Class.test`; of what stands for many tests, what they begin with."""
    if where.startswith(_LOADER):
        return name
    if name in ("setUpClass", "tearDownClass", "setUpModule", "tearDownModule"):
        return where
    return where if where.rpartition(".")[2] == name else f"{where}.{name}"


def read(lines: Iterable[str]) -> Report | None:
    """Return what unittest reported in an output; None when it did not speak."""
    return read_with(UnittestReader, lines)
