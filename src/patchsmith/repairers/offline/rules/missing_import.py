"""A standard library module that is used and not imported.

`NameError: name 'json' is not defined`, where the name is a public standard library module, every
use in the file reads an attribute of it that the module has, nothing in the file or the project
has that name, and no name in scope is close to it. One import line is inserted.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix, raised_at
from patchsmith.repairers.offline.names import all_bound_names, close_names, names_in_scope
from patchsmith.repairers.offline.symbols import is_stdlib, stdlib_names

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Place
    from patchsmith.repairers.offline.project import Project
    from patchsmith.repairers.offline.source import SourceText

_UNDEFINED = re.compile(r"^name '(\w+)' is not defined")


class MissingImport:
    """Imports the standard library module."""

    name = "missing-import"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether the name that is not defined is a standard library module."""
        found = _UNDEFINED.match(error.message) if error.kind == "NameError" else None
        return found is not None and is_stdlib(found[1])

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the file with the import line."""
        place = raised_at(error, project)
        if isinstance(place, NoFix):
            return place
        found = _UNDEFINED.match(error.message)
        assert found is not None
        module = found[1]
        if project.is_project_name(module, place.source.path):
            return NoFix(f"the project has a `{module}` of its own")
        if module in all_bound_names(place.tree):
            return NoFix(f"`{module}` is bound elsewhere in the file")
        close = close_names(module, names_in_scope(place.tree, place.line_no))
        if close:
            return NoFix(f"`{close[0]}` is in scope and may be meant as well as the module")
        imported = _imported(place, module)
        if isinstance(imported, NoFix):
            return imported
        line_no = _line_for(place.source, place.tree, imported)
        return Fix(
            place.source,
            place.source.with_new_line(line_no, f"import {imported}"),
            f"{place}: `{module}` is used and not imported; line {line_no} imports `{imported}`.",
        )


def _imported(place: Place, module: str) -> str | NoFix:
    """Return the module to import: the name itself, or the submodule that the line reads."""
    parents = {
        child: parent for parent in ast.walk(place.tree) for child in ast.iter_child_nodes(parent)
    }
    needed: set[str] = set()
    for node in ast.walk(place.tree):
        if not (isinstance(node, ast.Name) and node.id == module):
            continue
        parent = parents.get(node)
        if not isinstance(parent, ast.Attribute):
            return NoFix(f"`{module}` is used as a value, not only as a module")
        path = _module_read(parent, module, parents)
        if path is None:
            return NoFix(f"the module `{module}` has no `{parent.attr}`")
        needed.add(path)
    longest = max(needed, key=len, default=module)
    if any(not longest.startswith(path) for path in needed):
        return NoFix(f"more than one import is needed: {', '.join(sorted(needed))}")
    return longest


def _module_read(node: ast.Attribute, module: str, parents: dict[ast.AST, ast.AST]) -> str | None:
    """Return the deepest module that an attribute chain names, or None when it has no such name."""
    path, names = module, stdlib_names(module)
    current: ast.AST | None = node
    while isinstance(current, ast.Attribute) and names is not None:
        if current.attr in names:
            return path
        path = f"{path}.{current.attr}"
        names = stdlib_names(path)
        current = parents.get(current)
    return None if names is None else path


def _line_for(source: SourceText, tree: ast.Module, module: str) -> int:
    """Return the line (1-based) at which an import belongs."""
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    future = [n for n in imports if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    block = _leading_block([node for node in imports if node not in future])
    if block:
        plain = [n for n in block if isinstance(n, ast.Import) and n.names[0].name < module]
        return _after(plain[-1]) if plain else block[0].lineno
    if future:
        return _after(future[-1])
    if ast.get_docstring(tree, clean=False) is not None:
        after = _after(tree.body[0])
        return after + 1 if after <= len(source.lines) and not source.line(after).strip() else after
    line_no = 1
    while source.line(line_no).startswith("#"):
        line_no += 1
    return line_no


def _leading_block(imports: list[ast.Import | ast.ImportFrom]) -> list[ast.Import | ast.ImportFrom]:
    """Return the first run of imports on neighbouring lines."""
    block = imports[:1]
    for node in imports[1:]:
        if node.lineno != _after(block[-1]):
            break
        block.append(node)
    return block


def _after(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) + 1
