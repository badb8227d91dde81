"""TD04: a test is still there, and no runner collects it any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.roles import Role, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield the tests that exist after the change where no runner looks."""
    for match in context.matching.matches:
        old, new = match.before, match.after
        if new is None or not old.is_test or new.is_test or new.hidden.startswith("shadowed"):
            continue
        if context.changed[old.path].after is None:
            continue
        why = "it is a helper by its name" if new.hidden == "helper" else new.hidden
        yield Seen(
            new.path, new.line_no, Severity.BLOCK, f"`{old.qualname}` is not collected: {why}"
        )
    for path in sorted(context.unreadable):
        if role_of(path) is Role.TEST and context.module_before(path) is not None:
            yield Seen(path, None, Severity.WARN, "the file can not be read as Python any more")
    for file in context.foreign:
        for test, why in file.hidden:
            yield Seen(file.path, test.line_no, Severity.BLOCK, f"`{test.name}` is not run: {why}")


RULE = Rule(
    "TD04",
    "a test is no longer collected",
    "block",
    "A test that no runner collects can not fail, and still looks like one.",
    "A test keeps a name and place that the runner collects; helpers never were tests.",
    look,
)
