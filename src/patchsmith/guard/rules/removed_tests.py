"""TD01: a test that was there is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.units import Unit


def look(context: Context) -> Iterator[Seen]:
    """Yield the tests of files that still exist which nothing after the change stands for."""
    for match in context.matching.matches:
        unit = match.before
        if not unit.is_test or match.after is not None:
            continue
        if context.changed[unit.path].after is None or unit.path in context.unreadable:
            continue
        severity = context.weigh(unit.path, unit.qualname)
        if unit.trivial:
            severity = Severity.INFO
        elif severity is Severity.BLOCK and exercises_removed(context, unit):
            severity = Severity.WARN
        yield Seen(unit.path, None, severity, f"`{unit.qualname}` is gone", unit.source)
    for file in context.foreign:
        for test in file.removed:
            yield Seen(
                file.path, None, context.weigh(file.path, test.name), f"`{test.name}` is gone"
            )


def exercises_removed(context: Context, unit: Unit) -> bool:
    """Return whether the change removes a function or class that a test calls."""
    return bool(context.removed_names & {each.rpartition(".")[2] for each in unit.calls})


RULE = Rule(
    "TD01",
    "a test was removed",
    "block without a change of production code or when it failed before, else warn",
    "A test that is gone can not fail, whatever the code does.",
    "A test moves, is renamed or becomes a row of a table with its checks kept, or goes together "
    "with the feature it tested.",
    look,
)
