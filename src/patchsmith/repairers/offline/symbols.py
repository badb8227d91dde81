"""Definitions in the project: names of a module, members of a class, parameters of a function.

What can not be known from the source (star imports, `__getattr__`, unknown base classes) makes
the answer None, so that no rule concludes from half of a namespace.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.repairers.offline.names import bound_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.changes.paths import RelPath
    from patchsmith.repairers.offline.project import Project

Function = ast.FunctionDef | ast.AsyncFunctionDef

_PLAIN_BASES = frozenset({"object", "ABC", "abc.ABC", "Generic", "Protocol", "typing.Generic"})
_NOT_IMPORTED = frozenset({"this", "antigravity", "idlelib", "turtledemo", "test", "__main__"})
_DIR = "import importlib, sys; print(*dir(importlib.import_module(sys.argv[1])))"
_IMPORT_TIMEOUT_S = 20.0


class ClassAt(NamedTuple):
    """A class and the file that defines it."""

    path: RelPath
    node: ast.ClassDef


class FunctionAt(NamedTuple):
    """A function or method and the file that defines it."""

    path: RelPath
    node: Function


def is_stdlib(name: str) -> bool:
    """Return whether a top-level name is a public standard library module."""
    return name in sys.stdlib_module_names and not name.startswith("_")


@cache
def stdlib_names(module: str) -> frozenset[str] | None:
    """Return the names of a standard library module, or None when it can not be imported.

    The import runs in an isolated interpreter of its own: a project file of the same name must
    not be run, and a module's own side effects must not reach us.
    """
    top = module.partition(".")[0]
    if not is_stdlib(top) or top in _NOT_IMPORTED:
        return None
    try:
        answer = subprocess.run(
            (sys.executable, "-I", "-S", "-c", _DIR, module),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_IMPORT_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return frozenset(answer.stdout.split()) if answer.returncode == 0 else None


def module_names(tree: ast.Module) -> frozenset[str] | None:
    """Return the names a module defines at its top level, or None when more may exist."""
    names: set[str] = set()
    for node in _top_level(tree):
        if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names):
            return None
        names |= bound_names(node)
    return None if "__getattr__" in names else frozenset(names)


def _top_level(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            yield from _top_level(node)


def find_class(project: Project, name: str) -> ClassAt | None:
    """Return the class of that name when the whole project, tests included, has just one."""
    pattern = re.compile(rf"\bclass\s+{re.escape(name)}\b")
    found: list[ClassAt] = []
    for path in project.files(".py"):
        source = project.source(path)
        if source is None or not pattern.search(source.text):
            continue
        tree = project.tree(path)
        if tree is None:
            return None
        found += (
            ClassAt(path, node)
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and node.name == name
        )
    return found[0] if len(found) == 1 else None


def find_function(project: Project, qualname: str) -> FunctionAt | None:
    """Return the function `f` or method `Class.f` when the whole project has just one."""
    owner, _, name = qualname.rpartition(".")
    if "." in owner or "<" in qualname:
        return None
    if owner:
        cls = find_class(project, owner)
        methods = _functions(cls.node.body, name) if cls is not None else []
        return FunctionAt(cls.path, methods[0]) if cls is not None and len(methods) == 1 else None
    pattern = re.compile(rf"\bdef\s+{re.escape(name)}\b")
    found: list[FunctionAt] = []
    for path in project.files(".py"):
        source = project.source(path)
        if source is None or not pattern.search(source.text):
            continue
        tree = project.tree(path)
        if tree is None:
            return None
        found += (FunctionAt(path, node) for node in _functions(list(_top_level(tree)), name))
    return found[0] if len(found) == 1 else None


def _functions(body: list[ast.stmt] | list[ast.AST], name: str) -> list[Function]:
    return [node for node in body if isinstance(node, Function) and node.name == name]


def parameter_names(node: Function) -> tuple[str, ...]:
    """Return the parameters that a call can name."""
    arguments = node.args
    return tuple(argument.arg for argument in (*arguments.args, *arguments.kwonlyargs))


def field_names(cls: ast.ClassDef) -> tuple[str, ...] | None:
    """Return the fields of a dataclass without bases, or None for any other class."""
    if cls.bases or not any(_is_dataclass(decorator) for decorator in cls.decorator_list):
        return None
    return tuple(
        item.target.id
        for item in cls.body
        if isinstance(item, ast.AnnAssign)
        and isinstance(item.target, ast.Name)
        and "ClassVar" not in ast.unparse(item.annotation)
    )


def _is_dataclass(decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return ast.unparse(named) in ("dataclass", "dataclasses.dataclass")


def member_names(project: Project, cls: ast.ClassDef, *, depth: int = 8) -> frozenset[str] | None:
    """Return the attributes of a class and its instances, or None when more may exist."""
    if depth == 0 or cls.keywords:
        return None
    names: set[str] = set()
    for base in cls.bases:
        text = ast.unparse(base).partition("[")[0]
        if text in _PLAIN_BASES:
            continue
        found = find_class(project, text)
        inherited = member_names(project, found.node, depth=depth - 1) if found else None
        if inherited is None:
            return None
        names |= inherited
    for node in ast.walk(cls):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=attr, ctx=ast.Store()):
                names.add(attr)
            case ast.Call(func=ast.Name(id="setattr")):
                return None
    for item in _top_level(cls):
        names |= bound_names(item)
    return None if names & {"__getattr__", "__getattribute__"} else frozenset(names)
