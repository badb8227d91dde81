"""Expressions that are true whatever the code under test does."""

from __future__ import annotations

import ast

from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.syntax import constant_truth, dotted


def always_true(test: ast.expr) -> str:
    """Return why an asserted expression can not be false; empty when it can."""
    if isinstance(test, ast.Tuple | ast.List | ast.Dict | ast.Set | ast.Lambda):
        return "a display that is not empty is always true" if constant_truth(test) else ""
    if isinstance(test, ast.JoinedStr):
        return "a text that is not empty is always true"
    if constant_truth(test) is True:
        return "a constant is always true"
    if isinstance(test, ast.BoolOp):
        reasons = [always_true(each) for each in test.values]
        if isinstance(test.op, ast.Or):
            return next((each for each in reasons if each), _exhaustive(test))
        return reasons[0] if all(reasons) else ""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _comparison(test)
    if isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and len(test.args) == 2:
        return "everything is an object" if dotted(test.args[1]) == "object" else ""
    if isinstance(test, ast.Call) and dotted(test.func) == "bool" and len(test.args) == 1:
        return always_true(test.args[0])
    return ""


def _comparison(test: ast.Compare) -> str:
    left, op, right = test.left, test.ops[0], test.comparators[0]
    if isinstance(op, ast.Eq | ast.Is | ast.LtE | ast.GtE) and text_of(left) == text_of(right):
        return "both sides are the same"
    if isinstance(op, ast.In) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        texts = {text_of(each) for each in right.elts}
        if {"True", "False"} <= texts:
            return "every truth value is accepted"
        if text_of(left) in texts:
            return "the value is compared with itself"
    if isinstance(op, ast.GtE) and _is_length(left) and text_of(right) in ("0", "-1"):
        return "a length is never negative"
    if isinstance(op, ast.Gt) and _is_length(left) and text_of(right) == "-1":
        return "a length is never negative"
    if isinstance(op, ast.LtE) and _is_length(right) and text_of(left) == "0":
        return "a length is never negative"
    return ""


def _is_length(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func) in ("len", "abs")


def _exhaustive(test: ast.BoolOp) -> str:
    """Return whether one alternative is the opposite of another."""
    texts = {text_of(each) for each in test.values}
    for each in test.values:
        if isinstance(each, ast.UnaryOp) and isinstance(each.op, ast.Not):
            if text_of(each.operand) in texts:
                return "one alternative is the opposite of another"
        if isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.NotEq | ast.IsNot):
            flipped = ast.Eq() if isinstance(each.ops[0], ast.NotEq) else ast.Is()
            if text_of(ast.Compare(each.left, [flipped], each.comparators)) in texts:
                return "one alternative is the opposite of another"
    return ""
