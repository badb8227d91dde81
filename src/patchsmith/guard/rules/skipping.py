"""SK02: a test that ran ends itself without a verdict."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield the calls that skip inside tests, their set-up and their modules."""
    for old, new, _ in context.surviving:
        had = {skip.text for skip in old.body.skips}
        for skip in new.body.skips:
            if skip.kind == "skip" and skip.text not in had:
                yield Seen(
                    new.path, skip.line_no, Severity.BLOCK,
                    f"`{new.qualname}` skips itself", after=skip.text,
                )  # fmt: skip
    for unit in context.matching.added:
        automatic = unit.function.name.lower().startswith(("setup", "teardown")) or any(
            "autouse" in ast.unparse(each) for each in unit.function.node.decorator_list
        )
        for skip in unit.body.skips if not unit.is_test else ():
            severity = Severity.BLOCK if automatic else Severity.INFO
            yield Seen(
                unit.path, skip.line_no, severity, f"the new `{unit.qualname}` skips tests",
                after=skip.text,
            )  # fmt: skip
    yield from _modules(context)
    for file in context.foreign:
        for test, line in file.newly("skip-call"):
            yield Seen(
                file.path, test.line_no, Severity.BLOCK, f"`{test.name}` skips itself", after=line
            )


def _modules(context: Context) -> Iterator[Seen]:
    """Yield modules of the baseline that skip all their tests when imported."""
    for path in context.python(Role.TEST):
        old, new = context.module_before(path), context.module_after(path)
        if old is None or new is None:
            continue
        had = _skips_at_import(old.tree)
        for line_no, name in _skips_at_import(new.tree).items():
            if name not in had.values():
                yield Seen(path, line_no, Severity.BLOCK, "the whole file is skipped", after=name)


def _skips_at_import(tree: ast.Module) -> dict[int, str]:
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for node in walked(statement):
            if isinstance(node, ast.Call) and dotted(node.func) in (
                "pytest.skip", "pytest.importorskip", "unittest.SkipTest", "SkipTest", "pytest.exit"
            ):  # fmt: skip
                found[node.lineno] = ast.unparse(node)
    return found


RULE = Rule(
    "SK02",
    "a test skips itself",
    "block in a test of the baseline, info in a new one",
    "A test that may end without a verdict can not be relied on to fail.",
    "A new test file asks for an optional module; a test of the baseline always comes to its end.",
    look,
)
