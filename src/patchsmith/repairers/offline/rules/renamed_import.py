"""An imported name that its module lacks, close to exactly one name the module has.

`ImportError: cannot import name 'totl' from 'shop.cart' (/abs/shop/cart.py)`. The import line is
mended; where the file uses the wrong name, the right one is imported under it, so that one line
is enough. Circular imports are no matter of names.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix, raised_at
from patchsmith.repairers.offline.names import all_bound_names, close_names
from patchsmith.repairers.offline.symbols import module_names, stdlib_names

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Place
    from patchsmith.repairers.offline.project import Project

_CANNOT = re.compile(r"^cannot import name '(\w+)' from '([\w.]+)' \((.+?)\)")


class RenamedImport:
    """Imports the one name that is meant."""

    name = "renamed-import"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a module lacks an imported name."""
        if "consider renaming" in error.message:  # a file that hides a standard library module
            return False
        return error.kind == "ImportError" and _CANNOT.match(error.message) is not None

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the file with the import of the name that exists."""
        place = raised_at(error, project)
        if isinstance(place, NoFix):
            return place
        found = _CANNOT.match(error.message)
        assert found is not None
        wrong, module, printed = found[1], found[2], found[3]
        known = _names_of(project, module, printed)
        if known is None:
            return NoFix(f"what module `{module}` defines can not be known from its source")
        if wrong in known:
            return NoFix(f"`{module}` defines `{wrong}`: the import is circular, not misspelt")
        close = close_names(wrong, known)
        if len(close) != 1:
            listed = " and ".join(f"`{name}`" for name in close)
            return NoFix(
                f"`{module}` has {listed}, both close to `{wrong}`"
                if close
                else f"`{module}` has nothing close to `{wrong}`"
            )
        line = _line(place, wrong, close[0])
        if line is None:
            return NoFix(f"`{wrong}` is not imported exactly once on {place}")
        return Fix(
            place.source,
            place.source.with_line(place.line_no, line),
            f"{place}: `{module}` has no `{wrong}`; the one close name it has is `{close[0]}`, "
            "which is imported now.",
        )


def _names_of(project: Project, module: str, printed: str) -> frozenset[str] | None:
    path = project.locate(printed)
    if path is None:
        return stdlib_names(module)
    tree = project.tree(path)
    return module_names(tree) if tree is not None else None


def _line(place: Place, wrong: str, right: str) -> str | None:
    items = [
        item
        for node in ast.walk(place.tree)
        if isinstance(node, ast.ImportFrom)
        and node.lineno <= place.line_no <= (node.end_lineno or node.lineno)
        for item in node.names
        if item.name == wrong
    ]
    line = place.source.line(place.line_no)
    words = list(re.finditer(rf"(?<![\w.]){re.escape(wrong)}(?!\w)", line))
    if len(items) != 1 or len(words) != 1:
        return None
    used = any(isinstance(n, ast.Name) and n.id == wrong for n in ast.walk(place.tree))
    clash = right in all_bound_names(place.tree)
    alias = f" as {wrong}" if items[0].asname is None and (used or clash) else ""
    start, end = words[0].span()
    return f"{line[:start]}{right}{alias}{line[end:]}"
