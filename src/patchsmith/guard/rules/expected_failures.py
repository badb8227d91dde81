"""SK03: a test that had to pass is expected to fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.skipped import marked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield the expected failures that tests of the baseline have now and had not."""
    yield from marked(context, "xfail", "is expected to fail")
    for old, new, _ in context.surviving:
        had = {skip.text for skip in old.body.skips}
        for skip in new.body.skips:
            if skip.kind == "xfail" and skip.text not in had:
                yield Seen(
                    new.path, skip.line_no, Severity.BLOCK,
                    f"`{new.qualname}` declares its own failure expected", after=skip.text,
                )  # fmt: skip
    for file in context.foreign:
        for test, line in file.newly("xfail"):
            yield Seen(
                file.path, test.line_no, Severity.BLOCK, f"`{test.name}` is expected to fail",
                after=line,
            )  # fmt: skip


RULE = Rule(
    "SK03",
    "a test is expected to fail",
    "block on a test of the baseline, info on a new one",
    "A failure that is expected is none any more.",
    "An expected failure is removed or made strict, because the code does what it should.",
    look,
)
