"""Claims about a loop that has ended; each shows the whole report when it does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.replx.record import AttemptKind, Status
from patchsmith.replx.report import render

if TYPE_CHECKING:
    from patchsmith.replx.record import Ending, LoopRecord


def assert_solved(record: LoopRecord) -> None:
    """Claim that the loop is solved: the condition was met, and verification found nothing."""
    if record.outcome.status is not Status.SOLVED:
        raise _unlike("solved", record)


def assert_unsolved(record: LoopRecord, ending: Ending | None = None) -> None:
    """Claim that the loop is unsolved.

    Args:
        record: The loop.
        ending: Why it must have ended; None for any reason.
    """
    if record.outcome.status is not Status.UNSOLVED:
        raise _unlike("unsolved", record)
    if ending is not None and record.outcome.ending is not ending:
        raise _unlike(f"unsolved because of {ending.value}", record)


def assert_refused(record: LoopRecord, rule: str) -> None:
    """Claim that an attempt was refused, and rolled back, by a rule.

    Args:
        record: The loop.
        rule: Id of the rule, such as `PT01`.
    """
    attempts = [iteration.attempt for iteration in record.iterations]
    refused = [each for each in attempts if each and each.kind is AttemptKind.REFUSED]
    if not any(finding.rule == rule for each in refused for finding in each.findings):
        raise _unlike(f"a loop with an attempt refused by {rule}", record)


def _unlike(expected: str, record: LoopRecord) -> AssertionError:
    return AssertionError(f"expected {expected}, but:\n\n{render(record)}")
