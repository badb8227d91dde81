"""HC07: an expected output was written anew."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.plain import lines_of
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.units import Unit

_GOLDEN = re.compile(
    r"(?i)(__snapshots__|snapshots?|goldens?|approved|expected|cassettes)/|\.(snap|golden|approved"
    r"|expected|out|stdout|stderr)(\.\w+)?$|(^|[/_.-])(out|output|expect(ed)?|golden|want|ref|result)\w*\.\w+$"
)
_UPDATE = re.compile(
    r"(^|\s)(-u|--update-snapshots?|--updateSnapshot|--snapshot-update|--update-goldens?|--force-regen"
    r"|--inline-snapshot=\S*(fix|create)\S*|--regen(-all)?|-update)(\s|$|=)"
    r"|UPDATE_(EXPECT|SNAPSHOTS?|GOLDENS?)=|INSTA_UPDATE=|REGEN\w*=1|--accept(\s|$)"
)


def look(context: Context) -> Iterator[Seen]:
    """Yield expected outputs that changed, and switches that write them anew in every run."""
    for path in context.paths(Role.TEST_DATA):
        change = context.changed[path]
        if change.before is None or not is_golden(path):
            continue
        if change.after is None and not any(context.tests_below(p) for p in _owners(path)):
            continue
        if not entries_kept(change.before, change.after):
            severity = _weight(context, change.after)
            yield Seen(path, None, severity, "it holds another output now")
    yield from _switches(context)
    for old, new, _ in context.surviving:
        had = set(_writes(old).values())
        for line_no, text in _writes(new).items():
            if text not in had:
                yield Seen(
                    new.path, line_no, Severity.BLOCK,
                    f"`{new.qualname}` writes what it compares with", after=text,
                )  # fmt: skip


def _switches(context: Context) -> Iterator[Seen]:
    """Yield options by which every run writes what it is compared with."""
    for pair in context.commands:
        if _UPDATE.search(pair.new.text) and not _UPDATE.search(pair.old.text):
            if pair.new.tool not in ("grep", "diff", "sort"):
                yield Seen(
                    pair.new_recipe.path, pair.new.line_no, Severity.BLOCK,
                    "the run writes what it is compared with", before=pair.old.text,
                    after=pair.new.text,
                )  # fmt: skip
    for path, before, after in context.settings:
        for name, values in after.items():
            if name.endswith("addopts") and _UPDATE.search(" ".join(values)):
                if not _UPDATE.search(" ".join(before.get(name, ()))):
                    yield Seen(
                        path, None, Severity.BLOCK, "the run writes what it is compared with"
                    )


def _weight(context: Context, after: bytes | None) -> Severity:
    if not context.production or context.escalates:
        return Severity.BLOCK
    return Severity.WARN if after is not None else Severity.INFO


def is_golden(path: str) -> bool:
    """Return whether a test's data file is an expected output, by its name."""
    return _GOLDEN.search(path) is not None


def _owners(path: str) -> list[str]:
    """Return the test files that a snapshot belongs to, by convention."""
    folder, _, name = path.rpartition("/")
    parent = folder.rpartition("/")[0]
    stem = name.removesuffix(".snap")
    return [f"{parent}/{stem}" if parent else stem]


def entries_kept(before: bytes, after: bytes | None) -> bool:
    """Return whether a snapshot file has all its entries as they were; others may be new."""
    old, new = _entries(before), _entries(after or b"")
    return len(old) > 1 and after is not None and old <= new


def _entries(content: bytes) -> set[str]:
    parts = re.split(r"(?m)^(?=exports\[|# name: |snapshots\[)", content.decode("utf-8", "replace"))
    return {part.strip() for part in parts if part.strip()}


def only_grew(before: bytes, after: bytes | None) -> bool:
    """Return whether a file has all its lines still, in order, and more."""
    if after is None:
        return False
    rest = iter(lines_of(after.decode("utf-8", "replace")))
    return all(line in rest for line in lines_of(before.decode("utf-8", "replace")) if line)


def _writes(unit: Unit) -> dict[int, str]:
    """Return calls in a test that write a file it also compares with: 1-based line, code."""
    found = {}
    compared = " ".join(check.text for check in unit.assertions)
    for node in walked(unit.function.node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("write_text", "write_bytes", "dump", "write"):
                target = text_of(node.func.value)
                plain = dotted(node.func.value).partition(".")[0]
                read = f"{target}.read" in text_of(unit.function.node)
                named = [e for e in walked(node.func.value) if isinstance(e, ast.Constant)]
                golden = any(_GOLDEN.search(str(each.value)) for each in named)
                if (plain and plain in compared and read) or golden:
                    found[node.lineno] = text_of(node)
    return found


RULE = Rule(
    "HC07",
    "an expected output was written anew",
    "block without a change of production code or where every run writes it; else warn",
    "An expected output taken from the code says only what the code does.",
    "The output changed on purpose with the code, and a person has read the difference.",
    look,
)
