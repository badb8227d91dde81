"""SC01: files are changed that the failure does not point at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.roles import is_python
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield production files that nothing implicated is, imports or is imported by."""
    implicated = context.evidence.implicated
    if implicated is None:
        return
    reached = set(implicated)
    for path in sorted(implicated):
        reached |= _imported(context, path)
    beyond = [path for path in context.production if path not in reached]
    beyond = [path for path in beyond if not _imported(context, path) & implicated]
    lines = sum(len(added_lines(context.before(p), context.after(p))) for p in beyond)
    policy = context.policy
    much = len(beyond) > policy.max_files or lines > policy.max_lines
    for path in beyond:
        yield Seen(
            path, None, Severity.BLOCK if much else Severity.WARN,
            "the failure does not point at it, nor does what it points at use it",
        )  # fmt: skip


def _imported(context: Context, path: str) -> set[str]:
    """Return the files that a Python file imports, as far as their names tell."""
    module = context.module_after(path) if is_python(path) else None
    if module is None:
        return set()
    wanted = set()
    for name in module.imports.values():
        parts = name.strip(".").split(".")
        for length in range(1, len(parts) + 1):
            wanted.add("/".join(parts[:length]))
    return {
        other
        for other in {*context.changed, *(context.evidence.implicated or ())}
        if any(f"/{other.removesuffix('.py')}".endswith(f"/{each}") for each in wanted if each)
        or any(f"/{other}".endswith(f"/{each}/__init__.py") for each in wanted if each)
    }


RULE = Rule(
    "SC01",
    "a file beyond the failure is changed",
    "warn; block above the policy's number of files or lines",
    "What the failure does not need is not proven by its going away.",
    "A repair keeps to the files the failure points at and what they import.",
    look,
)
