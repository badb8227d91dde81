"""AW06: the expected value is computed by the code under test."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.drops import is_self_oracle
from patchsmith.guard.facts.literals import is_literal, text_of
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.syntax import Module
    from patchsmith.guard.facts.units import Unit


def look(context: Context) -> Iterator[Seen]:
    """Yield expected values and tables that what is under test computes now."""
    for old, new, pairing in context.surviving:
        for pair in pairing.pairs:
            if is_self_oracle(pair):
                yield Seen(
                    new.path, pair.new.line_no, Severity.BLOCK,
                    f"`{new.qualname}` compares the code with itself", before=pair.old.text,
                    after=pair.new.text,
                )  # fmt: skip
        yield from _rebound(old, new)
    seen = set()
    for match in context.matching.matches:
        before, after = match.before, match.after
        if after is not None and before.path not in seen:
            seen.add(before.path)
            yield from _tables(before.module, after.module)


def _rebound(old: Unit, new: Unit) -> Iterator[Seen]:
    """Yield names that are expected values and are computed in the test now."""
    expected = {check.expected for check in new.assertions}
    tested = {name for check in new.assertions for name in _calls(check.subject_node)}
    subjects = {(check.expected, check.subject) for check in new.assertions}
    had = {text_of(node) for node in walked(old.function.node) if isinstance(node, ast.Assign)}
    for node in walked(new.function.node):
        if not isinstance(node, ast.Assign) or text_of(node) in had:
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id in expected:
                itself = (target.id, text_of(node.value)) in subjects
                if itself or _calls(node.value) & tested & _imported(new.module):
                    yield Seen(
                        new.path, node.lineno, Severity.BLOCK,
                        f"`{target.id}` is computed by what is under test", after=text_of(node),
                    )  # fmt: skip


def _tables(before: Module, after: Module) -> Iterator[Seen]:
    """Yield constants that were written down and are computed by imported code now."""
    for name, value in after.constants.items():
        earlier = before.constants.get(name)
        if earlier is None or not is_literal(earlier) or is_literal(value):
            continue
        called = _calls(value) & _imported(after)
        if called:
            yield Seen(
                after.path, value.lineno, Severity.BLOCK,
                f"`{name}` is computed by `{min(called)}`", before=text_of(earlier),
                after=text_of(value),
            )  # fmt: skip


def _imported(module: Module) -> set[str]:
    return {name for name, target in module.imports.items() if not target.startswith("pytest")}


def _calls(node: ast.AST | None) -> set[str]:
    if node is None:
        return set()
    return {
        dotted(each.func).partition(".")[0] for each in walked(node) if isinstance(each, ast.Call)
    } - {""}


RULE = Rule(
    "AW06",
    "the expected value is computed by what is under test",
    "block",
    "Code compared with itself is always right.",
    "Expected values are written down, or computed by something else.",
    look,
)
