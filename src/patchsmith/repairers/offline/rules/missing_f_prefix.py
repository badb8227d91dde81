"""A string that shows `{name}` because its `f` is missing.

An assertion fails, one side of it shows the literal `{name}`, exactly one plain string of the
production files holds that text, and every name in its braces is in scope there. Strings that are
formatted in another way (`.format`, `%`, templates) are left alone.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.repairers.offline.fix import Fix, NoFix
from patchsmith.repairers.offline.line_text import with_inserted
from patchsmith.repairers.offline.names import enclosing, names_in_scope
from patchsmith.repairers.offline.source import char_column, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project
    from patchsmith.repairers.offline.source import SourceText

_BRACED = re.compile(r"(?<!\{)\{[A-Za-z_]\w*(?:[.\[][^{}]*)?(?:![rsa])?(?::[^{}]*)?\}(?!\})")
_COMPARISON = re.compile(r" (?:!=|==) | not found in ")
_FORMATTERS = (".format(", ".format_map(", ".substitute(", ".safe_substitute(", ".replace(")


class _Literal(NamedTuple):
    source: SourceText
    node: ast.Constant
    value: str


class MissingFPrefix:
    """Makes the string an f-string."""

    name = "missing-f-prefix"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether a failed assertion shows a name in braces."""
        return error.kind == "AssertionError" and _BRACED.search(error.message) is not None

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the line with the prefix."""
        sides = _COMPARISON.split(error.message)
        shown = [side for side in sides if _BRACED.search(side)]
        if len(sides) != 2 or len(shown) != 1:
            return NoFix("the braces are not on exactly one side of the comparison")
        found = [lit for lit in _literals(project) if _is_shown(lit.value, shown[0])]
        if len(found) != 1:
            places = " and ".join(f"{lit.source.path}:{lit.node.lineno}" for lit in found)
            return NoFix(
                f"the text is written in {len(found)} places: {places}"
                if found
                else "no plain string of a production file holds the text"
            )
        return _prefixed(found[0])


def _is_shown(value: str, side: str) -> bool:
    return value in side or repr(value)[1:-1] in side


def _literals(project: Project) -> Iterator[_Literal]:
    """Yield the plain one-line strings with braces of all production files."""
    for path in project.files(".py"):
        if project.is_test(path):
            continue
        source, tree = project.source(path), project.tree(path)
        if source is None or tree is None or "{" not in source.text:
            continue
        inside = {
            id(part) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for part in ast.walk(n)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in inside
                and _BRACED.search(node.value)
            ):
                yield _Literal(source, node, node.value)


def _prefixed(literal: _Literal) -> Fix | NoFix:
    source, node = literal.source, literal.node
    where = f"{source.path}:{node.lineno}"
    line = source.line(node.lineno)
    column = char_column(line, node.col_offset)
    quote = re.match(r"[rR]?(['\"])", line[column:])
    if quote is None or node.end_lineno != node.lineno or line[column:].startswith(quote[1] * 3):
        return NoFix(f"the string at {where} is not a plain one-line string")
    if _is_formatted_otherwise(source, node):
        return NoFix(f"the string at {where} is in a function that formats strings by itself")
    text = source.with_line(node.lineno, with_inserted(line, column, "f"))
    tree = parsed(text)
    if not isinstance(tree, ast.Module):
        return NoFix(f"the string at {where} does not parse as an f-string")
    unknown = _unknown_names(tree, node)
    if unknown is None or unknown:
        missing = ", ".join(f"`{name}`" for name in unknown or ())
        return NoFix(f"{missing or 'what it needs'} is not in scope at {where}")
    return Fix(
        source, text, f"{where}: the text shows its braces because the `f` before it is missing."
    )


def _is_formatted_otherwise(source: SourceText, node: ast.Constant) -> bool:
    assert isinstance(source.tree, ast.Module)
    around = enclosing(source.tree, node.lineno)
    first = getattr(around[-1], "lineno", 1) if around else node.lineno
    last = getattr(around[-1], "end_lineno", None) if around else node.end_lineno
    text = "".join(source.lines[first - 1 : last or first])
    return any(formatter in text for formatter in _FORMATTERS)


def _unknown_names(tree: ast.Module, node: ast.Constant) -> set[str] | None:
    """Return the names the new f-string reads that are not in scope; None without such a string."""
    for candidate in ast.walk(tree):
        if (
            isinstance(candidate, ast.JoinedStr)
            and candidate.lineno == node.lineno
            and candidate.col_offset == node.col_offset
        ):
            read = {n.id for n in ast.walk(candidate) if isinstance(n, ast.Name)}
            return read - names_in_scope(tree, node.lineno)
    return None
