"""HC03: a test replaces what it is about."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.roles import Role, is_python
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.units import Unit

_FAKES = {"Mock", "MagicMock", "AsyncMock", "lambda", "NonCallableMock", "create_autospec"}
_MOCKED = re.compile(r"""(?:vi|jest)\.(?:do)?[mM]ock\(\s*(['"])([^'"]+)\1""")
_SPIED = re.compile(r"allow(?:_any_instance_of)?\((?:described_class|subject)\)\.to\s+receive")


def look(context: Context) -> Iterator[Seen]:
    """Yield replacements, in tests of the baseline, of what the test calls and checks."""
    for old, new, _ in context.surviving:
        had = {text for _, text, _ in replaced(old)}
        tested = _tested(old) | _tested(new)
        for line_no, text, target in replaced(new):
            if text not in had and _is_subject(target, tested, new):
                yield Seen(
                    new.path, line_no, Severity.BLOCK, f"`{new.qualname}` replaces `{target}`",
                    after=text,
                )  # fmt: skip
    yield from _fixtures(context)
    for path in context.paths(Role.TEST):
        if is_python(path):
            continue
        imported = set(
            re.findall(r"""from\s+['"]([^'"]+)['"]|require\(['"]([^'"]+)""", context.before(path))
        )
        names = {name for pair in imported for name in pair if name.startswith(".")}
        own = path.rpartition("/")[2].partition(".")[0].lower()
        for line_no, line in added_lines(context.before(path), context.after(path)):
            match = _MOCKED.search(line)
            about = (
                match is not None
                and match.group(2) in names
                and (match.group(2).rpartition("/")[2].partition(".")[0].lower() == own)
            )
            if about or _SPIED.search(line):
                yield Seen(
                    path, line_no, Severity.BLOCK, "the subject is replaced", after=line.strip()
                )


def _fixtures(context: Context) -> Iterator[Seen]:
    """Yield replacements in fixtures and helpers of what the baseline's tests call."""
    known = {text for m in context.matching.matches for _, text, _ in replaced(m.before)}
    later = [*(match.after for match in context.matching.matches), *context.matching.added]
    for unit in later:
        if unit is None or unit.is_test or unit.qualname.rpartition(".")[2].startswith("pytest_"):
            continue
        for line_no, text, target in replaced(unit):
            module, _, name = target.rpartition(".")
            stem = unit.module.imports.get(module, module).replace(".", "/")
            ours = any(
                path.endswith((f"{stem}.py", f"{stem}/__init__.py")) for path in context.baseline
            )
            called = any(name in each.callees for each in context.expectations)
            if stem and ours and called and text not in known:
                yield Seen(
                    unit.path, line_no, Severity.BLOCK, f"`{unit.qualname}` replaces `{target}`",
                    after=text,
                )  # fmt: skip


def replaced(unit: Unit) -> Iterator[tuple[int, str, str]]:
    """Yield what a test replaces: 1-based line, code, dotted target."""
    for node in walked(unit.function.node):
        if isinstance(node, ast.Call):
            target = _patched(node)
            if target:
                yield node.lineno, text_of(node), target
        elif isinstance(node, ast.Assign):
            name = dotted(node.targets[0])
            if "." in name and _is_fake(node.value):
                yield node.lineno, text_of(node), name


def _patched(call: ast.Call) -> str:
    name = dotted(call.func)
    last = name.rpartition(".")[2]
    args = call.args
    if last == "patch" and args and isinstance(args[0], ast.Constant):
        return str(args[0].value)
    if name.endswith("setattr") and args and isinstance(args[0], ast.Constant):
        return str(args[0].value)
    objects = name.endswith(("patch.object", "setattr"))
    if objects and len(args) > 1 and isinstance(args[1], ast.Constant):
        return f"{dotted(args[0])}.{args[1].value!s}"
    return ""


def _is_fake(node: ast.expr) -> bool:
    if isinstance(node, ast.Lambda):
        return True
    return isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in _FAKES


def _tested(unit: Unit) -> set[str]:
    """Return the dotted names of the calls in a test's checks and statements."""
    found = set()
    for check in unit.assertions:
        if check.subject_node is not None:
            for node in walked(check.subject_node):
                if isinstance(node, ast.Call):
                    found.add(dotted(node.func))
    for node in walked(unit.function.node):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            found.add(dotted(node.value.func))
    return found


def _is_subject(target: str, tested: set[str], unit: Unit) -> bool:
    """Return whether a target is a function that the test's own checks call."""
    last = target.rpartition(".")[2]
    for name in tested:
        if name == target or (name.startswith("self.") and name == target):
            return True
        base = name.partition(".")[0]
        if name.rpartition(".")[2] == last and base in unit.module.imports:
            origin = unit.module.imports[base]
            full = origin if "." not in name else f"{origin}.{name.partition('.')[2]}"
            if full == target or target.endswith(f".{full}") or full.endswith(f".{target}"):
                return True
            if full.rpartition(".")[0].endswith(target.rpartition(".")[0]) and "." in target:
                return True
    return False


RULE = Rule(
    "HC03",
    "the subject of a test is replaced",
    "block",
    "A test of a replacement says nothing about the code.",
    "Collaborators are replaced: clocks, sockets, services; never what the test is about.",
    look,
)
