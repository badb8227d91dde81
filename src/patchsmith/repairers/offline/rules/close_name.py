"""A name that is nowhere defined and close to exactly one name in scope.

`NameError: name 'totl' is not defined`. The hint some interpreters add is not used, because test
runners drop it: the same failure gets the same fix under each of them. A name that the file binds
elsewhere is no slip, a star import hides what is in scope, and a standard library module used as
one is the business of `missing-import`.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix, raised_at
from patchsmith.repairers.offline.names import (
    Scope,
    all_bound_names,
    close_names,
    enclosing,
    names_in_scope,
)
from patchsmith.repairers.offline.occurrences import with_name
from patchsmith.repairers.offline.symbols import is_stdlib

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Place
    from patchsmith.repairers.offline.project import Project

_UNDEFINED = re.compile(r"^name '(\w+)' is not defined")


class CloseName:
    """Uses the one name in scope that is meant."""

    name = "close-name"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a name is not defined."""
        return error.kind == "NameError" and _UNDEFINED.match(error.message) is not None

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line with the name that is in scope."""
        place = raised_at(error, project)
        if isinstance(place, NoFix):
            return place
        found = _UNDEFINED.match(error.message)
        assert found is not None
        wrong = found[1]
        reason = _reason_no_slip(place.tree, wrong)
        if reason is not None:
            return NoFix(reason)
        close = close_names(wrong, names_in_scope(place.tree, place.line_no))
        if len(close) != 1:
            return NoFix(
                f"no name in scope is close to `{wrong}`"
                if not close
                else f"`{wrong}` is close to {' and '.join(f'`{name}`' for name in close)}"
            )
        if wrong[0].isupper() and close[0][0].islower():
            return NoFix(f"`{wrong}` reads like a class, `{close[0]}` does not: an import may miss")
        if _is_called(place.tree, wrong) and _is_parameter(place, close[0]):
            return NoFix(f"`{wrong}` is called, and nothing shows that `{close[0]}` can be")
        if is_stdlib(wrong):
            return NoFix(f"`{wrong}` may be the module as well as `{close[0]}`")
        line = with_name(place, wrong, close[0])
        if line is None:
            return NoFix(f"`{wrong}` can not be placed on {place}")
        return Fix(
            place.source,
            place.source.with_line(place.line_no, line),
            f"{place}: `{wrong}` is not defined; the one close name in scope is `{close[0]}`, "
            "which the line uses now.",
        )


def _is_called(tree: ast.AST, name: str) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(tree)
    )


def _is_parameter(place: Place, name: str) -> bool:
    """Return whether a function around the place takes the name, and never calls it."""
    return any(
        isinstance(scope, Scope)
        and name in all_bound_names(scope.args)
        and not _is_called(scope, name)
        for scope in enclosing(place.tree, place.line_no)
    )


def _reason_no_slip(tree: ast.Module, wrong: str) -> str | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(item.name == "*" for item in node.names):
            return "a star import hides which names are in scope"
    if wrong in all_bound_names(tree):
        return f"`{wrong}` is bound elsewhere in the file, so it is not a slip"
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=attr) if attr == wrong:
                return f"`self.{wrong}` may be meant"
    return None
