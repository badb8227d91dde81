"""HC06: an object says it is equal, true or full whatever it holds."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.syntax import FunctionNode, dotted, mentions, walked
from patchsmith.guard.roles import Role, is_python
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_COMPARING = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
_ANSWERING = {"__bool__", "__len__", "__contains__", "__instancecheck__", "__subclasscheck__"}
_SHAPE = {"isinstance", "issubclass", "type", "hasattr"}
_BODY = r"\s*\{?\s*(return\s+)?(true|false|1|0)\b"
_OTHERS = {
    "rust": re.compile(
        r"\bfn\s+(eq|ne)\s*\([^)]*\)\s*->\s*bool\s*\{\s*(return\s+)?(true|false)\s*;?\s*\}"
    ),
    "java": re.compile(
        r"\bboolean\s+equals\s*\([^)]*\)\s*\{\s*return\s+(true|\w+\s+instanceof\s+\w+)\s*;\s*\}"
    ),
    "csharp": re.compile(
        r"\bbool\s+(Equals|operator\s*==)\s*\([^)]*\)\s*(=>\s*(true|\w+\s+is\s+\w+)\s*;|\{\s*return\s+(true|\w+\s+is\s+\w+)\s*;\s*\})"
    ),
    "ruby": re.compile(
        r"\bdef\s+(==|eql\?|equal\?)\s*\(?\s*\w*\s*\)?\s*;?\s*\n?\s*true\s*;?\s*\n?\s*end"
    ),
    "javascript": re.compile(
        r"\b(equals|valueOf|asymmetricMatch|isEqual)\s*\([^)]*\)\s*(:\s*\w+\s*)?\{\s*return\s+(true|['\"\d][^;\n]*)\s*;?\s*\}"
    ),
    "go": re.compile(
        r"\bfunc\s*\([^)]*\)\s*(Equal|Is)\s*\([^)]*\)\s*bool\s*\{\s*return\s+true\s*\}"
    ),
}
_OTHERS["typescript"] = _OTHERS["javascript"]


def look(context: Context) -> Iterator[Seen]:
    """Yield comparing methods that are new or changed and do not look at what they compare."""
    for path in context.python(Role.PRODUCTION, Role.TEST):
        module, old = context.module_after(path), context.module_before(path)
        if module is None or not mentions(module, "__"):
            continue
        known = {f.qualname: text_of(f.node) for f in old.functions} if old is not None else {}
        yield from _assigned(module.tree, old.tree if old is not None else None, path)
        for function in module.functions:
            if function.name not in _COMPARING | _ANSWERING or not function.classes:
                continue
            if known.get(function.qualname) != text_of(function.node) and _lies(function.node):
                yield Seen(
                    path, function.node.lineno, Severity.BLOCK,
                    f"`{function.qualname}` does not look at what it compares",
                    after=text_of(function.node),
                )  # fmt: skip
    for path in context.paths(Role.PRODUCTION, Role.TEST):
        pattern = _OTHERS.get(context.language(path))
        if is_python(path) or pattern is None:
            continue
        before = {match.group() for match in pattern.finditer(context.before(path))}
        after = context.after(path)
        for match in pattern.finditer(after):
            if match.group() not in before:
                line_no = after.count("\n", 0, match.start()) + 1
                yield Seen(
                    path, line_no, Severity.BLOCK, "a comparison always gives the same",
                    after=match.group(),
                )  # fmt: skip


def _assigned(tree: ast.Module, old: ast.Module | None, path: str) -> Iterator[Seen]:
    """Yield comparing methods that are written as a lambda of a constant."""
    known = {text_of(n) for n in walked(old) if isinstance(n, ast.Assign)} if old else set()
    for node in walked(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            names = {dotted(target) for target in node.targets}
            if names & (_COMPARING | _ANSWERING) and isinstance(node.value.body, ast.Constant):
                if text_of(node) not in known:
                    yield Seen(
                        path, node.lineno, Severity.BLOCK, "a comparison always gives the same",
                        after=text_of(node),
                    )  # fmt: skip


def _lies(node: FunctionNode) -> bool:
    """Return whether all a method returns are constants and type checks, and it can say yes."""
    values = [
        each.value
        for each in walked(node)
        if isinstance(each, ast.Return) and each.value is not None
    ]
    told = [each for each in values if text_of(each) != "NotImplemented"]
    if not told:
        return False
    if node.name in _ANSWERING:
        return all(isinstance(each, ast.Constant) for each in told)
    return all(_is_shape(each) for each in told) and not _reads(node)


def _is_shape(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return True
    if isinstance(node, ast.Call):
        return dotted(node.func) in _SHAPE
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return all(isinstance(s, ast.Call) and dotted(s.func) == "type" for s in sides) or (
            all(dotted(each).endswith("__class__") for each in sides)
        )
    if isinstance(node, ast.BoolOp):
        return all(_is_shape(each) for each in node.values)
    return isinstance(node, ast.UnaryOp) and _is_shape(node.operand)


def _reads(node: FunctionNode) -> bool:
    """Return whether a condition in a method reads a field of the other operand."""
    other = node.args.args[1].arg if len(node.args.args) > 1 else ""
    return any(
        isinstance(each, ast.Attribute) and dotted(each.value) == other and each.attr != "__class__"
        for each in walked(node)
    )


RULE = Rule(
    "HC06",
    "a comparison lies",
    "block",
    "An object that equals everything passes every comparison.",
    "An equality reads the fields of both sides.",
    look,
)
