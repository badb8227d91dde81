"""AW01: a surviving test checks less."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.pairing import MAX_PAIRED, literals_of
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.removed_tests import exercises_removed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context, Surviving
    from patchsmith.guard.facts.assertion import Assertion


def look(context: Context) -> Iterator[Seen]:
    """Yield the checks that nothing in the test or its helpers stands for."""
    for each in context.surviving:
        for check in each.pairing.lost:
            if check.kind is Kind.MOCK and idle_check(each, check):
                continue
            if moved(context, each, check):
                continue
            removed = exercises_removed(context, each.old) or rewritten(context, each)
            yield Seen(
                each.new.path,
                each.new.line_no,
                Severity.WARN if removed else Severity.BLOCK,
                f"`{each.new.qualname}` no longer checks it",
                before=check.text,
            )
    for file in context.foreign:
        for test, line in file.lost_checks:
            yield Seen(
                file.path, test.line_no, Severity.BLOCK, f"`{test.name}` checks less", before=line
            )


def rewritten(context: Context, each: Surviving) -> bool:
    """Return whether code and test changed together, and the test checks as much as before."""
    if context.escalates or context.evidence.failed(each.old.path, each.old.qualname):
        return False
    before = sorted((c.strength for c in each.old.assertions if c.live), reverse=True)
    after = sorted((c.strength for c in each.new.assertions if c.live), reverse=True)
    return len(after) >= len(before) and all(
        new >= old for old, new in zip(before, after, strict=False)
    )


def moved(context: Context, each: Surviving, check: Assertion) -> bool:
    """Return whether a helper or a test beside it makes the check now."""
    literals = literals_of(check)
    for other in each.new.assertions[:MAX_PAIRED]:
        if not other.live or other.strength < check.strength:
            continue
        if other.key == check.key or (literals and literals <= literals_of(other)):
            return True
    if check.kind is Kind.RAISES and check.expected:
        had = {other.key for other in each.old.assertions}
        fresh = [c for c in each.new.assertions if c.live and c.key not in had]
        if any(c.kind is Kind.TYPE and check.expected in c.expected for c in fresh):
            return True
    called = each.new.calls | {a.arg for a in each.new.function.node.args.args}
    for helper in context.helpers_called(each.new):
        was_called = helper.function.name in {name.rpartition(".")[2] for name in each.old.calls}
        strongest = max((a.strength for a in helper.assertions if a.live), default=0)
        if strongest >= check.strength and called and not was_called:
            if literals <= each.new.atoms | helper.atoms or not literals:
                return True
    return check.key in context.added_checks


def idle_check(each: Surviving, check: Assertion) -> str:
    """Return the new statement on the same mock that checks nothing, empty when there is none."""
    had = {text for _, text in each.old.body.idle}
    for _, text in each.new.body.idle:
        if text not in had and text.startswith(f"{check.subject}."):
            return text
    return ""


RULE = Rule(
    "AW01",
    "an assertion was removed",
    "block; warn when the change removes what the test called, or rewrites code and test together "
    "and the test checks as much as before",
    "What is not checked can be wrong.",
    "Checks move to a helper or are joined in a stronger one; none is lost.",
    look,
)
