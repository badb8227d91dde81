"""Tabs and spaces mixed in one file's indentation.

`TabError: inconsistent use of tabs and spaces in indentation`. The file is brought to what most
of its indented lines use: a tab stands for the file's own indentation step, or for eight columns;
if both readings parse and mean different things there is no fix. Text inside strings stays.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING

from patchsmith.repairers.offline.fix import Fix, NoFix, broken_at
from patchsmith.repairers.offline.line_text import indentation
from patchsmith.repairers.offline.source import parsed

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from patchsmith.repairers.offline.evidence import ErrorReport
    from patchsmith.repairers.offline.project import Project
    from patchsmith.repairers.offline.source import SourceText


class MixedIndentation:
    """Indents a whole file with what most of it uses."""

    name = "mixed-indentation"

    def concerns(self, error: ErrorReport) -> bool:
        """Return whether Python refused the mix."""
        return error.kind == "TabError"

    def propose(self, error: ErrorReport, project: Project) -> Fix | NoFix:
        """Return the file indented with tabs only or spaces only."""
        broken = broken_at(error, project)
        if isinstance(broken, NoFix):
            return broken
        source = broken.source
        leads = [indentation(line) for line in source.lines if line.strip()]
        use_tabs = sum("\t" in lead for lead in leads) > sum(" " in lead for lead in leads)
        texts: dict[str, tuple[str, int]] = {}
        for width in dict.fromkeys((_step(leads), 8)):
            text = _reindented(source, width, use_tabs=use_tabs)
            tree = parsed(text)
            if isinstance(tree, ast.Module):
                texts.setdefault(ast.dump(tree), (text, width))
        if len(texts) != 1:
            how = "does not parse with any" if not texts else "means different things with each"
            return NoFix(f"{source.path} {how} of the widths a tab may have")
        ((text, width),) = texts.values()
        unit = "tabs" if use_tabs else "spaces"
        return Fix(
            source,
            text,
            f"{broken}: {error.summary}; the file is indented with {unit} throughout now "
            f"(a tab read as {width} columns).",
        )


def _step(leads: list[str]) -> int:
    """Return the commonest increase between lines indented with spaces, 4 without any."""
    increases: Counter[int] = Counter()
    before = 0
    for lead in leads:
        if "\t" in lead:
            continue
        if len(lead) > before:
            increases[len(lead) - before] += 1
        before = len(lead)
    return increases.most_common(1)[0][0] if increases else 4


def _reindented(source: SourceText, width: int, *, use_tabs: bool) -> str:
    text = _with_leads(source, width, use_tabs=use_tabs, kept=frozenset())
    tree = parsed(text)
    if not isinstance(tree, ast.Module):
        return text
    inside = _lines_inside_strings(tree)
    return _with_leads(source, width, use_tabs=use_tabs, kept=inside) if inside else text


def _with_leads(source: SourceText, width: int, *, use_tabs: bool, kept: AbstractSet[int]) -> str:
    lines = []
    for line_no, line in enumerate(source.lines, start=1):
        lead = indentation(line)
        if line_no in kept or not line.strip():
            lines.append(line)
            continue
        columns = len(lead.expandtabs(width))
        new = "\t" * (columns // width) + " " * (columns % width) if use_tabs else " " * columns
        lines.append(new + line[len(lead) :])
    return "".join(lines)


def _lines_inside_strings(tree: ast.Module) -> frozenset[int]:
    """Return the lines (1-based) that begin inside a string."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        text = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        if (text or isinstance(node, ast.JoinedStr)) and isinstance(node, ast.expr):
            inside.update(range(node.lineno + 1, (node.end_lineno or node.lineno) + 1))
    return frozenset(inside)
