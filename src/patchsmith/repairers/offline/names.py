"""Which names are close to each other, and which names are in scope at a line.

Close means: a slip of the hand, not another word. Only the word that differs is compared, so that
`min_price` is not close to `max_price`, nor `get_x` to `set_x`; names that differ in digits only
are never close.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RATIO = 0.8
_RIVAL_RATIO = 0.65
_MIN_LENGTH = 3
_DIGITS = re.compile(r"\d+")

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def is_close(wrong: str, right: str) -> bool:
    """Return whether `wrong` is likely a slip for `right`."""
    if wrong == right or _is_numbered_alike(wrong, right):
        return False
    if _flat(wrong) == _flat(right):
        return True
    ours, theirs = wrong.split("_"), right.split("_")
    if len(ours) == len(theirs):
        differing = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
        if len(differing) == 1:
            return _words_close(*differing[0])
    return _words_close(wrong, right)


def _is_numbered_alike(one: str, other: str) -> bool:
    return _DIGITS.sub("", one) == _DIGITS.sub("", other)


def _flat(name: str) -> str:
    return name.replace("_", "").casefold()


def _words_close(wrong: str, right: str) -> bool:
    if min(len(wrong), len(right)) < _MIN_LENGTH:
        return False
    if _is_swap(wrong, right):
        return True
    if wrong[0].casefold() != right[0].casefold():
        return False  # encode/decode, get/set: slips seldom hit the first letter, opposites do
    ratio = difflib.SequenceMatcher(None, wrong, right, autojunk=False).ratio()
    return ratio >= _RATIO


def _is_swap(wrong: str, right: str) -> bool:
    if len(wrong) != len(right):
        return False
    at = [index for index, (a, b) in enumerate(zip(wrong, right, strict=True)) if a != b]
    if len(at) != 2 or at[1] != at[0] + 1:
        return False
    return wrong[at[0]] == right[at[1]] and wrong[at[1]] == right[at[0]]


def close_names(wrong: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the candidates close to `wrong`, sorted; private ones only for a private name.

    A candidate that differs in digits only may be meant just as well, so then there are none. One
    that is a slip of the only close name, and not far itself, may be meant too, and is returned.
    """
    candidates = set(candidates)
    if any(_is_numbered_alike(wrong, name) for name in candidates):
        return ()
    offered = {name for name in candidates if wrong.startswith("_") or not name.startswith("_")}
    close = {name for name in offered if is_close(wrong, name)}
    if len(close) == 1 and not _is_sure(wrong, *close):
        close |= {name for name in offered if _is_rival(wrong, name, *close)}
    return tuple(sorted(close))


def _is_sure(wrong: str, right: str) -> bool:
    return _flat(wrong) == _flat(right) or _is_swap(wrong, right)


def _is_rival(wrong: str, name: str, close: str) -> bool:
    ratio = difflib.SequenceMatcher(None, wrong, name, autojunk=False).ratio()
    return name != wrong and ratio >= _RIVAL_RATIO and is_close(name, close)


def bound_names(node: ast.AST) -> set[str]:
    """Return the names one node binds itself, its children not counted."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()):
            return {name}
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Import() | ast.ImportFrom():
            return {(item.asname or item.name).partition(".")[0] for item in node.names}
        case ast.arg(arg=name):
            return {name}
        case ast.ExceptHandler(name=str(name)):
            return {name}
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return {name}
        case ast.MatchMapping(rest=str(name)):
            return {name}
    return set()


def all_bound_names(tree: ast.AST) -> set[str]:
    """Return every name bound anywhere below a node."""
    return set().union(*(bound_names(node) for node in ast.walk(tree)))


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Walk a scope without the inside of functions, classes and comprehensions in it.

    Of a comprehension only what `:=` binds belongs to the scope around it.
    """
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, Scope | ast.ClassDef):
            continue
        if isinstance(node, Comprehension):
            yield from (n.target for n in ast.walk(node) if isinstance(n, ast.NamedExpr))
            continue
        waiting.extend(ast.iter_child_nodes(node))


def _bound_in(scope: ast.AST, *, before: int | None) -> set[str]:
    names: set[str] = set()
    for node in _own(scope):
        line_no = getattr(node, "lineno", 0)
        if before is None or line_no < before:
            names |= bound_names(node)
    return names


def _spans(node: ast.AST, line_no: int) -> bool:
    start, end = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    return start is not None and end is not None and start <= line_no <= end


def enclosing(tree: ast.Module, line_no: int) -> list[ast.AST]:
    """Return the functions, lambdas and classes around a line (1-based), outermost first."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, Scope | ast.ClassDef) and _spans(node, line_no)
    ]


def names_in_scope(tree: ast.Module, line_no: int) -> frozenset[str]:
    """Return the names that code at a line (1-based) can read.

    Names that the innermost scope binds count only when they are bound above the line; class
    attributes count in the class body alone; builtins are included.
    """
    names = {name for name in dir(builtins) if not name.startswith("_")}
    scopes = enclosing(tree, line_no)
    innermost = scopes[-1] if scopes else tree
    names |= _bound_in(tree, before=line_no if innermost is tree else None)
    for scope in scopes:
        if isinstance(scope, ast.ClassDef):
            if scope is innermost:
                names |= _bound_in(scope, before=line_no)
            continue
        names |= _bound_in(scope.args, before=None) if isinstance(scope, Scope) else set()
        names |= _bound_in(scope, before=line_no if scope is innermost else None)
    return frozenset(names | _targets_of_comprehensions(tree, line_no))


def _targets_of_comprehensions(tree: ast.Module, line_no: int) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, Comprehension) and _spans(node, line_no):
            for generator in node.generators:
                names |= all_bound_names(generator.target)
    return names
