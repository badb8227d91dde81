"""Runs in which no test ran: what shows it, and what to require instead of exit status 0.

Decides from test runners' own reports. One test that ran anywhere settles it: a command may run
several suites, and one of them may be empty. Must never take the absence of a report as proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.testreports.model import Report

_REQUIRE = {
    "unittest": r"--success-regex '^Ran [1-9]'",
    "pytest": r"--success-regex '^=* ?[1-9][0-9]* passed'",
    "cargo test": r"--success-regex '^test result: ok\. [1-9]'",
    "cargo nextest": r"--success-regex 'tests? run: [1-9][0-9]* passed'",
    "go test": r"--success-regex '^ok .*[0-9]s$'",
    "node:test": r"--success-regex '^. pass [1-9]'",
    "vitest": r"--success-regex '^ *Tests +[1-9][0-9]* passed'",
    "TAP": "--success-line 'ok 1'",
}
_OTHERS = r"--success-regex '[1-9][0-9]* (passed|passing|examples)'"


@dataclass(frozen=True, slots=True)
class NothingRan:
    """The line that shows that no test ran."""

    line: str
    """The line as printed."""
    require: str
    """The option that requires a test to have run, as a shell would read it."""


def nothing_ran(reports: Sequence[Report]) -> NothingRan | None:
    """Return the line that shows that no test ran; None when one did or no runner spoke.

    Args:
        reports: What the runners in one run's output reported.
    """
    if not reports or any(report.counts.ran for report in reports):
        return None
    first = reports[0]
    return NothingRan(first.line, _REQUIRE.get(first.runner, _OTHERS))
