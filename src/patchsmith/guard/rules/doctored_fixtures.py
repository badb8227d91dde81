"""HC04: the test's input was changed so that the fault is not met."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import atoms, text_of
from patchsmith.guard.facts.pairing import Relation, callees, literals_of
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen
from patchsmith.guard.rules.goldens import is_golden, only_grew

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context, Surviving
    from patchsmith.guard.facts.units import Unit


def look(context: Context) -> Iterator[Seen]:
    """Yield inputs, helpers and data files of tests that are other ones now."""
    for each in context.surviving:
        judged = not context.production or context.evidence.failed(each.old.path, each.old.qualname)
        if each.old.is_test and judged:
            yield from _inputs(context, each)
        if not each.old.is_test and not context.production:
            yield from _helper(each)
    for path in context.paths(Role.TEST_DATA):
        change = context.changed[path]
        if change.before is None or is_golden(path) or only_grew(change.before, change.after):
            continue
        severity = Severity.INFO if context.production else Severity.BLOCK
        what = "is gone" if change.after is None else "is another one"
        yield Seen(path, None, severity, f"the data {what}")


def _inputs(context: Context, each: Surviving) -> Iterator[Seen]:
    old, new, pairing = each
    severity = context.weigh(old.path, old.qualname)
    replaced = False
    for pair in pairing.pairs:
        if pair.relation not in (Relation.CALLEE, Relation.MOVED) or pair.new.vacuous:
            continue
        lost = literals_of(pair.old) - literals_of(pair.new) - new.atoms
        if lost and not contained(lost, literals_of(pair.new)):
            replaced = True
            yield Seen(
                new.path, pair.new.line_no, severity, f"`{new.qualname}` puts in something else",
                before=pair.old.text, after=pair.new.text,
            )  # fmt: skip
    rows = frozenset[str]().union(*(row.atoms for row in new.rows))
    lost = inputs_of(old) - rows - new.atoms
    if lost and not replaced and not pairing.lost and _same_shape(each):
        if not contained(lost, new.atoms):
            shown = ", ".join(sorted(lost)[:3])
            yield Seen(
                new.path, new.line_no, severity, f"`{new.qualname}` no longer puts in {shown}"
            )


def _same_shape(each: Surviving) -> bool:
    """Return whether a test makes the same calls as before, on other values."""
    return callees(each.old.function.node) <= callees(each.new.function.node)


def inputs_of(unit: Unit) -> frozenset[str]:
    """Return the literals that a test puts in: arguments of calls, expected values left out."""
    checked = [each.subject_node for each in unit.assertions if each.subject_node is not None]
    plain = [each for each in unit.function.node.body if not isinstance(each, ast.Assert)]
    found: list[ast.AST] = []
    for top in [*plain, *checked]:
        for each in walked(top):
            if isinstance(each, ast.Call) and not dotted(each.func).startswith("self.assert"):
                found += [*each.args, *(keyword.value for keyword in each.keywords)]
    return frozenset(a for a in atoms(found) if a not in _PLAIN and a[0] not in "[({")


_PLAIN = {"None", "True", "False", "''", "0", "1"}


def contained(lost: frozenset[str], there: frozenset[str]) -> bool:
    """Return whether every lost input is a part of a longer one: the test got harder."""
    return all(
        any(each.strip("'\"[](){}") in other and len(other) > len(each) for other in there)
        for each in lost
    )


def _helper(each: Surviving) -> Iterator[Seen]:
    """Yield helpers that give tests an answer they did not give before."""
    old, new, _ = each
    if old.function.name.startswith("pytest_"):
        return
    before = set(_answers(old.function.node).values())
    for line_no, text in _answers(new.function.node).items():
        if text not in before:
            yield Seen(
                new.path, line_no, Severity.BLOCK, f"the helper `{new.qualname}` gives an answer",
                after=text,
            )  # fmt: skip


def _answers(node: ast.AST) -> dict[int, str]:
    """Return statements that decide what a fake does: 1-based line, code."""
    found = {}
    for each in walked(node):
        if isinstance(each, ast.Assign):
            name = dotted(each.targets[0]) or text_of(each.targets[0])
            if name.endswith(("side_effect", "return_value")) or ".return_value." in name:
                found[each.lineno] = text_of(each)
        elif (isinstance(each, ast.Raise) and each.exc is not None) or (
            isinstance(each, ast.Return) and each.value is not None and atoms([each.value])
        ):
            found[each.lineno] = text_of(each)
    return found


RULE = Rule(
    "HC04",
    "what a test puts in was changed",
    "block without a change of production code, warn in a test that failed before",
    "A test that no longer meets the fault says nothing about it.",
    "Inputs are added, or grow; those that showed the fault stay.",
    look,
)
