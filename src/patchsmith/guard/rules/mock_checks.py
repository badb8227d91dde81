"""AW10: a check of how a mock was called is weaker or none any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.forms import MOCK_CHECKS
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.assertions_removed import idle_check

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield checks of calls that became weaker ones, attribute reads or misspelt names."""
    for each in context.surviving:
        for check in each.pairing.lost:
            idle = idle_check(each, check) if check.kind is Kind.MOCK else ""
            if idle:
                yield Seen(
                    each.new.path, each.new.line_no, Severity.BLOCK,
                    f"in `{each.new.qualname}`, nothing is checked there now", before=check.text,
                    after=idle,
                )  # fmt: skip
        for pair in each.pairing.pairs:
            if pair.old.kind is not Kind.MOCK or pair.new.kind is not Kind.MOCK:
                continue
            weaker = MOCK_CHECKS[pair.new.detail] < MOCK_CHECKS[pair.old.detail]
            if weaker:
                yield Seen(
                    each.new.path, pair.new.line_no,
                    context.weigh(each.old.path, each.old.qualname),
                    f"in `{each.new.qualname}`, fewer of the call's facts are checked",
                    before=pair.old.text, after=pair.new.text,
                )  # fmt: skip


RULE = Rule(
    "AW10",
    "a check of calls was dropped",
    "block when nothing is checked any more, without a change of production code or when the test "
    "failed before; else warn",
    "An attribute that a mock does not have is made up by it, so a misspelt check never fails.",
    "A mock is replaced by a fake whose recorded calls are compared.",
    look,
)
