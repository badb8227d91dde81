"""A method without its `self` parameter.

`TypeError: Cart.total() takes 0 positional arguments but 1 was given`: one more was given than
the method takes, and its body reads `self`. A body that does not read `self` could be meant as a
static method just as well, so that is no fix. The definition is mended, wherever the call was.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix
from patchsmith.repairers.offline.line_text import with_inserted
from patchsmith.repairers.offline.symbols import find_function

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project
    from patchsmith.repairers.offline.symbols import Function

_TAKES = re.compile(
    r"^(\w+\.\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given"
)


class MissingSelf:
    """Gives the method the parameter its body reads."""

    name = "missing-self"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a method was given exactly one argument more than it takes."""
        found = _TAKES.match(error.message) if error.kind == "TypeError" else None
        return found is not None and int(found[3]) == int(found[2]) + 1

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the definition with `self`."""
        found = _TAKES.match(error.message)
        assert found is not None
        method = find_function(project, found[1])
        if method is None:
            return NoFix(f"`{found[1]}` is not one method of this project")
        if project.is_test(method.path):
            return NoFix(f"`{found[1]}` is defined in {method.path}, and tests are never edited")
        reason = _reason_not_missing(method.node)
        source = project.source(method.path)
        if reason is not None or source is None:
            return NoFix(f"`{found[1]}` {reason}" if reason else f"{method.path} is not text")
        line_no = method.node.lineno
        line = source.line(line_no)
        opening = re.search(rf"\bdef\s+{re.escape(method.node.name)}\s*\(", line)
        if opening is None:
            return NoFix(f"the parameters of `{found[1]}` do not begin on line {line_no}")
        closes = line[opening.end() :].lstrip().startswith(")")
        text = with_inserted(line, opening.end(), "self" if closes else "self, ")
        return Fix(
            source,
            source.with_line(line_no, text),
            f"{method.path}:{line_no}: `{found[1]}` reads `self` and does not take it; "
            "it takes it now.",
        )


def _reason_not_missing(node: Function) -> str | None:
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    other = [name for name in decorators if name != "property" and not name.endswith(".setter")]
    if other:
        return f"is decorated with `@{other[0]}`"
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    if parameters[:1] in (["self"], ["cls"], ["_self"], ["this"]):
        return f"takes `{parameters[0]}` already"
    reads = any(isinstance(n, ast.Name) and n.id == "self" for n in ast.walk(node))
    if not reads:
        return "does not read `self`: it may lack `self` or `@staticmethod`"
    return None
