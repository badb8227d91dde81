"""AW08: a check is there and never runs, or runs only when it would pass."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.assertion import Assertion


def look(context: Context) -> Iterator[Seen]:
    """Yield checks that stand for one that ran, and do not run or only under a condition."""
    for old, new, pairing in context.surviving:
        for pair in pairing.pairs:
            if pair.new.dead:
                yield Seen(
                    new.path, pair.new.line_no, Severity.BLOCK,
                    f"in `{new.qualname}`, {pair.new.dead}", after=pair.new.text,
                )  # fmt: skip
                continue
            added = [each for each in pair.new.guards if each not in pair.old.guards]
            if not added or len(pair.new.guards) <= len(pair.old.guards):
                continue
            own = any(_about(guard, pair.new) for guard in added)
            yield Seen(
                new.path, pair.new.line_no,
                Severity.BLOCK if own else context.weigh(old.path, old.qualname),
                f"in `{new.qualname}`, it runs only if {added[0]}", after=pair.new.text,
            )  # fmt: skip
    for file in context.foreign:
        for test, line in file.dead:
            yield Seen(
                file.path, test.line_no, Severity.BLOCK, f"in `{test.name}`, it never runs",
                after=line,
            )  # fmt: skip


def _about(guard: str, check: Assertion) -> bool:
    """Return whether a condition is about what is checked."""
    names = set(re.findall(r"[A-Za-z_]\w*", check.subject)) - {"self", "len", "str", "not"}
    return bool(names & set(re.findall(r"[A-Za-z_]\w*", guard)))


RULE = Rule(
    "AW08",
    "a check no longer runs",
    "block; under a condition that is not about the result: block without a change of production "
    "code, else warn",
    "A check that runs only when it would pass can not fail.",
    "Checks stand where every run of the test comes to them.",
    look,
)
