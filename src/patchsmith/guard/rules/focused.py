"""SK04: a focus makes every other test not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield focused tests and the switches that obey a focus."""
    for file in context.foreign:
        for line_no, line in file.focused:
            yield Seen(file.path, line_no, Severity.BLOCK, "only this runs", after=line)


RULE = Rule(
    "SK04",
    "a test is focused",
    "block",
    "A focus keeps all other tests from running.",
    "Tests are run alone on the command line, never by a mark that is committed.",
    look,
)
