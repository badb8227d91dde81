"""Exit statuses that lie: a run that ends with 0 while its own output reports failure.

Decides, for a run that exited 0, whether a line of its output contradicts the exit status, and
which line to require instead. A look-alike (`0 failed`, `test_failover passed`, a log line with
the word failure in prose) must stay quiet: a false alarm ends a loop that could have gone well.

Rules for editors: a pattern names a runner's own verdict line, whole; every pattern has a
line in the FIRES table of the test and its nearest harmless neighbour in the QUIET table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING

from patchsmith.replx.condition import MAX_LINE_CHARS
from patchsmith.replx.emptyruns import nothing_ran

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patchsmith.testreports.model import Report

_LABEL = r"[\w./\-]+(?: [\w./\-]+){0,3}"
_TIMESTAMP = re.compile(r"^\[?\d{4}-\d\d-\d\d[T ]")
_COUNTED = (
    r"(?:\d+ (?:[a-z]+ ?){1,2}[,;]\s*)*[1-9]\d* (?:tests? |examples? |specs? |suites? )?"
    r"(?:failed|failures?|failing|errors?|errored)"
)


@dataclass(frozen=True, slots=True)
class Lie:
    """A line that contradicts exit status 0."""

    line: str
    """The line as printed."""
    require: str
    """The option that requires the honest line, as a shell would read it."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    fires: re.Pattern[str]
    require: str | None
    """Text of a fixed option; None to derive it from the line."""


_PASSED_REGEX = r"--success-regex '^=* ?[1-9][0-9]* passed'"
_PATTERNS = tuple(
    _Pattern(re.compile(fires), require)
    for fires, require in (
        # cargo
        (r"^test result: FAILED\..*$", "--success-line 'test result: ok'"),
        # label: FAIL (what scripts of one's own print)
        (rf"^{_LABEL}:\s*(?:FAIL|FAILURE)(?:\W.*)?$", None),
        (rf"^{_LABEL}:\s*FAILED(?:[^\w\s].*|\s*\(.*|\s+\d.*|\s*-.*)?$", None),
        (r"^[\w./\-]+:\s*(?:fail|failed|failure|Failed|Fail|Failure)[.!]?$", None),
        (r"^[\w./\-]+:\s*(?:not ok|NOT OK)\b.*$", None),
        (r"^(?:FAIL|FAILED|FAILURE)[.!]?$", None),
        (r"^\W{0,3}\s*(?:\[\w+\] )?BUILD (?:FAILED|FAILURE)\b.*$", None),
        (r"^[Tt]ests? failed: [1-9]\d*\b.*$", None),
        (r"^(?:Failures|Failed|failures|failed|Failed tests|failed tests): [1-9]\d*\.?$", None),
        # unittest
        (r"^FAILED \((?:failures|errors|unexpected successes)=.*\)$", "--success-line OK"),
        # pytest
        (r"^(?:FAILED|ERROR) \S+\.py(?:::\S.*|(?: - .*)?)$", _PASSED_REGEX),
        (rf"^=*\s*{_COUNTED}(?:, .*| in [\d.:]+.*)?\s*=*$", _PASSED_REGEX),
        # jest, vitest, mocha, rspec, gradle
        (rf"^\s*Tests?:?\s+{_COUNTED}\b.*$", r"--success-regex '^ *Tests:? +[1-9][0-9]* passed'"),
        # JUnit, Maven, PHPUnit, dotnet
        (r"^.*\bTests(?: run)?: *\d+,.*\b(?:Failures|Errors|Failed): *[1-9]\d*\b.*$", None),
        (r"^Failed!\s+- Failed:\s+[1-9].*$", "--success-line 'Passed!'"),
        # go
        (r"^\s*--- FAIL: \S+ \([\d.]+s\)$", r"--success-regex '^(ok|PASS)\b'"),
        (r"^\s*--- FAIL: \S+.*$", r"--success-regex '^(ok|PASS)\b'"),
        (r"^FAIL\t\S+.*$", r"--success-regex '^(ok|PASS)\b'"),
        # ctest
        (r"^\d+% tests passed, [1-9]\d* tests? failed out of \d+$",
         "--success-line '100% tests passed'"),
        # TAP
        (r"^not ok \d+(?!.*# ?(?:TODO|SKIP|todo|skip)).*$", None),
        (r"^(?:#|\u2139) fail [1-9]\d*$", None),
        # make
        (r"^\S*make(?:\[\d+\])?: \*\*\* .*\bError \d+$", None),
    )
)  # fmt: skip


def find_lie(lines: Iterable[str], reports: Sequence[Report]) -> Lie | None:
    """Return the first line that contradicts exit status 0, or None.

    Without a failing line, test runners that between them ran no test, or skipped every one,
    contradict it too.

    Args:
        lines: Complete output of a run that exited 0, without line endings.
        reports: What test runners reported in it.
    """
    for whole in lines:
        line = whole[:MAX_LINE_CHARS].rstrip()
        lower = line.lower()
        if ("fail" in lower or "error" in lower or "not ok" in lower) and not _is_log(line):
            for pattern in _PATTERNS:
                if pattern.fires.match(line):
                    return Lie(line, pattern.require or _required(line))
    empty = nothing_ran(reports)
    return None if empty is None else Lie(empty.line, empty.require)


def _is_log(line: str) -> bool:
    return _TIMESTAMP.match(line) is not None


_HONEST = {
    "BUILD FAILED": "BUILD SUCCESSFUL", "BUILD FAILURE": "BUILD SUCCESS", "not ok": "ok",
    "NOT OK": "OK", "FAILED": "PASSED", "FAILURE": "SUCCESS", "FAIL": "PASS",
    "failed": "passed", "failure": "success", "fail": "pass",
    "Failed": "Passed", "Failure": "Success", "Fail": "Pass",
}  # fmt: skip
_COUNT_AT_END = re.compile(r"^(.*?(?:[Ff]ail\w*(?: tests)?|[Ee]rrors):? )[1-9]\d*")
_VERDICT = re.compile(rf"^(.*?\b)({'|'.join(map(re.escape, _HONEST))})\b")


def _required(line: str) -> str:
    if re.match(r"^\S*make", line):
        return "--success-line TEXT with a line that only success prints"
    if "Tests" in line and re.search(r"(?:Failures|Errors|Failed): *[1-9]", line):
        return r"--success-regex 'Tests( run)?: *[0-9]+, *Failures: *0, *Errors: *0'"
    counted = _COUNT_AT_END.match(line)
    if counted is not None:
        return f"--success-line {quote(counted.group(1) + '0')}"
    verdict = _VERDICT.match(line)
    if verdict is None:
        return "--success-line TEXT with a line that only success prints"
    before = verdict.group(1).lstrip() if verdict.group(1).isspace() else verdict.group(1)
    rest = line[verdict.end() :] if verdict.group(2) == "not ok" else ""
    return f"--success-line {quote(before + _HONEST[verdict.group(2)] + rest)}"
