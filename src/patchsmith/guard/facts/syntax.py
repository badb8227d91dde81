"""A Python file as the rules read it: its tree, functions with scopes, imports, constants.

Comments and layout are gone here, so a change of them alone is no change. A file that is too
large, nested too deeply or no Python gives None and a reason: never an exception.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
"""A function as the tree has it."""
MAX_PARSED = 2_000_000
"""Bytes of Python source that are still parsed."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method, wherever it stands."""

    qualname: str
    """Names of the classes and functions around it, dotted, then its own."""
    node: FunctionNode
    """The definition."""
    classes: tuple[ast.ClassDef, ...]
    """Classes around it, the outermost first."""
    nested: bool
    """Whether another function is around it."""
    dead: bool
    """Whether it stands under a condition that never holds."""

    @property
    def name(self) -> str:
        """Its own name."""
        return self.node.name


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """One parsed file."""

    path: str
    """Relative to the root."""
    lines: list[str]
    """The source, a line each."""
    tree: ast.Module
    """The tree."""
    functions: tuple[Function, ...]
    """All functions, in the order of the file."""
    imports: dict[str, str]
    """Local name -> dotted name of the module or object it stands for."""
    constants: dict[str, ast.expr]
    """Module-level name assigned once -> its value."""

    def segment(self, function: Function) -> str:
        """Return the source lines of a function, decorators included."""
        node = function.node
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        return "\n".join(self.lines[first - 1 : node.end_lineno])


def parsed(path: str, text: str) -> Module | str:
    """Return a file as a module, or why it can not be read as one."""
    if len(text) > MAX_PARSED:
        return f"larger than {MAX_PARSED} bytes"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        functions = tuple(_functions(tree))
        return Module(path, text.split("\n"), tree, functions, _imports(tree), _constants(tree))
    except SyntaxError as error:
        return f"not Python: {error.msg}"
    except ValueError:
        return "not Python: it holds NUL characters"
    except (RecursionError, MemoryError):
        return "nested too deeply"


def _functions(tree: ast.Module) -> Iterator[Function]:
    """Yield all functions; iterative, so that no depth of nesting is too much."""
    todo: list[tuple[ast.AST, tuple[str, ...], tuple[ast.ClassDef, ...], bool, bool]]
    todo = [(tree, (), (), False, False)]
    while todo:
        node, names, classes, nested, dead = todo.pop()
        if isinstance(node, FunctionNode):
            yield Function(".".join((*names, node.name)), node, classes, nested, dead)
            names, nested = (*names, node.name), True
        elif isinstance(node, ast.ClassDef):
            names, classes = (*names, node.name), (*classes, node)
        children: list[tuple[ast.stmt, bool]] = []
        for field_name in ("body", "orelse", "finalbody", "handlers", "cases"):
            never = dead or (
                isinstance(node, ast.If | ast.While)
                and constant_truth(node.test) is (field_name == "orelse")
            )
            inside = getattr(node, field_name, ())
            if isinstance(inside, list):
                children += [(child, never) for child in inside]
        todo.extend((child, names, classes, nested, never) for child, never in reversed(children))


def constant_truth(expression: ast.expr) -> bool | None:
    """Return whether an expression always or never holds, None when that depends."""
    if isinstance(expression, ast.UnaryOp) and isinstance(expression.op, ast.Not):
        inner = constant_truth(expression.operand)
        return None if inner is None else not inner
    if isinstance(expression, ast.Constant):
        return bool(expression.value)
    if isinstance(expression, ast.Name) and expression.id == "TYPE_CHECKING":
        return False
    if isinstance(expression, ast.Tuple | ast.List | ast.Set):
        return bool(expression.elts)
    if isinstance(expression, ast.Dict):
        return bool(expression.keys)
    if isinstance(expression, ast.Lambda):
        return True
    if isinstance(expression, ast.Compare):
        return _compared(expression)
    return None


def _compared(expression: ast.Compare) -> bool | None:
    """Return what a single comparison of constants gives."""
    left, right = expression.left, expression.comparators[0]
    if len(expression.ops) != 1:
        return None
    if not (isinstance(left, ast.Constant) and isinstance(right, ast.Constant)):
        return None
    if isinstance(expression.ops[0], ast.Eq | ast.Is):
        return bool(left.value == right.value)
    if isinstance(expression.ops[0], ast.NotEq | ast.IsNot):
        return bool(left.value != right.value)
    return None


def _imports(tree: ast.Module) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in walked(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.name if alias.asname else alias.name.partition(".")[0]
                found[alias.asname or name] = name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module or ''}.{alias.name}"
    return found


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    found: dict[str, ast.expr] = {}
    twice: set[str] = set()
    for node in tree.body:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.AugAssign):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and node.value is not None:  # type: ignore[attr-defined]
                if target.id in found:
                    twice.add(target.id)
                found[target.id] = node.value  # type: ignore[attr-defined]
    return {name: value for name, value in found.items() if name not in twice}


def walked(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, in no order that matters; faster than `ast.walk`."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                todo.append(value)
            elif isinstance(value, list):
                todo.extend(each for each in value if isinstance(each, ast.AST))


def defined(tree: ast.Module) -> set[str]:
    """Return the names of all functions and classes of a file."""
    return {n.name for n in walked(tree) if isinstance(n, FunctionNode | ast.ClassDef)}


def dotted(node: ast.AST) -> str:
    """Return a name such as `pytest.mark.skip`, empty for what is no dotted name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        return ".".join([node.id, *reversed(parts)])
    return "." + ".".join(reversed(parts)) if parts else ""


def same_tree(before: Module, after: Module) -> bool:
    """Return whether two files differ in layout and comments only."""
    todo: list[tuple[object, object]] = [(before.tree, after.tree)]
    while todo:
        one, other = todo.pop()
        if isinstance(one, list) and isinstance(other, list):
            if len(one) != len(other):
                return False
            todo.extend(zip(one, other, strict=True))
        elif isinstance(one, ast.AST):
            if type(one) is not type(other):
                return False
            todo.extend((getattr(one, n, None), getattr(other, n, None)) for n in one._fields)
        elif type(one) is not type(other) or one != other:
            return False
    return True


def mentions(module: Module, *words: str) -> bool:
    """Return whether the source has one of some words: a cheap look before a dear one."""
    return any(word in line for line in module.lines for word in words)
