"""AW02: a check that can not fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield checks of surviving tests that became true whatever the code does."""
    for old, new, pairing in context.surviving:
        had = {check.text for check in old.assertions if check.vacuous}
        for check in [*(pair.new for pair in pairing.pairs), *pairing.new]:
            if check.vacuous and check.text not in had:
                yield Seen(
                    new.path, check.line_no, Severity.BLOCK, f"in `{new.qualname}`, {check.vacuous}",
                    after=check.text,
                )  # fmt: skip
    for unit in context.matching.added:
        for check in unit.assertions if unit.is_test else ():
            if check.vacuous:
                yield Seen(
                    unit.path, check.line_no, Severity.INFO,
                    f"in the new `{unit.qualname}`, {check.vacuous}", after=check.text,
                )  # fmt: skip
    for file in context.foreign:
        for test, line in file.vacuous:
            yield Seen(
                file.path, test.line_no, Severity.BLOCK, f"in `{test.name}`, nothing can fail it",
                after=line,
            )  # fmt: skip


RULE = Rule(
    "AW02",
    "a check can not fail",
    "block in a test of the baseline, info in a new one",
    "A check that is true whatever the code does judges nothing.",
    "A check compares what the code computes with a value that is written down.",
    look,
)
