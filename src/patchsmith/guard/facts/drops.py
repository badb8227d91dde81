"""How a later check is weaker than the one it stands for: the relation rules AW03-AW07 read.

Each function answers one question about a pair; none of them knows severities.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.guard.facts.assertion import Assertion, Kind
from patchsmith.guard.facts.literals import number, text_of
from patchsmith.guard.facts.pairing import Pair, Relation, callees
from patchsmith.guard.facts.syntax import dotted, walked

if TYPE_CHECKING:
    from patchsmith.guard.facts.syntax import Module

_LOSSY = {
    "len", "bool", "type", "set", "any", "all", "min", "max", "sorted", "round", "int", "frozenset",
    "lower", "upper", "casefold", "strip", "lstrip", "rstrip", "startswith", "endswith", "split",
    "floor", "ceil", "trunc", "abs", "isinstance", "keys", "values", "get", "count", "find",
}  # fmt: skip
_ROUGHER = {"Gt": 1, "Lt": 1, "GtE": 0, "LtE": 0}


def is_looser(pair: Pair) -> str:
    """Return how the later check pins down less, empty when it does not."""
    old, new = pair.old, pair.new
    if new.kind is Kind.OTHER or old.kind is Kind.RAISES or new.kind is Kind.RAISES:
        return ""
    if _alternative_added(old, new):
        return "an alternative was added"
    if new.strength > old.strength:
        return ""
    if old.kind is Kind.APPROX and new.kind is Kind.APPROX:
        return _shrunk(pair)
    if new.strength < old.strength and not (old.kind is Kind.EXACT and new.kind is Kind.APPROX):
        if {old.kind, new.kind} == {Kind.TRUE, Kind.FALSE}:
            return ""
        return f"{_WORDS[old.kind]} became {_WORDS[new.kind]}"
    if pair.relation in (Relation.SUBJECT, Relation.SAME):
        return _same_kind_looser(old, new)
    return _shrunk(pair)


_WORDS = {
    Kind.EXACT: "an exact value", Kind.APPROX: "an approximation", Kind.MEMBER: "a membership",
    Kind.BOUND: "a bound", Kind.TYPE: "a type", Kind.UNEQUAL: "an inequality", Kind.TRUE: "a truth",
    Kind.FALSE: "a truth", Kind.RAISES: "an expected error", Kind.MOCK: "a check of calls",
    Kind.FAIL: "a failure", Kind.OTHER: "a check",
}  # fmt: skip


def _alternative_added(old: Assertion, new: Assertion) -> bool:
    node = new.subject_node
    if not (isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)):
        return False
    earlier = old.subject_node
    if isinstance(earlier, ast.BoolOp) and isinstance(earlier.op, ast.Or):
        return len(node.values) > len(earlier.values)
    return True


def _same_kind_looser(old: Assertion, new: Assertion) -> str:
    if old.kind is not new.kind:
        return ""
    if old.kind is Kind.MEMBER:
        return _wider_membership(old, new)
    if old.kind is Kind.BOUND:
        return _wider_bound(old, new)
    if old.kind is Kind.TYPE:
        before, after = old.expected_node, new.expected_node
        kinds = new.expected.count(",") > old.expected.count(",")
        return "more types are accepted" if kinds or (before and not after) else ""
    return ""


def _wider_membership(old: Assertion, new: Assertion) -> str:
    before, after = old.expected_node, new.expected_node
    if isinstance(before, ast.Tuple | ast.List | ast.Set) and isinstance(
        after, ast.Tuple | ast.List | ast.Set
    ):
        earlier = {text_of(each) for each in before.elts}
        later = {text_of(each) for each in after.elts}
        return "more values are accepted" if later > earlier else ""
    if isinstance(before, ast.Constant) and isinstance(after, ast.Constant):
        earlier_text, later_text = str(before.value), str(after.value)
        if later_text != earlier_text and later_text in earlier_text:
            return "a shorter text is looked for"
    return ""


def _wider_bound(old: Assertion, new: Assertion) -> str:
    before, after = number(old.expected_node), number(new.expected_node)
    if before is None or after is None:
        return ""
    symbol = new.detail.replace("Greater", "Gt").replace("Less", "Lt")
    if symbol.startswith("Gt") and after < before:
        return "the bound is lower"
    if symbol.startswith("Lt") and after > before:
        return "the bound is higher"
    return ""


def _shrunk(pair: Pair) -> str:
    """Return whether only a part of what was checked is checked now."""
    if pair.relation is not Relation.WRAPPED:
        return ""
    old, new = pair.old, pair.new
    if old.subject not in new.subject or new.subject_node is None:
        return ""
    whole = _holds_all(old, new)
    for node in walked(new.subject_node):
        if not whole and isinstance(node, ast.Subscript) and old.subject in text_of(node.value):
            return "only a part of it is compared"
        if isinstance(node, ast.Call):
            name = dotted(node.func).rpartition(".")[2]
            if isinstance(node.func, ast.Attribute):
                name = node.func.attr
            if name in _LOSSY and old.subject in text_of(node):
                return f"only `{name}` of it is compared"
        if not whole and isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            return "only a part of it is compared"
    return ""


def _holds_all(old: Assertion, new: Assertion) -> bool:
    """Return whether the later check names all literals of the earlier one's expected value."""
    if old.expected_node is None or new.expected_node is None:
        return False
    wanted = {text_of(e) for e in walked(old.expected_node) if isinstance(e, ast.Constant)}
    there = {text_of(e) for e in walked(new.expected_node) if isinstance(e, ast.Constant)}
    return bool(wanted) and wanted <= there


def tolerance_ratio(old: Assertion, new: Assertion) -> float:
    """Return by how much a tolerance is wider now; 1 or less when it is not."""
    before, after = _tolerance(old), _tolerance(new)
    if old.kind is Kind.EXACT:
        size = max(abs(number(old.expected_node) or 1.0), 1.0)
        return 1.0 if after <= 1e-6 * size else max(after / (1e-6 * size), 1.0)
    if before == 0:
        return 1.0 if after == 0 else 1e9
    return after / before


def _tolerance(check: Assertion) -> float:
    size = number(check.expected_node)
    relative = check.relative * (1.0 if size is None else abs(size))
    return max(relative, check.absolute)


def flipped(pair: Pair, old_module: Module, new_module: Module) -> bool:
    """Return whether the same thing is expected to be another value."""
    old, new = pair.old, pair.new
    if pair.relation is not Relation.SUBJECT:
        return False
    if {old.kind, new.kind} == {Kind.TRUE, Kind.FALSE}:
        return True
    if old.kind is Kind.RAISES and new.kind in (Kind.EXACT, Kind.APPROX):
        return True
    if old.kind not in (Kind.EXACT, Kind.APPROX) or new.kind not in (Kind.EXACT, Kind.APPROX):
        return False
    if old.expected == new.expected:
        return False
    before = resolved_value(old.expected_node, old_module)
    after = resolved_value(new.expected_node, new_module)
    if before is None or callees(before):
        return False
    if after is None:
        return not isinstance(new.expected_node, ast.Name)
    if text_of(before) == text_of(after):
        return False
    return not (isinstance(before, ast.Name) or isinstance(after, ast.Name))


def resolved_value(node: ast.AST | None, module: Module) -> ast.AST | None:
    """Return an expected value with module constants one hop away put in; None for none."""
    if isinstance(node, ast.Name) and node.id in module.constants:
        return module.constants[node.id]
    return node


def is_self_oracle(pair: Pair) -> bool:
    """Return whether the expected value is computed by what is under test, and was not before."""
    old, new = pair.old, pair.new
    if old.kind not in (Kind.EXACT, Kind.APPROX) or new.expected_node is None:
        return False
    common = callees(new.subject_node) & callees(new.expected_node)
    common -= {"", "len", "str", "list", "sorted", "set", "tuple", "dict", "int", "float", "repr"}
    return bool(common) and not (callees(old.expected_node) & common)
