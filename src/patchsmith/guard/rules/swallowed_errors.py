"""SW01: production code lets an error vanish."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.handlers import Handler, handlers_of
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.roles import Role, is_python
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_EMPTY = re.compile(
    r"catch\s*(\([^)]*\))?\s*\{\s*((//[^\n]*|/\*.*?\*/)\s*)?\}|\.catch\(\s*\(?\w*\)?\s*=>\s*(\{\s*\}|undefined|null)\s*\)"
    r"|\brescue\s*(=>\s*\w+)?\s*(nil)?\s*\n\s*end|\brescue\s+nil\b",
)
_LINES = re.compile(
    r"^\s*_\s*=\s*err\b|^\s*if err != nil \{\s*\}|\.unwrap_or_default\(\)|let _ = .*\?;|\.ok\(\);\s*$"
)


def look(context: Context) -> Iterator[Seen]:
    """Yield new handlers that catch everything and do nothing."""
    severity = Severity.BLOCK if errors_touched(context) else Severity.WARN
    for path, handler in new_handlers(context):
        if handler.broad and handler.silent:
            caught = handler.caught or "every error"
            yield Seen(path, handler.line_no, severity, f"{caught} is caught, and nothing is done")
    for path in context.paths(Role.PRODUCTION):
        if is_python(path):
            continue
        before, after = context.before(path), context.foreign_code(path, context.after(path))
        known = {match.group() for match in _EMPTY.finditer(before)}
        for match in _EMPTY.finditer(after):
            if match.group() not in known:
                line_no = after.count("\n", 0, match.start()) + 1
                yield Seen(path, line_no, severity, "an error is caught, and nothing is done")
        for line_no, line in added_lines(before, after):
            if _LINES.search(line):
                yield Seen(path, line_no, Severity.WARN, "an error is dropped", after=line.strip())


def new_handlers(context: Context) -> Iterator[tuple[str, Handler]]:
    """Yield the handlers of production code that are new: path, handler."""
    for path in context.python(Role.PRODUCTION):
        module, old = context.module_after(path), context.module_before(path)
        if module is None:
            continue
        known = [handler.key for handler in handlers_of(old)] if old is not None else []
        for handler in handlers_of(module):
            if handler.key in known:
                known.remove(handler.key)
            else:
                yield path, handler


def errors_touched(context: Context) -> bool:
    """Return whether a test of an error was changed or is gone in the same change."""
    for match in context.matching.matches:
        old, new = match.before, match.after
        if new is not None and old.source == new.source:
            continue
        if any(check.kind is Kind.RAISES for check in old.assertions):
            if new is None or new.fingerprint != old.fingerprint:
                return True
    return any(file.errors_touched for file in context.foreign)


RULE = Rule(
    "SW01",
    "an error is swallowed",
    "block when a test of an error changed with it, else warn",
    "An error that nobody sees is still there, and the next fault hides behind it.",
    "A handler names the error it expects and says what happens then.",
    look,
)
