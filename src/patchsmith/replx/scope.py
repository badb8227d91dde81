"""Whether an attempt keeps to what the failure implicates and what that imports.

    SC01  a file changed that the failure does not implicate, and nothing it implicates imports

A remark, since evidence may be thin: a fix in a place that no output shows can be right. Above the
limit it is a refusal: an attempt that rewrites much of what the failure says nothing about repairs
something else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from patchsmith.replx.record import FileLines

MAX_FILES = 10
"""Files beyond the implicated ones that one attempt may change with a remark."""
MAX_LINES = 500
"""Lines that it may add and remove in them."""


def beyond(changes: Sequence[FileLines], reached: AbstractSet[str]) -> tuple[Finding, ...]:
    """Return a finding for each file beyond what is implicated.

    Args:
        changes: What the attempt changed.
        reached: Files that the failure implicates, and what they import.
    """
    outside = [change for change in changes if change.path not in reached]
    lines = sum(change.added + change.removed for change in outside)
    found = tuple(
        Finding(
            "SC01",
            Severity.WARN,
            change.path,
            "the failure does not implicate this file, and nothing that it implicates imports it",
        )
        for change in outside
    )
    if len(outside) <= MAX_FILES and lines <= MAX_LINES:
        return found
    size = f"{len(outside)} files and {lines} lines beyond what the failure implicates"
    return tuple(
        replace(each, severity=Severity.BLOCK, message=f"{each.message}; {size} are too many")
        for each in found
    )
