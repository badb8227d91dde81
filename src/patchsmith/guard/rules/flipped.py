"""AW05: the same thing is expected to be another value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.drops import flipped, is_self_oracle
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.doctored_fixtures import contained, inputs_of
from patchsmith.guard.rules.removed_cases import changed_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.units import Unit


def look(context: Context) -> Iterator[Seen]:
    """Yield checks and table rows whose expected value is another one."""
    for old, new, pairing in context.surviving:
        for pair in pairing.pairs:
            if is_self_oracle(pair) or pair.new.vacuous:
                continue
            if flipped(pair, old.module, new.module) and not _grew(old, new):
                yield Seen(
                    new.path, pair.new.line_no, weight(context, old, pair.old.expected, pair.new.expected),
                    f"`{new.qualname}` expects something else", before=pair.old.text,
                    after=pair.new.text,
                )  # fmt: skip
    for match in context.matching.matches:
        before, after = match.before, match.after
        if after is None or match.folded or not (before.is_test and after.is_test):
            continue
        for row, other in changed_rows(before.rows, after.rows):
            yield Seen(
                after.path, other.line_no,
                weight(context, before, row.values[-1], other.values[-1]),
                f"a case of `{after.qualname}` expects something else",
                before=", ".join(row.values), after=", ".join(other.values),
            )  # fmt: skip
    for file in context.foreign:
        for test, before_line, after_line in file.flipped:
            yield Seen(
                file.path, test.line_no, context.weigh(file.path, test.name),
                f"`{test.name}` expects something else", before=before_line, after=after_line,
            )  # fmt: skip


def _grew(old: Unit, new: Unit) -> bool:
    """Return whether a test puts in more than before, so that more is to come out."""
    lost = inputs_of(old) - new.atoms
    return bool(lost) and contained(lost, new.atoms)


def weight(context: Context, unit: Unit, before: str, after: str) -> Severity:
    """Return what another expected value means.

    Args:
        context: Both trees.
        unit: The test before the change.
        before: Canonical text of the value expected before.
        after: Canonical text of the value expected now.
    """
    if context.documented(after) and not context.documented(before):
        return Severity.INFO
    return context.weigh(unit.path, unit.qualname)


RULE = Rule(
    "AW05",
    "an expected value was changed",
    "block while the code that computes it is as it was, warn when it changed, info where the "
    "documentation of the baseline names the value",
    "A test that is fitted to what the code does can not show that the code is wrong.",
    "The documented behaviour changed, and code and documents say so.",
    look,
)
