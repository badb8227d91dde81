"""A keyword argument that a project function does not take, close to exactly one it takes.

`TypeError: paint() got an unexpected keyword argument 'colour'`. The call is mended, never the
function; a parameter that the call passes already is no candidate.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix, raised_at
from patchsmith.repairers.offline.names import close_names
from patchsmith.repairers.offline.occurrences import with_keyword
from patchsmith.repairers.offline.symbols import (
    field_names,
    find_class,
    find_function,
    parameter_names,
)

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Place
    from patchsmith.repairers.offline.project import Project

_UNEXPECTED = re.compile(r"^([\w.<>]+)\(\) got an unexpected keyword argument '(\w+)'")


class CloseKeyword:
    """Passes the argument under the parameter's name."""

    name = "close-keyword"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a call passes a keyword argument that is not taken."""
        return error.kind == "TypeError" and _UNEXPECTED.match(error.message) is not None

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line with the keyword that the function takes."""
        place = raised_at(error, project)
        if isinstance(place, NoFix):
            return place
        found = _UNEXPECTED.match(error.message)
        assert found is not None
        function, wrong = found[1], found[2]
        parameters = _parameters(project, function)
        if parameters is None:
            return NoFix(f"`{function}` is not one function of this project")
        if not _is_called(place, function, wrong):
            return NoFix(f"{place} passes `{wrong}=` to something of another name")
        free = set(parameters) - _passed(place, wrong)
        close = close_names(wrong, free)
        if len(close) != 1:
            listed = " and ".join(f"`{name}`" for name in close)
            return NoFix(
                f"`{function}` takes {listed}, both close to `{wrong}`"
                if close
                else f"`{function}` takes nothing close to `{wrong}` that is not passed already"
            )
        line = with_keyword(place, wrong, close[0])
        if line is None:
            return NoFix(f"`{wrong}=` is not passed exactly once on {place}")
        return Fix(
            place.source,
            place.source.with_line(place.line_no, line),
            f"{place}: `{function}` takes no `{wrong}`; the one close parameter is `{close[0]}`, "
            "which the call names now.",
        )


def _parameters(project: Project, function: str) -> tuple[str, ...] | None:
    found = find_function(project, function)
    if found is not None:
        return parameter_names(found.node)
    owner, _, method = function.rpartition(".")
    cls = find_class(project, owner) if method == "__init__" else None
    return field_names(cls.node) if cls is not None else None


def _calls(place: Place, wrong: str) -> list[ast.Call]:
    """Return the calls that pass the wrong keyword on the line."""
    return [
        node
        for node in ast.walk(place.tree)
        if isinstance(node, ast.Call)
        and any(k.arg == wrong and k.lineno == place.line_no for k in node.keywords)
    ]


def _is_called(place: Place, function: str, wrong: str) -> bool:
    """Return whether the calls name the function or, for its constructor, the class."""
    owner, _, name = function.rpartition(".")
    called = owner if name == "__init__" else name
    return all(ast.unparse(call.func).rpartition(".")[2] == called for call in _calls(place, wrong))


def _passed(place: Place, wrong: str) -> set[str]:
    """Return the keywords that the calls with the wrong keyword pass besides it."""
    keywords = (keyword.arg for call in _calls(place, wrong) for keyword in call.keywords)
    return {name for name in keywords if name is not None}
