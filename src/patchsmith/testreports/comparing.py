"""Whether the tests that judged a loop's first run judged its last one too.

A success that came about because fewer tests ran is none. Decides from reports alone, and errs on
the quiet side where a report does not name its tests: then numbers must prove that a test is gone.

    DY01  a test of the first run did not run in the last
    DY02  a test that ran is skipped now
    DY03  a test that ran is expected to fail now
    DY04  no test ran in the last run
    DY05  tests fail in the last run, and the condition does not look at them

Rules for editors: a finding states what was seen, never how to get around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity
from patchsmith.testreports.model import TestStatus

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patchsmith.testreports.model import Report

_SHOWN = 5
_NOW = {"DY02": (TestStatus.SKIPPED, "skipped"), "DY03": (TestStatus.XFAILED, "xfailed")}
_SAYS = {"DY02": "skipped in the last run", "DY03": "expected to fail in the last run"}


def compared(
    first: Sequence[Report],
    last: Sequence[Report],
    *,
    failures: Severity = Severity.WARN,
) -> tuple[Finding, ...]:
    """Return what the reports of a first run say against those of the last.

    Args:
        first: Reports of the run before any edit.
        last: Reports of the run that met the condition.
        failures: What it means that tests fail in the last run.
    """
    found: list[Finding] = []
    now = {report.runner: report for report in last}
    for before in first:
        after = now.get(before.runner)
        if after is not None:
            found += _of_runner(before, after)
        elif before.counts.total:
            number = before.counts.total
            found.append(
                _blocks(
                    "DY01", before.runner, f"{_tests(number)} in the first run, none in the last"
                )
            )
    if last and not any(report.counts.ran for report in last):
        found.append(
            _blocks("DY04", last[0].runner, f"no test ran in the last run: {last[0].line}")
        )
    for report in last:
        bad = report.counts.failed + report.counts.errors
        if bad:
            message = f"{report.runner}: {_tests(bad)} failed in the last run: {report.line}"
            found.append(Finding("DY05", failures, "", message))
    return tuple(found)


def same_tests(first: Sequence[Report], last: Sequence[Report]) -> bool:
    """Return whether the first run named tests, so that they could be looked for in the last."""
    return any(report.counts.total for report in first) and bool(last)


def _of_runner(before: Report, after: Report) -> Iterable[Finding]:
    found = [_lost(before, after), _turned(before, after, "DY02"), _turned(before, after, "DY03")]
    return [finding for finding in found if finding is not None]


def _lost(before: Report, after: Report) -> Finding | None:
    if after.names_all:
        there = {result.id for result in after.results}
        gone = [each.id for each in before.results if each.id not in there]
        gone = [test_id for test_id in gone if not _stood_for(test_id, before, there)]
        if gone:
            return _blocks("DY01", before.runner, f"did not run in the last run: {_listed(gone)}")
    # an error may stand for one test, for a whole file, or come on top of a test's own result
    at_least = before.counts.total - before.counts.errors
    if after.counts.total < at_least:
        return _blocks(
            "DY01",
            before.runner,
            f"{_tests(at_least)} in the first run, {after.counts.total} in the last",
        )
    return None


def _stood_for(test_id: str, before: Report, there: set[str]) -> bool:
    """Return whether an error named a file or class whose tests are there now."""
    status = next(result.status for result in before.results if result.id == test_id)
    if status is not TestStatus.ERROR:
        return False
    return any(each.startswith((f"{test_id}.", f"{test_id}::")) for each in there)


def _turned(before: Report, after: Report, rule: str) -> Finding | None:
    status, name = _NOW[rule]
    idle = (TestStatus.SKIPPED, TestStatus.XFAILED)
    ran = {result.id for result in before.results if result.status not in idle}
    turned = [each.id for each in after.results if each.status is status and each.id in ran]
    if turned:
        return _blocks(rule, before.runner, f"{_SAYS[rule]}: {_listed(turned)}")
    more = getattr(after.counts, name) - getattr(before.counts, name)
    if more > 0 and after.counts.judging < before.counts.judging + before.counts.errors:
        return _blocks(
            rule,
            before.runner,
            f"{_tests(more)} more {_SAYS[rule]}, and {after.counts.judging} ran where "
            f"{before.counts.judging + before.counts.errors} did",
        )
    return None


def _tests(number: int) -> str:
    return "1 test" if number == 1 else f"{number} tests"


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:_SHOWN])
    return shown if len(ids) <= _SHOWN else f"{shown} and {len(ids) - _SHOWN} more"


def _blocks(rule: str, runner: str, message: str) -> Finding:
    return Finding(rule, Severity.BLOCK, "", f"{runner}: {message}")
