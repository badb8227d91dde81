"""AW04: a tolerance is wider than it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.drops import tolerance_ratio
from patchsmith.guard.facts.pairing import Relation
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield approximations that accept more than before."""
    for old, new, pairing in context.surviving:
        for pair in pairing.pairs:
            if pair.new.kind is not Kind.APPROX or pair.old.kind not in (Kind.APPROX, Kind.EXACT):
                continue
            if pair.relation is not Relation.SUBJECT and pair.old.subject not in pair.new.subject:
                continue
            ratio = tolerance_ratio(pair.old, pair.new)
            if ratio <= 1.001:
                continue
            severity = context.weigh(old.path, old.qualname)
            if ratio > 10:
                severity = Severity.BLOCK
            times = f"{ratio:.0f} times" if ratio < 1e6 else "many times"
            yield Seen(
                new.path, pair.new.line_no, severity,
                f"in `{new.qualname}`, {times} as wide", before=pair.old.text, after=pair.new.text,
            )  # fmt: skip


RULE = Rule(
    "AW04",
    "a tolerance was widened",
    "block above ten times, without a change of production code or when the test failed before, "
    "else warn",
    "A wide tolerance accepts wrong numbers.",
    "An exact comparison of floats becomes an approximation as tight as their noise.",
    look,
)
