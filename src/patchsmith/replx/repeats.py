"""Whether two runs on the same tree came to the same result; a command that does not is flaky.

    FL01  the result differs between two runs of one tree

Compares how the runs ended, what decided, and how the tests went; never times, never text, which
differ from run to run for good reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity

if TYPE_CHECKING:
    from patchsmith.replx.run_record import RunRecord


FLAKY = "FL01"
"""The rule of a command whose result differs on an unchanged tree."""


def difference(one: RunRecord, other: RunRecord) -> str | None:
    """Return in one clause how two runs of one tree differ; None when they came to the same.

    Args:
        one: The earlier run.
        other: The later one.
    """
    if one.judgement.met is not other.judgement.met:
        return f"{_told(one)}, then {_told(other)}"
    if one.seen.exit_status != other.seen.exit_status:
        return f"{one.seen.ending}, then {other.seen.ending}"
    for before, after in zip(one.seen.reports, other.seen.reports, strict=False):
        if before.counts != after.counts:
            return f"{before.line}, then {after.line}"
        if before.results != after.results:
            changed = set(before.results) ^ set(after.results)
            if changed:
                return f"{min(changed).id} ended differently"
    if len(one.seen.reports) != len(other.seen.reports):
        return "a test runner reported in one of them only"
    return None


def flaky(what: str) -> Finding:
    """Return the finding for a command whose result differs on an unchanged tree."""
    message = f"the command is flaky: on an unchanged tree it showed {what}"
    return Finding(FLAKY, Severity.WARN, "", message)


def _told(run: RunRecord) -> str:
    return f"{'met' if run.judgement.met else 'not met'} ({run.seen.ending})"
