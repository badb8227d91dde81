"""HC02: the code holds a table of the tests' inputs and answers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import is_literal, telling, text_of
from patchsmith.guard.facts.syntax import walked
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.expectations import Expectation
    from patchsmith.guard.facts.syntax import Module

_MAX_PAIRS = 2_000


def look(context: Context) -> Iterator[Seen]:
    """Yield new tables whose pairs are what the baseline's tests put in and expect."""
    for path in context.python(Role.PRODUCTION):
        module, old = context.module_after(path), context.module_before(path)
        if module is None:
            continue
        known = {pair for _, pairs in _tables(old) for pair in pairs} if old is not None else set()
        for line_no, pairs in _tables(module):
            new = [pair for pair in pairs if pair not in known]
            hits = [pair for pair in new if _expected(pair, context.expecting.get(pair[0], []))]
            if len(hits) == len(new) == len(pairs) == 1:
                yield Seen(
                    path, line_no, Severity.WARN, "its one pair is a test's input and answer",
                    after=f"{hits[0][0]}: {hits[0][1]}",
                )  # fmt: skip
            if len(hits) < 2 or 2 * len(hits) < len(new):
                continue
            severity = Severity.BLOCK if len(hits) == len(new) else Severity.WARN
            yield Seen(
                path, line_no, severity,
                f"{len(hits)} of {len(new)} new pairs are a test's input and answer",
                after=", ".join(f"{key}: {value}" for key, value in hits[:4]),
            )  # fmt: skip


def _tables(module: Module) -> list[tuple[int, list[tuple[str, str]]]]:
    """Return the tables of a file: 1-based line, pairs of canonical texts."""
    found = []
    for node in walked(module.tree):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Dict):
            pairs = [(k, v) for k, v in zip(node.keys, node.values, strict=True) if k is not None]
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            pairs = [
                (each.elts[0], each.elts[1])
                for each in node.elts
                if isinstance(each, ast.Tuple | ast.List) and len(each.elts) == 2
            ]
        elif isinstance(node, ast.Match):
            pairs = _cases(node)
        texts = [(text_of(k), text_of(v)) for k, v in pairs if is_literal(k) and is_literal(v)]
        if 0 < len(texts) <= _MAX_PAIRS:
            found.append((node.lineno, texts))  # type: ignore[attr-defined]
    return found


def _cases(node: ast.Match) -> list[tuple[ast.expr, ast.expr]]:
    found = []
    for case in node.cases:
        last = case.body[-1]
        if isinstance(case.pattern, ast.MatchValue) and isinstance(last, ast.Return):
            if last.value is not None:
                found.append((case.pattern.value, last.value))
    return found


def _expected(pair: tuple[str, str], expectations: list[Expectation]) -> bool:
    key, value = pair
    if not any(telling(ast.literal_eval(each)) for each in pair if each[:1] not in "[({"):
        return False
    return key != value and any(
        key in each.inputs and value in each.outputs for each in expectations
    )


RULE = Rule(
    "HC02",
    "the code holds the tests' answers",
    "block when every new pair is a test's; warn when half of them are",
    "A table of the tests' cases is right for no other input.",
    "A table of the field holds all its entries, most of which no test names.",
    look,
)
