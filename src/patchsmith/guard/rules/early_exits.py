"""CF09: a program ends with success before it was judged."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.facts.syntax import FunctionNode, dotted, mentions
from patchsmith.guard.roles import Role, is_python, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.syntax import Module

_EXITS = {"sys.exit", "exit", "quit", "os._exit", "SystemExit", "pytest.exit"}
_CLI = re.compile(
    r"(?i)(^|_|/)(main|cli|cmd|command|run|__main__|console|app|manage|entry)\w*(\.py)?$"
)
_TEXT = re.compile(
    r"process\.exit\(\s*0?\s*\)|std::process::exit\(\s*0\s*\)|os\.Exit\(\s*0\s*\)|System\.exit\(\s*0\s*\)"
    r"|Environment\.Exit\(\s*0\s*\)|^\s*exit!?(\s*\(?\s*(0|true)\s*\)?)?\s*$"
)


def look(context: Context) -> Iterator[Seen]:
    """Yield exits with status 0 at import, and in functions that are no command line."""
    for path in context.python(Role.PRODUCTION, Role.TEST):
        module, old = context.module_after(path), context.module_before(path)
        if module is not None:
            known = {text for text, _, _ in _exits(old)} if old is not None else set()
            own = role_of(path) is Role.PRODUCTION
            for text, line_no, where in _exits(module):
                if text not in known and (own or where.endswith("imported")):
                    yield Seen(path, line_no, Severity.BLOCK, where, after=text)
    for path in context.paths(Role.PRODUCTION, Role.TEST):
        if is_python(path) or _CLI.search(path.rpartition(".")[0]):
            continue
        for line_no, line in added_lines(context.before(path), context.after(path)):
            if _TEXT.search(line) and "m.Run" not in line:
                yield Seen(path, line_no, Severity.BLOCK, "it ends the program", after=line.strip())


def _exits(module: Module) -> list[tuple[str, int, str]]:
    """Return exits with status 0: code, 1-based line, where."""
    found: list[tuple[str, int, str]] = []
    if not mentions(module, "exit", "quit", "SystemExit"):
        return found
    todo: list[tuple[ast.AST, str, bool]] = [(module.tree, "", False)]
    file_is_cli = _CLI.search(module.path) is not None
    while todo:
        node, function, allowed = todo.pop()
        if isinstance(node, FunctionNode):
            function = node.name
            allowed = file_is_cli or _CLI.search(node.name) is not None
        elif isinstance(node, ast.If) and "__name__" in text_of(node.test)[:40]:
            allowed = True
        elif isinstance(node, ast.Call) and dotted(node.func) in _EXITS:
            hard = dotted(node.func) == "os._exit"
            if _succeeds(node) and (hard or not allowed):
                where = f"in `{function}`" if function else "when imported"
                found.append((text_of(node), node.lineno, f"it ends the program {where}"))
        todo += [(child, function, allowed) for child in ast.iter_child_nodes(node)]
    return found


def _succeeds(call: ast.Call) -> bool:
    if not call.args:
        return True
    first = call.args[0]
    return isinstance(first, ast.Constant) and first.value in (0, None, False)


RULE = Rule(
    "CF09",
    "the program ends early with success",
    "block",
    "A process that exits with 0 before its tests ran counts as a success.",
    "Command lines exit with what they found, at their end.",
    look,
)
