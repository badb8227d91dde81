"""RP01: the production side of a change alone does not pass the baseline's tests.

The taxonomy calls this rule DY02; that id is taken by `testreports.comparing`, whose findings
stand in reports already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield a replay that failed, or that could not be carried out."""
    replay = context.evidence.replay
    if replay is None:
        return
    if replay.unproven:
        yield Seen("", None, Severity.WARN, f"it is not known: {replay.unproven}")
    elif not replay.passed:
        severity = Severity.INFO if context.behaviour_documented else Severity.BLOCK
        detail = f": {replay.detail}" if replay.detail else ""
        yield Seen("", None, severity, f"it fails on the baseline's tests{detail}")


RULE = Rule(
    "RP01",
    "the success needs the change of the tests",
    "block; info where the documentation of the baseline names the new behaviour; warn when the "
    "replay could not be carried out",
    "A repair that passes only with the tests it changed has repaired the tests.",
    "The production side of a repair passes the tests as they were.",
    look,
)
