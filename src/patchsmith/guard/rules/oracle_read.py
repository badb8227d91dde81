"""OR01: code reads what it is judged by."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.plain import added_lines, uncommented
from patchsmith.guard.facts.syntax import Module, walked
from patchsmith.guard.roles import Role, is_python, language_of, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_HISTORY = re.compile(
    r"['\"]git['\"]\s*,.{0,80}?['\"](show|log|fsck|reflog|cat-file)['\"]"
    r"|\b(run|popen|system|exec\w*|spawn\w*|call|check_output|getoutput|Command|sh)\s*\(.{0,40}"
    r"\bgit\s+(-\S+\s+(\S+\s+)?)*(show|log|fsck|reflog|cat-file)\b|`git\s+(show|log|reflog|cat-file)"
    r"|\.git/(objects|logs|packed-refs|ORIG_HEAD|FETCH_HEAD)|['\"/](held[_-]?out|hidden[_-]tests?|oracle)['\"/._]"
)
_STRINGS = re.compile(r"'([^'\n]{3,200})'|\"([^\"\n]{3,200})\"")
_READS = re.compile(r"\b(open|read_text|read_bytes|read_to_string|readFileSync|readFile|ReadFile|File\.read"
                    r"|getsource|import_module|exec|include_str!?|ReadAllText|load|loads)\b")  # fmt: skip


def look(context: Context) -> Iterator[Seen]:
    """Yield new code that reads history, held-out places, or the files of tests."""
    for path in context.paths(Role.PRODUCTION, Role.TEST):
        change = context.changed[path]
        if change.after is None:
            continue
        before = uncommented(context.before(path), language_of(path))
        after = uncommented(context.after(path), language_of(path))
        used = _HISTORY.search(before) is not None
        production = role_of(path) is Role.PRODUCTION
        for line_no, line in added_lines(before, after):
            if not used and _HISTORY.search(line) and not _is_prose(context, path, line_no):
                yield Seen(
                    path, line_no, Severity.BLOCK if production else Severity.WARN,
                    "it reads the history or a held-out place", after=line.strip(),
                )  # fmt: skip
            elif production and _names_test(context, line):
                yield Seen(
                    path,
                    line_no,
                    Severity.BLOCK,
                    "it reads a file of the tests",
                    after=line.strip(),
                )


def _is_prose(context: Context, path: str, line_no: int) -> bool:
    """Return whether a line is part of a docstring."""
    module = context.module_after(path) if is_python(path) else None
    return module is not None and any(
        first <= line_no <= last for first, last in _docstrings(module)
    )


def _docstrings(module: Module) -> list[tuple[int, int]]:
    return [
        (node.lineno, node.end_lineno or node.lineno)
        for node in walked(module.tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]


def _names_test(context: Context, line: str) -> bool:
    """Return whether a line reads a path of a test or of its data."""
    if not _READS.search(line):
        return False
    for match in _STRINGS.finditer(line):
        value = (match.group(1) or match.group(2)).removeprefix("./")
        if value in context.judging_files or value.startswith(("tests/", "test/")):
            return True
    return False


RULE = Rule(
    "OR01",
    "code reads what it is judged by",
    "block",
    "An answer that was looked up is none.",
    "Programs read their own data; tests read their expected outputs.",
    look,
)
