"""AW03: a check pins down less than it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.drops import is_looser
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield pairs of checks of which the later is the looser one."""
    for old, new, pairing in context.surviving:
        for pair in pairing.pairs:
            if pair.new.vacuous:
                continue
            how = is_looser(pair)
            if not how and pair.old.kind is Kind.RAISES and pair.new.kind not in _STRONG:
                how = "an expected error became something weaker"
            if how:
                yield Seen(
                    new.path, pair.new.line_no, context.weigh(old.path, old.qualname),
                    f"in `{new.qualname}`, {how}", before=pair.old.text, after=pair.new.text,
                )  # fmt: skip
    for file in context.foreign:
        for test, before, after in file.loosened:
            yield Seen(
                file.path, test.line_no, context.weigh(file.path, test.name),
                f"in `{test.name}`, a check is weaker", before=before, after=after,
            )  # fmt: skip


_STRONG = (Kind.RAISES, Kind.EXACT, Kind.APPROX, Kind.FAIL)

RULE = Rule(
    "AW03",
    "a check was loosened",
    "block without a change of production code or when the test failed before, else warn",
    "A looser check accepts results that the old one refused.",
    "A check becomes stricter, or says the same in another form.",
    look,
)
