"""pytest: the summary line, the lines of -v (also with xdist) and the short summary of -r.

An unexpected pass counts as passed unless pytest itself counts it as failed. An error at
teardown comes on top of the test's own result, so errors are not added to the ids.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.testreports.model import Counts, Report, Results, TestStatus
from patchsmith.testreports.reading import read_with

if TYPE_CHECKING:
    from collections.abc import Iterable

_ITEM = r"\d+ (?:[a-z]+ )?[a-z]+"
_SUMMARY = re.compile(rf"=*\s*({_ITEM}(?:, {_ITEM})*) in \d[\d.]*s(?: \([\d:]+\))?\s*=*")
_NONE = re.compile(r"=*\s*no tests (?:ran|collected)\b.*|collected 0 items(?: .*)?")
_NUMBER = re.compile(r"(\d+) ((?:[a-z]+ )?[a-z]+)")
_STATUS = {
    "PASSED": TestStatus.PASSED,
    "FAILED": TestStatus.FAILED,
    "ERROR": TestStatus.ERROR,
    "SKIPPED": TestStatus.SKIPPED,
    "XFAIL": TestStatus.XFAILED,
    "XPASS": TestStatus.PASSED,
}
_WORDS = "|".join(_STATUS)
_VERBOSE = re.compile(rf"(\S+::.+?) ({_WORDS})(?: \(.*\))?(?:\s+\[ *\d+%\])?")
_SHORT = re.compile(
    rf"(?:\[gw\d+\] \[ *\d+%\] )?({_WORDS}) (\S+?\.py|[^\s\[]+::[^\s\[]+(?:\[.*?\](?= - |$))?)"
    r"(?: - .*)?"
)
_COUNTED = {
    "passed": "passed",
    "xpassed": "passed",
    "failed": "failed",
    "skipped": "skipped",
    "xfailed": "xfailed",
    "error": "errors",
    "errors": "errors",
}
_SPEAKING = frozenset({*_COUNTED, "deselected"})


class PytestReader:
    """Reads pytest's output."""

    keys = (" in ", "no tests ", "collected 0", *_STATUS)

    def __init__(self) -> None:
        self._results = Results()
        self._counts = Counts()
        self._line: str | None = None
        self._nothing: str | None = None

    def take(self, line: str) -> None:
        """Take in one line."""
        if summary := _SUMMARY.fullmatch(line):
            self._count(line, summary.group(1))
        elif verbose := _VERBOSE.fullmatch(line):
            self._results.add(verbose.group(1), _STATUS[verbose.group(2)])
        elif short := _SHORT.fullmatch(line):
            self._results.add(short.group(2), _STATUS[short.group(1)])
        elif self._nothing is None and _NONE.fullmatch(line):
            self._nothing = line

    def _count(self, line: str, items: str) -> None:
        numbers: dict[str, int] = {}
        found = [(int(number), word) for number, word in _NUMBER.findall(items)]
        if not any(word in _SPEAKING for _, word in found):
            return
        for number, word in found:
            if word in _COUNTED:
                numbers[_COUNTED[word]] = numbers.get(_COUNTED[word], 0) + number
        self._counts = self._counts.plus(Counts(**numbers))
        self._line = line

    def report(self) -> Report | None:
        """Return what pytest reported."""
        line = self._line if self._line is not None else self._nothing
        if line is None:
            return None
        return Report(
            runner="pytest", counts=self._counts, results=self._results.listed(), line=line
        )


def read(lines: Iterable[str]) -> Report | None:
    """Return what pytest reported in an output; None when it did not speak."""
    return read_with(PytestReader, lines)
