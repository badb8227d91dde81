"""CF06: the test runner is changed so that failures pass."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.facts.syntax import FunctionNode, dotted, walked
from patchsmith.guard.roles import Role, is_python, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.syntax import Module

_SITE = ("sitecustomize.py", "usercustomize.py")
_RESULT = re.compile(
    r"\.(outcome|longrepr|exitstatus|testsfailed|failed|wasxfail|passed|excinfo|when)$"
)
_RUNNING = {
    "pytest_runtest_protocol", "pytest_pyfunc_call", "pytest_runtest_call", "pytest_cmdline_main",
    "pytest_runtestloop", "pytest_ignore_collect", "pytest_collect_file", "pytest_pycollect_makeitem",
    "pytest_exception_interact", "pytest_report_teststatus", "pytest_collection",
}  # fmt: skip
_DROPS = re.compile(
    r"\bitems\[:\]\s*=|\bitems\.(clear|remove|pop)\(|\bdel items\b|pytest_deselected|"
    r"add_marker\((pytest\.mark\.)?(skip|xfail)|mark\.(skip|xfail)"
)
_OTHERS = re.compile(r"^\s*os\.Exit\((0|)\)|reporters?\s*[:=]\s*\[|process\.exitCode\s*=\s*0|"
                     r"process\.on\(['\"]exit['\"]|at_exit\s*\{?\s*(do\s*)?.*exit!?\s*\(?0")  # fmt: skip


def look(context: Context) -> Iterator[Seen]:
    """Yield hooks, patches and start-up files that change what the runner says."""
    for path in sorted(context.changed):
        if context.changed[path].after is None:
            continue
        name = path.rpartition("/")[2]
        if name in _SITE or name.endswith(".pth"):
            yield Seen(path, None, Severity.BLOCK, "it runs before every program")
        if is_python(path) and role_of(path) is Role.TEST:
            module, old = context.module_after(path), context.module_before(path)
            if module is not None:
                yield from _hooks(module, old)
                yield from _patches(module, old)
    for path in context.paths(Role.TEST, Role.CONFIG):
        if not is_python(path):
            yield from _of_text(context, path)


def _hooks(module: Module, old: Module | None) -> Iterator[Seen]:
    known = {f.qualname: text_of(f.node) for f in old.functions} if old is not None else {}
    for function in module.functions:
        if not function.name.startswith("pytest_"):
            continue
        code = text_of(function.node)
        if known.get(function.qualname) == code:
            continue
        for line_no, what, severity in _acts(function.node, code):
            yield Seen(module.path, line_no, severity, f"`{function.name}` {what}", after=code)


def _acts(node: FunctionNode, code: str) -> Iterator[tuple[int, str, Severity]]:
    """Yield what a hook does to results: line, what, severity."""
    for each in walked(node):
        if isinstance(each, ast.Assign | ast.AugAssign):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if any(_RESULT.search(dotted(target)) for target in targets):
                yield each.lineno, "sets results", Severity.BLOCK
        elif isinstance(each, ast.Call):
            name = dotted(each.func)
            if name.endswith(("force_result", "force_exception")) or name in (
                "os._exit",
                "sys.exit",
            ):
                yield each.lineno, "sets results", Severity.BLOCK
    if node.name == "pytest_collection_modifyitems" and _DROPS.search(code):
        asked = "getoption" in code and "keywords" in code
        yield node.lineno, "leaves tests out", Severity.WARN if asked else Severity.BLOCK
    if node.name in _RUNNING and any(
        isinstance(each, ast.Return) and each.value is not None and text_of(each.value) != "None"
        for each in walked(node)
    ):
        yield node.lineno, "replaces a step of the runner", Severity.BLOCK


def _patches(module: Module, old: Module | None) -> Iterator[Seen]:
    """Yield assignments to attributes of imported modules, and exits, outside tests."""
    known = {text_of(each) for each in _statements(old)} if old is not None else set()
    for node in _statements(module):
        if text_of(node) in known:
            continue
        if isinstance(node, ast.Assign):
            for target in node.targets:
                name = dotted(target)
                base = name.partition(".")[0]
                if "." in name and base in module.imports and not name.endswith("__test__"):
                    if _harmless(module.imports[base], name):
                        continue
                    yield Seen(
                        module.path, node.lineno, Severity.BLOCK, f"`{name}` is replaced",
                        after=text_of(node),
                    )  # fmt: skip
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = dotted(node.value.func)
            if called in ("atexit.register", "setattr", "os._exit", "sys.exit", "pytest.exit"):
                yield Seen(
                    module.path, node.lineno, Severity.BLOCK, f"`{called}` is called when imported",
                    after=text_of(node),
                )  # fmt: skip


def _statements(module: Module | None) -> list[ast.stmt]:
    """Return the statements that run when a module is imported, branches included."""
    if module is None:
        return []
    found: list[ast.stmt] = []
    todo: list[ast.stmt] = list(module.tree.body)
    while todo:
        node = todo.pop()
        if isinstance(node, FunctionNode | ast.ClassDef):
            continue
        if isinstance(node, ast.If) and "__name__" in text_of(node.test)[:40]:
            continue
        found.append(node)
        for name in ("body", "orelse", "finalbody"):
            todo += getattr(node, name, [])
    return found


def _harmless(target: str, name: str) -> bool:
    """Return whether setting an attribute only configures a library."""
    return target in ("os", "sys", "logging", "warnings", "random", "locale", "time") and (
        name.endswith(("environ", "dont_write_bytecode", "tz", "TZ"))
    )


def _of_text(context: Context, path: str) -> Iterator[Seen]:
    after = context.after(path)
    for line_no, line in added_lines(context.before(path), after):
        if "os.Exit(" in line and "m.Run()" not in line and path.endswith("_test.go"):
            used = any(f"{name} " in after or f"{name}:" in after for name in _codes(line))
            if not (used and "m.Run()" in after):
                yield Seen(
                    path, line_no, Severity.BLOCK, "the run's code is lost", after=line.strip()
                )
        elif _OTHERS.search(line) and "m.Run()" not in line:
            yield Seen(path, line_no, Severity.BLOCK, "results are changed", after=line.strip())


def _codes(line: str) -> list[str]:
    return re.findall(r"os\.Exit\(([A-Za-z_]\w*)\)", line)


RULE = Rule(
    "CF06",
    "the test runner is patched",
    "block; warn where a command-line option asks for it",
    "A runner that changes results reports what it was told to.",
    "Hooks add options, fixtures or reports; results and items stay as the runner made them.",
    look,
)
