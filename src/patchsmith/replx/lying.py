"""Exit statuses that lie: a run that ends with 0 while its own output reports failure.

Decides, for a run that exited 0, whether a line of its output contradicts the exit status, and
which line to require instead. A look-alike (`0 failed`, `test_failover passed`, a log line with
the word failure in prose) must stay quiet: a false alarm ends a loop that could have gone well.

What a passing test printed, shown again by its runner, is nobody's verdict.

Rules for editors: a pattern names a runner's own verdict line, whole; every pattern has a
line in the FIRES table of the test and its nearest harmless neighbour in the QUIET table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from shlex import quote
from typing import TYPE_CHECKING

from patchsmith.replx.condition import MAX_LINE_CHARS
from patchsmith.replx.emptyruns import nothing_ran
from patchsmith.text.batches import batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
    nothing_ran: bool = False
    """Whether no failure is reported, but no test ran."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    fires: re.Pattern[str]
    require: str | None
    """Text of a fixed option; None to derive it from the line."""


_PASSED_REGEX = r"--success-regex '^=* ?[1-9][0-9]* passed'"
_ONLY_SUCCESS = "--success-line TEXT with a line that only success prints"
_RUNNERS = (
    # cargo
    (r"^test result: FAILED\..*$", "--success-line 'test result: ok'"),
    # unittest
    (r"^FAILED \((?:failures|errors|unexpected successes)=.*\)$", r"--success-regex '^OK( \(|$)'"),
    # pytest
    (r"^(?:FAILED|ERROR) \S+\.py(?:::\S.*|(?: - .*)?)$", _PASSED_REGEX),
    # rspec, mocha, gradle
    (r"^\d+ examples?, [1-9]\d* failures?\b.*$",
     "--success-regex '^[1-9][0-9]* examples?, 0 failures'"),
    (r"^\s*[1-9]\d* failing$", "--success-regex '^ *[1-9][0-9]* passing'"),
    (r"^\d+ tests? completed, [1-9]\d* failed\b.*$", "--success-line 'BUILD SUCCESSFUL'"),
    (rf"^=*\s*{_COUNTED}(?:, .*| in [\d.:]+.*)?\s*=*$", _PASSED_REGEX),
    # jest, vitest
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
)  # fmt: skip
_OTHERS = (
    # label: FAIL (what scripts of one's own print)
    (rf"^{_LABEL}:\s*(?:FAIL|FAILURE)(?:\W.*)?$", None),
    (rf"^{_LABEL}:\s*FAILED(?:[^\w\s].*|\s*\(.*|\s+\d.*|\s*-.*)?$", None),
    (r"^[\w./\-]+:\s*(?:fail|failed|failure|Failed|Fail|Failure)[.!]?$", None),
    (r"^[\w./\-]+:\s*(?:not ok|NOT OK)\b.*$", None),
    (r"^(?:FAIL|FAILED|FAILURE)[.!]?$", None),
    (r"^\W{0,3}\s*(?:\[\w+\] )?BUILD (?:FAILED|FAILURE)\b.*$", None),
    (r"^[Tt]ests? failed: [1-9]\d*\b.*$", None),
    (r"^(?:Failures|Failed|failures|failed|Failed tests|failed tests): [1-9]\d*\.?$", None),
    # make, maven, npm
    (r"^\S*make(?:\[\d+\])?: \*\*\* .*(?:\bError \d+|Stop\.)$", _ONLY_SUCCESS),
    (r"^\[ERROR\] Failed to execute goal .*$", "--success-regex 'BUILD SUCCESS$'"),
    (r"^npm (?:ERR!|error) (?!.*\bcomplete log\b).+$", _ONLY_SUCCESS),
    # compilers and linters
    (r"^[^\s:][^:]*:\d+(?::\d+)?: (?:fatal )?error: .+$", _ONLY_SUCCESS),
    (r"^error(?:\[E\d{4}\]: .+|: could not compile .+)$", _ONLY_SUCCESS),
    (r"^Found [1-9]\d* errors? in \d+ files?\b.*$", "--success-line 'Success: no issues found'"),
    (r"^Found [1-9]\d* errors?\.$", "--success-line 'All checks passed!'"),
    (r"^Found \d+ errors? \(\d+ fixed, [1-9]\d* remaining\)\.$",
     "--success-line 'All checks passed!'"),
    # a program that is not there
    (r"^\S*python[\d.]*: (?:can't open file|No module named) .*$", _ONLY_SUCCESS),
    (r"^(?:\S*/)?(?:\w*sh|[\w.\-]+\.sh)(?:: line \d+|: \d+)?: \S+: (?:command )?not found$",
     _ONLY_SUCCESS),
)  # fmt: skip
_TELLING = (
    "fail", "error", "err!", "not ok", "not found", "***", "can't open", "no module",
)  # fmt: skip
"""What every line holds, in lower case, that a pattern fires on."""
_RUNNERS_FAIL = tuple(_Pattern(re.compile(fires), require) for fires, require in _RUNNERS)
_PATTERNS = (
    *_RUNNERS_FAIL, *(_Pattern(re.compile(fires), require) for fires, require in _OTHERS)
)  # fmt: skip
_RUNNERS_PASS = re.compile(
    r"OK(?: \(|$)|Ran \d+ tests?\b|=* ?\d+ (?:passed|passing)\b|\s*\d+ passing\b|ok\b|PASS\b"
    r"|test result: |\s*Tests?:? |\d+ examples?,|.*\bTests(?: run)?: *\d+,|\d+% tests passed"
    r"|Passed!|# (?:pass|fail) |\d+ tests? completed"
)


def find_lie(lines: Iterable[str], reports: Sequence[Report]) -> Lie | None:
    """Return the first line that contradicts exit status 0, or None.

    Without a failing line, test runners that between them ran no test, or skipped every one,
    contradict it too.

    Args:
        lines: Complete output of a run that exited 0, without line endings.
        reports: What test runners reported in it.
    """
    seen = _Seen()
    found: Lie | None = None
    pattern: _Pattern | None = None
    for line in verdict_lines(lines):
        seen.note(line)
        if pattern is None:
            pattern = _failing(line, _PATTERNS)
            found = None if pattern is None else Lie(line, pattern.require or "")
    if found is not None:
        return found if found.require else replace(found, require=_required(found.line, seen))
    if seen.crash is not None:
        return Lie(seen.crash, _ONLY_SUCCESS)
    empty = nothing_ran(reports)
    return None if empty is None else Lie(empty.line, empty.require, nothing_ran=True)


def contradiction(lines: Iterable[str], required: str) -> str | None:
    """Return the line in which a test runner reports failure, against another line of its own.

    Args:
        lines: Complete output of a run, without line endings.
        required: The line that met the condition; one that no test runner prints is contradicted
            by none.
    """
    if not _RUNNERS_PASS.match(required):
        return None
    failing = (line for line in verdict_lines(lines) if _failing(line, _RUNNERS_FAIL))
    return next(failing, None)


_CAPTURED = re.compile(r"-{3,} Captured \w+ (?:call|setup|teardown) -{3,}")
_HEADING = re.compile(r"([=_\-])\1{2,} .* \1{3,}|([=_])\2{2,}")


_TOLD_BY = (*_TELLING, "traceback", "---", "===", "___", "pass", "ok", "success")
"""What a line holds, in lower case, that is a verdict, a heading, a crash or a success."""


def verdict_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines that may be a verdict, bounded: not those a test printed while captured.

    Of many lines that all say nothing only two are yielded, which show how a program went on: the
    first that is not indented, and the last.

    Args:
        lines: Complete output of a run, without line endings.
    """
    captured = False
    for batch in batches(lines):
        text = "\n".join(batch).lower()
        telling = any(key in text for key in _TOLD_BY)
        for whole in batch if telling else _ends(batch):
            line = whole[:MAX_LINE_CHARS].rstrip()
            if line[:3] in ("---", "===", "___") and _HEADING.fullmatch(line):
                captured = _CAPTURED.fullmatch(line) is not None
            if not captured:
                yield line


def _ends(batch: Sequence[str]) -> Iterator[str]:
    spoken = [line for line in batch if line and not line.isspace()]
    first = next((at for at, line in enumerate(spoken) if not line[0].isspace()), None)
    if first is not None:
        yield spoken[first]
    if spoken and first != len(spoken) - 1:
        yield spoken[-1]


def _failing(line: str, patterns: Sequence[_Pattern]) -> _Pattern | None:
    lowered = line.lower()
    if not any(key in lowered for key in _TELLING) or _is_log(line):
        return None
    return next((pattern for pattern in patterns if pattern.fires.match(line)), None)


_TRACEBACK = "Traceback (most recent call last):"
_EXCEPTION = re.compile(r"[A-Za-z_][\w.]*(?:: .*)?")
_NOT_PARSED = re.compile(r"(?:SyntaxError|IndentationError|TabError): ")
_PASSING = re.compile(r"^(.*?\b(?:PASS(?:ED)?|OK|SUCCESS|pass(?:ed)?|ok|success))\b")
_MAX_PASSING = 100
_MAX_PASSING_CHARS = 200


class _Seen:
    """What else an output holds: how it ended, and the first lines of success in it."""

    def __init__(self) -> None:
        self.crash: str | None = None
        self.passing: list[str] = []
        self._traced = False

    def note(self, line: str) -> None:
        if not line or line.isspace():
            return
        if line == _TRACEBACK:
            self._traced, self.crash = True, None
        elif self._traced and line[0] != " ":
            self.crash = line if _EXCEPTION.fullmatch(line) else None
            self._traced = False
        elif not self._traced:  # said after a crash, so the program went on
            self.crash = line if _NOT_PARSED.match(line) else None
        if ":" in line and len(self.passing) < _MAX_PASSING and len(line) < _MAX_PASSING_CHARS:
            passing = _PASSING.match(line)
            if passing is not None:
                self.passing.append(passing.group(1))


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


def _required(line: str, seen: _Seen) -> str:
    if "Tests" in line and re.search(r"(?:Failures|Errors|Failed): *[1-9]", line):
        return r"--success-regex 'Tests( run)?: *[0-9]+, *Failures: *0, *Errors: *0'"
    counted = _COUNT_AT_END.match(line)
    if counted is not None:
        return f"--success-line {quote(counted.group(1) + '0')}"
    verdict = _VERDICT.match(line)
    if verdict is None:
        return _ONLY_SUCCESS
    before = verdict.group(1).lstrip() if verdict.group(1).isspace() else verdict.group(1)
    rest = line[verdict.end() :] if verdict.group(2) == "not ok" else ""
    printed = (each for each in seen.passing if before and each.startswith(before))
    word = (each for each in printed if " " not in each[len(before) :])
    honest = next(word, before + _HONEST[verdict.group(2)])
    return f"--success-line {quote(honest + rest)}"
