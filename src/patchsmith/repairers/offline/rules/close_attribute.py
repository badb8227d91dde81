"""An attribute that a module or a project class lacks, close to exactly one public one it has.

`AttributeError: module 'math' has no attribute 'sqr'`, `'Cart' object has no attribute 'totl'`,
`type object 'Cart' has no attribute 'totl'`. Modules are the project's or the standard library's;
classes are the project's, and all of their bases are known. Values of builtin types are left
alone: there the close name is often the opposite (`encode`, `decode`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix, raised_at
from patchsmith.repairers.offline.names import close_names
from patchsmith.repairers.offline.occurrences import with_attribute
from patchsmith.repairers.offline.symbols import (
    find_class,
    member_names,
    module_names,
    stdlib_names,
)

if TYPE_CHECKING:
    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.fix import Place
    from patchsmith.repairers.offline.project import Project

_MODULE = re.compile(r"^module '([\w.]+)' has no attribute '(\w+)'")
_OBJECT = re.compile(r"^(?:type object )?'(\w+)' (?:object )?has no attribute '(\w+)'")


class CloseAttribute:
    """Reads the one attribute that is meant."""

    name = "close-attribute"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a module or an object lacks an attribute."""
        if error.kind != "AttributeError" or "consider renaming" in error.message:
            return False  # the latter: a file that hides a standard library module
        return bool(_MODULE.match(error.message) or _OBJECT.match(error.message))

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line that reads the attribute that exists."""
        place = raised_at(error, project)
        if isinstance(place, NoFix):
            return place
        owner, wrong, known = _owner(error, place, project)
        if known is None:
            return NoFix(f"what {owner} holds can not be known from the source")
        if wrong in known:
            return NoFix(f"{owner} defines `{wrong}`, so it is a matter of when, not of its name")
        close = close_names(wrong, known)
        if len(close) != 1:
            listed = " and ".join(f"`{name}`" for name in close)
            return NoFix(
                f"{owner} has {listed}, both close to `{wrong}`"
                if close
                else f"{owner} has nothing close to `{wrong}`"
            )
        line = with_attribute(place, wrong, close[0])
        if line is None:
            return NoFix(f"`.{wrong}` is not read exactly once on {place}")
        return Fix(
            place.source,
            place.source.with_line(place.line_no, line),
            f"{place}: {owner} has no attribute `{wrong}`; the one close name it has is "
            f"`{close[0]}`, which the line uses now.",
        )


def _owner(
    error: ErrorReport, place: Place, project: Project
) -> tuple[str, str, frozenset[str] | None]:
    """Return who lacks the attribute, the attribute, and the names the owner has if known."""
    module = _MODULE.match(error.message)
    if module is not None:
        path = project.module(module[1], place.source.path)
        if path is None:
            return f"module `{module[1]}`", module[2], stdlib_names(module[1])
        tree = project.tree(path)
        return f"module {path}", module[2], module_names(tree) if tree else None
    found = _OBJECT.match(error.message)
    assert found is not None
    cls = find_class(project, found[1])
    owner = f"class `{found[1]}`"
    if cls is None or project.is_test(cls.path):
        return owner, found[2], None
    return owner, found[2], member_names(project, cls.node)
