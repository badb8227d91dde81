"""SW02: production code gives a made-up answer for an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.roles import Role, is_python
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.swallowed_errors import errors_touched, new_handlers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_GIVES = re.compile(
    r"(?:catch\s*(?:\(\s*(?:Exception|Throwable|RuntimeException|\w+|System\.Exception)?\s*\w*\s*(?::\s*\w+)?\s*\))?"
    r"\s*\{\s*return\s+([^;}\n]{1,80});?\s*\})"
    r"|(?:\brescue(?:\s+StandardError|\s+Exception)?\s*(?:=>\s*\w+)?\s*\n\s*([^\n]{1,60})\n\s*end)"
)
_FIXED = re.compile(r"[\[\]{}'\"\d]|null|undefined|nil|true|false|[A-Z]\w*\.[A-Z_]+$|None|Default")


def look(context: Context) -> Iterator[Seen]:
    """Yield new handlers that catch everything and return something written down."""
    touched = errors_touched(context)
    for path, handler in new_handlers(context):
        if not handler.broad or handler.default is None:
            continue
        expected = any(handler.default in each.outputs for each in context.expectations_after)
        severity = Severity.BLOCK if touched or expected else Severity.WARN
        yield Seen(path, handler.line_no, severity, f"every error gives {handler.default}")
    for path in context.paths(Role.PRODUCTION):
        if is_python(path):
            continue
        before, after = context.before(path), context.foreign_code(path, context.after(path))
        known = {match.group() for match in _GIVES.finditer(before)}
        for match in _GIVES.finditer(after):
            value = (match.group(1) or match.group(2) or "").strip()
            if match.group() not in known and _FIXED.search(value):
                line_no = after.count("\n", 0, match.start()) + 1
                severity = Severity.BLOCK if touched else Severity.WARN
                yield Seen(path, line_no, severity, f"every error gives {value}")


RULE = Rule(
    "SW02",
    "an error gives a made-up answer",
    "block when a test expects that answer or a test of an error changed with it, else warn",
    "A made-up answer looks like a result to everything that follows.",
    "A handler names the error for which the default is the right answer.",
    look,
)
