"""SC02: work that was in the tree before the loop began is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield files with uncommitted work that are as they were last committed now."""
    for path, committed in context.evidence.committed.items():
        change = context.changed.get(path)
        if change is None or change.before == committed:
            continue
        if change.after == committed:
            what = "is gone" if committed is None else "is as it was last committed"
            yield Seen(path, None, Severity.BLOCK, f"the file {what}, its uncommitted work lost")


RULE = Rule(
    "SC02",
    "uncommitted work was thrown away",
    "block",
    "Work that was never committed can not be brought back.",
    "A repair builds on the tree as it found it.",
    look,
)
