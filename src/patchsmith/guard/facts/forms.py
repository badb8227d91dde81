"""Which expressions and statements are assertions: pytest's, unittest's, mock's, numpy's.

Each form becomes an `Assertion`. What a check is about is its subject; which side of `==` that is
follows from which side computes something.

Rules for editors: a form that is not known is no assertion, so that losing it is never a finding;
add forms here, and a line to the table in tests/guard/facts/test_forms.py.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.guard.facts.assertion import Assertion, Kind
from patchsmith.guard.facts.literals import is_literal, number, text_of
from patchsmith.guard.facts.syntax import constant_truth, dotted
from patchsmith.guard.facts.vacuous import always_true

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOUNDS = {"Greater", "GreaterEqual", "Less", "LessEqual"}
_EXACT = {
    "Equal", "Equals", "ListEqual", "DictEqual", "SetEqual", "TupleEqual", "MultiLineEqual",
    "SequenceEqual", "Is", "CountEqual", "ItemsEqual",
}  # fmt: skip
_MEMBER = {"In", "Regex", "RegexpMatches", "DictContainsSubset", "NotIn", "NotRegex", "StartsWith"}
_UNEQUAL = {"NotEqual", "NotEquals", "IsNot", "IsNotNone"}
MOCK_CHECKS = {
    "assert_called_once_with": 5, "assert_has_calls": 5, "assert_called_with": 4,
    "assert_any_call": 3, "assert_not_called": 5, "assert_called_once": 2, "assert_called": 1,
    "assert_awaited_once_with": 5, "assert_has_awaits": 5, "assert_awaited_with": 4,
    "assert_any_await": 3, "assert_not_awaited": 5, "assert_awaited_once": 2, "assert_awaited": 1,
}  # fmt: skip
"""Checks that mocks really have -> how much each pins down."""
_NUMPY = {"assert_allclose", "assert_almost_equal", "assert_approx_equal"}
_NUMPY_EXACT = {"assert_array_equal", "assert_equal", "assert_frame_equal", "assert_series_equal"}
RAISING = {
    "assertRaises", "assertRaisesRegex", "assertRaisesRegexp", "assertWarns", "assertWarnsRegex",
    "raises", "pytest.raises", "pytest.warns", "warns", "pytest.deprecated_call", "assertLogs",
}  # fmt: skip
"""Names of what expects an error, the receiver `self` left out."""


def of_assert(node: ast.Assert) -> Iterator[Assertion]:
    """Yield the assertions that an `assert` statement makes; `and` makes several."""
    vacuous = always_true(node.test)
    todo = [node.test]
    while todo:
        test = todo.pop(0)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            todo = [*test.values, *todo]
            continue
        yield of_expression(test, node.lineno, vacuous or always_true(test))


def of_expression(test: ast.expr, line_no: int, vacuous: str = "") -> Assertion:
    """Return the assertion that an expression is true."""
    text = text_of(test)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _comparison(test, test.ops[0], line_no, text, vacuous)
    if isinstance(test, ast.Compare):
        middle = test.comparators[0]
        return Assertion(Kind.BOUND, text_of(middle), text, line_no, text, middle, vacuous=vacuous)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = of_expression(test.operand, line_no)
        if inner.kind in (Kind.TRUE, Kind.FALSE):
            kind = Kind.FALSE if inner.kind is Kind.TRUE else Kind.TRUE
        else:
            kind = Kind.UNEQUAL
        return Assertion(
            kind, inner.subject, inner.expected, line_no, text,
            inner.subject_node, inner.expected_node, inner.detail, vacuous=vacuous,
        )  # fmt: skip
    if isinstance(test, ast.Call):
        found = _predicate(test, line_no, text, vacuous)
        if found is not None:
            return found
    return Assertion(Kind.TRUE, text, "", line_no, text, test, vacuous=vacuous)


def _predicate(call: ast.Call, line_no: int, text: str, vacuous: str) -> Assertion | None:
    name = dotted(call.func)
    args = call.args
    last = name.rpartition(".")[2]
    if name in ("isinstance", "issubclass", "hasattr", "callable") and args:
        rest = ", ".join(text_of(each) for each in args[1:])
        return Assertion(Kind.TYPE, text_of(args[0]), rest, line_no, text, args[0], vacuous=vacuous)
    if last in ("isclose", "allclose") and len(args) >= 2:
        return _approximate(args[0], args[1], call, line_no, text)
    if last in ("startswith", "endswith") and isinstance(call.func, ast.Attribute) and args:
        subject = call.func.value
        return Assertion(
            Kind.MEMBER, text_of(subject), text_of(args[0]), line_no, text, subject, args[0],
            detail=last, vacuous=vacuous,
        )  # fmt: skip
    if name in ("re.match", "re.search", "re.fullmatch", "re.findall") and len(args) >= 2:
        return Assertion(
            Kind.MEMBER, text_of(args[1]), text_of(args[0]), line_no, text, args[1], args[0],
            detail=last, vacuous=vacuous,
        )  # fmt: skip
    return None


def _comparison(
    test: ast.Compare, op: ast.cmpop, line_no: int, text: str, vacuous: str
) -> Assertion:
    subject, expected = test.left, test.comparators[0]
    if isinstance(op, ast.In | ast.NotIn):
        if is_literal(subject) or not is_literal(expected):
            subject, expected = expected, subject
        kind = Kind.MEMBER if isinstance(op, ast.In) else Kind.UNEQUAL
        detail = type(op).__name__
        return Assertion(
            kind, text_of(subject), text_of(expected), line_no, text, subject, expected,
            detail=detail, vacuous=vacuous,
        )  # fmt: skip
    if isinstance(op, ast.NotEq | ast.IsNot):
        subject, expected = _sides(subject, expected)
        return Assertion(
            Kind.UNEQUAL, text_of(subject), text_of(expected), line_no, text, subject, expected,
            vacuous=vacuous,
        )  # fmt: skip
    if isinstance(op, ast.Eq | ast.Is):
        return _equality(subject, expected, line_no, text, vacuous)
    return _bound(test, op, line_no, text, vacuous)


def _equality(
    left: ast.expr, right: ast.expr, line_no: int, text: str, vacuous: str = ""
) -> Assertion:
    subject, expected = _sides(left, right)
    for side, other in ((expected, subject), (subject, expected)):
        if isinstance(side, ast.Call) and dotted(side.func).rpartition(".")[2] == "approx":
            target = side.args[0] if side.args else side
            return _approximate(other, target, side, line_no, text)
    return Assertion(
        Kind.EXACT, text_of(subject), text_of(expected), line_no, text, subject, expected,
        vacuous=vacuous,
    )  # fmt: skip


def _sides(left: ast.expr, right: ast.expr) -> tuple[ast.expr, ast.expr]:
    """Return subject and expected value of a comparison."""
    if is_literal(left) and not is_literal(right):
        return right, left
    names = ("expected", "want", "wanted", "exp", "expect", "golden", "reference")
    if isinstance(left, ast.Name) and left.id.lower() in names and not is_literal(right):
        return right, left
    if isinstance(left, ast.Call) and dotted(left.func).endswith("approx"):
        return right, left
    return left, right


def _bound(test: ast.Compare, op: ast.cmpop, line_no: int, text: str, vacuous: str) -> Assertion:
    left, right = test.left, test.comparators[0]
    if isinstance(op, ast.Gt | ast.GtE) and _is_distance(right):
        left, right = right, left
    if _is_distance(left):
        return _within(left, right, line_no, text)
    subject, expected = _sides(left, right)
    symbol = type(op).__name__
    return Assertion(
        Kind.BOUND, text_of(subject), text_of(expected), line_no, text, subject, expected,
        detail=symbol, vacuous=vacuous,
    )  # fmt: skip


def _is_distance(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and dotted(node.func) in ("abs", "math.fabs", "fabs", "np.abs")
        and len(node.args) == 1
        and isinstance(node.args[0], ast.BinOp)
        and isinstance(node.args[0].op, ast.Sub)
    )


def _within(distance: ast.expr, limit: ast.expr, line_no: int, text: str) -> Assertion:
    """Return `abs(a - b) < limit` as an approximation."""
    assert isinstance(distance, ast.Call)
    difference = distance.args[0]
    assert isinstance(difference, ast.BinOp)
    subject, expected = _sides(difference.left, difference.right)
    size = number(limit)
    return Assertion(
        Kind.APPROX, text_of(subject), text_of(expected), line_no, text, subject, expected,
        absolute=size if size is not None else 0.0,
    )  # fmt: skip


_RELATIVE = {"rel", "rel_tol", "rtol"}
_ABSOLUTE = {"abs", "abs_tol", "atol", "delta"}


def _approximate(
    actual: ast.expr, wanted: ast.expr, call: ast.Call, line_no: int, text: str
) -> Assertion:
    relative, absolute, given = 0.0, 0.0, False
    name = dotted(call.func).rpartition(".")[2]
    positional = call.args[1:] if name == "approx" else call.args[2:]
    named = {each.arg: each.value for each in call.keywords}
    if name == "approx":
        named |= dict(zip(("rel", "abs"), positional, strict=False))
    elif name in ("assertAlmostEqual", "assertAlmostEquals", "assertNotAlmostEqual"):
        named |= dict(zip(("places", "msg", "delta"), positional, strict=False))
    elif name == "assert_allclose":
        named |= dict(zip(("rtol", "atol"), positional, strict=False))
    elif name in ("assert_almost_equal", "assert_approx_equal"):
        named |= dict(zip(("decimal",), positional, strict=False))
    for key, value in named.items():
        size = number(value)
        if size is None or key is None:
            continue
        if key in _RELATIVE:
            relative, given = size, True
        elif key in _ABSOLUTE:
            absolute, given = size, True
        elif key in ("places", "decimal", "significant"):
            absolute, given = 0.5 * 10.0 ** -min(max(size, -300), 300), True
    if not given:
        relative = {"approx": 1e-6, "isclose": 1e-9}.get(name, 1e-7)
    subject, expected = _sides(actual, wanted)
    return Assertion(
        Kind.APPROX, text_of(subject), text_of(expected), line_no, text, subject, expected,
        relative=relative, absolute=absolute,
    )  # fmt: skip


def of_call(call: ast.Call) -> Assertion | None:
    """Return the assertion that a called method or function makes, None when it makes none."""
    name = dotted(call.func)
    last = name.rpartition(".")[2]
    args = call.args
    text = text_of(call)
    line_no = call.lineno
    if last in MOCK_CHECKS and isinstance(call.func, ast.Attribute):
        rest = ", ".join(text_of(each) for each in [*args, *(k.value for k in call.keywords)])
        subject = call.func.value
        return Assertion(Kind.MOCK, text_of(subject), rest, line_no, text, subject, detail=last)
    if name in ("pytest.fail", "self.fail"):
        return Assertion(Kind.FAIL, "", "", line_no, text)
    if last in _NUMPY and len(args) >= 2:
        return _approximate(args[0], args[1], call, line_no, text)
    if last in _NUMPY_EXACT and len(args) >= 2:
        return _equality(args[0], args[1], line_no, text)
    if not last.startswith("assert"):
        return None
    form = last.removeprefix("assert").rstrip("_")
    if form in ("Raises", "RaisesRegex", "RaisesRegexp", "Warns") and len(args) >= 2:
        return _raising_call(call, form, line_no, text)
    return _unittest(form, args, call, line_no, text)


def _raising_call(call: ast.Call, form: str, line_no: int, text: str) -> Assertion:
    skip = 2 if "Regex" in form else 1
    inner = ast.Call(call.args[skip], call.args[skip + 1 :], call.keywords)
    subject = ast.fix_missing_locations(ast.copy_location(inner, call))
    detail = text_of(call.args[1]) if skip == 2 else ""
    return Assertion(
        Kind.RAISES, text_of(subject), text_of(call.args[0]), line_no, text, subject, call.args[0],
        detail=detail,
    )  # fmt: skip


def _unittest(  # noqa: C901 - one form after the other
    form: str, args: list[ast.expr], call: ast.Call, line_no: int, text: str
) -> Assertion | None:
    if not args:
        return None
    first = args[0]
    if form in ("True", "") and args:
        return of_expression(first, line_no, always_true(first))
    if form == "False":
        vacuous = "it is false as written" if constant_truth(first) is False else ""
        return of_expression(ast.UnaryOp(ast.Not(), first), line_no, vacuous)
    if form == "IsNone":
        return Assertion(Kind.EXACT, text_of(first), "None", line_no, text, first)
    if form == "IsNotNone":
        return Assertion(Kind.UNEQUAL, text_of(first), "None", line_no, text, first)
    if len(args) < 2:
        return None
    if form in _EXACT:
        same = text_of(first) == text_of(args[1])
        return _equality(first, args[1], line_no, text, "both sides are the same" if same else "")
    if form in ("AlmostEqual", "AlmostEquals"):
        return _approximate(first, args[1], call, line_no, text)
    if form in _BOUNDS:
        return Assertion(
            Kind.BOUND, text_of(first), text_of(args[1]), line_no, text, first, args[1], detail=form
        )
    if form in _MEMBER:
        subject, expected = (args[1], first) if form in ("In", "NotIn") else (first, args[1])
        kind = Kind.UNEQUAL if form.startswith("Not") else Kind.MEMBER
        return Assertion(
            kind, text_of(subject), text_of(expected), line_no, text, subject, expected,
            detail="In" if form == "In" else form,
        )  # fmt: skip
    if form in _UNEQUAL:
        return Assertion(
            Kind.UNEQUAL, text_of(first), text_of(args[1]), line_no, text, first, args[1]
        )
    if form in ("IsInstance", "NotIsInstance", "IsSubclass"):
        return Assertion(Kind.TYPE, text_of(first), text_of(args[1]), line_no, text, first, args[1])
    return None


def of_with(node: ast.With | ast.AsyncWith, item: ast.withitem) -> Assertion | None:
    """Return the assertion that a `with` block raises, None when it does not expect to."""
    call = item.context_expr
    if not isinstance(call, ast.Call):
        return None
    name = dotted(call.func).removeprefix("self.")
    if name not in RAISING:
        return None
    wanted = call.args[0] if call.args else None
    match = next((each.value for each in call.keywords if each.arg in ("match", "check")), None)
    if match is None and "Regex" in name and len(call.args) > 1:
        match = call.args[1]
    subject = "; ".join(text_of(each) for each in node.body)
    return Assertion(
        Kind.RAISES, subject, "" if wanted is None else text_of(wanted), call.lineno,
        text_of(call), node, wanted, detail="" if match is None else text_of(match),
    )  # fmt: skip
