"""AW09: a test catches the failure of its own check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context, Surviving


def look(context: Context) -> Iterator[Seen]:
    """Yield handlers in tests that keep a failed check, or a missing error, from being seen."""
    for each in context.surviving:
        for pair in each.pairing.pairs:
            if pair.new.swallowed and not pair.old.swallowed:
                yield Seen(
                    each.new.path, pair.new.line_no, Severity.BLOCK,
                    f"in `{each.new.qualname}`, a handler catches its failure", after=pair.new.text,
                )  # fmt: skip
        yield from _errors(each)
    for file in context.foreign:
        for test, line in file.swallowed:
            yield Seen(
                file.path, test.line_no, Severity.BLOCK,
                f"in `{test.name}`, a handler catches its failure", after=line,
            )  # fmt: skip


def _errors(each: Surviving) -> Iterator[Seen]:
    """Yield handlers that took the place of an expected error."""
    had = {swallower.text for swallower in each.old.body.swallowers}
    lost = [check for check in each.pairing.lost if check.kind is Kind.RAISES]
    for swallower in each.new.body.swallowers:
        if swallower.text in had:
            continue
        for check in lost:
            if any(call in check.subject for call in swallower.calls):
                yield Seen(
                    each.new.path, swallower.line_no, Severity.BLOCK,
                    f"in `{each.new.qualname}`, the error may come or not", before=check.text,
                    after=swallower.text,
                )  # fmt: skip
                break


RULE = Rule(
    "AW09",
    "a test swallows its own failure",
    "block",
    "A check whose failure is caught can not fail the test.",
    "A handler in a test checks the error it caught, or raises it again.",
    look,
)
