"""SK01: a test that ran is skipped by a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.marks import Mark
    from patchsmith.guard.facts.units import Unit


def look(context: Context) -> Iterator[Seen]:
    """Yield the skip marks that tests of the baseline have now and had not."""
    yield from marked(context, "skip", "is skipped")
    for file in context.foreign:
        for test, line in file.newly("skip"):
            yield Seen(
                file.path, test.line_no, Severity.BLOCK, f"`{test.name}` is skipped", after=line
            )


def marked(context: Context, kind: str, says: str) -> Iterator[Seen]:
    """Yield the marks of one kind that are new on tests of the baseline.

    Args:
        context: Both trees.
        kind: Kind of mark.
        says: What it means for the test.
    """
    for match in context.matching.matches:
        old, new = match.before, match.after
        if new is None or not old.is_test or match.folded:
            continue
        for mark in new_marks(old, new, kind):
            yield Seen(
                new.path, mark.line_no, Severity.BLOCK, f"`{new.qualname}` {says}", after=mark.text
            )
        for mark in _new_row_marks(old, new, kind):
            yield Seen(
                new.path, mark.line_no, Severity.BLOCK, f"a case of `{new.qualname}` {says}",
                after=mark.text,
            )  # fmt: skip
    for unit in context.matching.added:
        if unit.is_test:
            for mark in unit.marks:
                if mark.kind == kind:
                    yield Seen(
                        unit.path, mark.line_no, Severity.INFO,
                        f"the new test `{unit.qualname}` {says}", after=mark.text,
                    )  # fmt: skip


def new_marks(old: Unit, new: Unit, kind: str) -> Iterator[Mark]:
    """Yield marks of a kind that a test has now, beyond those it had."""
    had = {(mark.condition, mark.kind) for mark in old.marks if mark.kind == kind}
    always = any(mark.kind == kind and not mark.condition for mark in old.marks)
    for mark in new.marks:
        if mark.kind == kind and not always and (mark.condition, mark.kind) not in had:
            yield mark


def _new_row_marks(old: Unit, new: Unit, kind: str) -> Iterator[Mark]:
    marked_before = {row.values for row in old.rows if any(m.kind == kind for m in row.marks)}
    there = {row.values for row in old.rows}
    for row in new.rows:
        if row.values in there and row.values not in marked_before:
            yield from (mark for mark in row.marks if mark.kind == kind)


RULE = Rule(
    "SK01",
    "a test that ran is skipped",
    "block on a test of the baseline, info on a new one",
    "A skipped test can not fail, whatever the code does.",
    "A mark is removed, or a new test says on which platform it can not run.",
    look,
)
