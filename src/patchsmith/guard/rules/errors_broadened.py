"""AW07: an expected error may be another one."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patchsmith.guard.facts.assertion import Kind
from patchsmith.guard.facts.syntax import dotted
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.assertion import Assertion

_WIDTH = {"BaseException": 4, "Exception": 3, "RuntimeError": 1, "OSError": 1, "LookupError": 1,
          "ArithmeticError": 1, "Warning": 2, "ValueError": 1, "StandardError": 3}  # fmt: skip
_PARENTS = {
    "KeyError": "LookupError", "IndexError": "LookupError", "FileNotFoundError": "OSError",
    "PermissionError": "OSError", "TimeoutError": "OSError", "ConnectionError": "OSError",
    "ZeroDivisionError": "ArithmeticError", "OverflowError": "ArithmeticError",
    "UnicodeDecodeError": "ValueError", "UnicodeEncodeError": "ValueError",
    "JSONDecodeError": "ValueError", "NotImplementedError": "RuntimeError",
    "RecursionError": "RuntimeError", "ModuleNotFoundError": "ImportError",
    "DeprecationWarning": "Warning", "UserWarning": "Warning",
}  # fmt: skip


def look(context: Context) -> Iterator[Seen]:
    """Yield expected errors that accept more than before."""
    for old, new, pairing in context.surviving:
        for pair in pairing.pairs:
            if pair.old.kind is Kind.RAISES and pair.new.kind is Kind.RAISES:
                how = broadened(pair.old, pair.new)
                if how:
                    yield Seen(
                        new.path, pair.new.line_no, context.weigh(old.path, old.qualname),
                        f"in `{new.qualname}`, {how}", before=pair.old.text, after=pair.new.text,
                    )  # fmt: skip
    for file in context.foreign:
        for test, before, after in file.broadened:
            yield Seen(
                file.path, test.line_no, context.weigh(file.path, test.name),
                f"in `{test.name}`, more errors are accepted", before=before, after=after,
            )  # fmt: skip


def broadened(old: Assertion, new: Assertion) -> str:
    """Return how a later expected error accepts more, empty when it does not."""
    before, after = _types(old.expected_node), _types(new.expected_node)
    if old.detail and not new.detail:
        return "the message is no longer checked"
    if max(map(_width, after), default=4) > max(map(_width, before), default=4):
        return "a wider type is accepted"
    if after > before:
        return "more types are accepted"
    if len(before) == len(after) == 1 and _PARENTS.get(min(before)) == min(after):
        return "a wider type is accepted"
    if old.detail != new.detail and new.detail.strip("'\"r") in old.detail:
        return "less of the message is checked"
    return ""


def _types(node: ast.AST | None) -> set[str]:
    if node is None:
        return set()
    kinds = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    return {dotted(each).rpartition(".")[2] or "?" for each in kinds}


def _width(name: str) -> int:
    return max(_WIDTH.get(name, 0) - 1, 0)


RULE = Rule(
    "AW07",
    "an expected error was broadened",
    "block without a change of production code or when the test failed before, else warn",
    "A wide type also accepts the errors of a broken program.",
    "A test names the type and, where there is one, the message.",
    look,
)
