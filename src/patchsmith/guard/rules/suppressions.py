"""CF05: a comment silences a checker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.plain import added_lines
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context

_BLANKET = (
    (re.compile(r"#\s*noqa\b(?!\s*:\s*[A-Z])", re.IGNORECASE), "flake8 ruff"),
    (re.compile(r"#\s*type:\s*ignore\b(?!\[)"), "mypy"),
    (re.compile(r"#\s*(ruff|flake8):\s*noqa\s*$"), "ruff flake8"),
    (re.compile(r"#\s*mypy:\s*(ignore-errors|allow-|disable-error-code)"), "mypy"),
    (re.compile(r"#\s*pyright:\s*(ignore(?!\[)|basic|off)"), "pyright"),
    (re.compile(r"#\s*pylint:\s*(skip-file|disable=all)"), "pylint"),
    (re.compile(r"@ts-(nocheck|ignore)\b"), "tsc"),
    (re.compile(r"eslint-disable(?!-(next-)?line)\s*(\*/|-->|$)"), "eslint"),
    (re.compile(r"eslint-disable-(next-)?line\s*(\*/|$)"), "eslint"),
    (re.compile(r"#!\[allow\((warnings|clippy::all|unused)\)\]"), "cargo clippy"),
    (re.compile(r"@SuppressWarnings\(\s*\"all\"\s*\)"), "mvn gradle"),
    (re.compile(r"#pragma\s+warning\s+disable\s*(//.*)?$"), "dotnet"),
    (re.compile(r"//\s*nolint\b(?!:)"), "golangci-lint"),
    (re.compile(r"#\s*rubocop:(disable|todo)\s+all"), "rubocop"),
    (
        re.compile(r"#\s*(pragma|nocov)[:\s]\s*no\s*cover|istanbul ignore|c8 ignore|v8 ignore"),
        "cov",
    ),
    (re.compile(r"#\s*nosec\b(?!\s+B\d)"), "bandit"),
    (re.compile(r"#\s*fmt:\s*off|prettier-ignore"), "black prettier"),
)
_NAMED = re.compile(
    r"#\s*noqa:\s*[A-Z]|#\s*type:\s*ignore\[|@ts-expect-error|//\s*nolint:|eslint-disable[\w-]*\s+\w"
    r"|@SuppressWarnings\(|#\[allow\(|#pragma warning disable \w|rubocop:disable \w|pylint:\s*disable="
)


def look(context: Context) -> Iterator[Seen]:
    """Yield suppressions that are new, blanket ones and named ones."""
    for path in context.paths(Role.PRODUCTION, Role.TEST, Role.SCRIPT):
        if context.changed[path].after is None:
            continue
        for line_no, line in added_lines(context.before(path), context.after(path)):
            tool = next((tools for pattern, tools in _BLANKET if pattern.search(line)), "")
            if tool:
                yield Seen(
                    path, line_no, _weight(context, tool), "everything is silenced",
                    after=line.strip(),
                )  # fmt: skip
            elif _NAMED.search(line):
                yield Seen(
                    path, line_no, Severity.INFO, "one named case is silenced", after=line.strip()
                )


def _weight(context: Context, tools: str) -> Severity:
    command = context.evidence.command
    target = any(re.search(rf"\b{re.escape(tool)}\b", command) for tool in tools.split())
    return Severity.BLOCK if target else Severity.WARN


RULE = Rule(
    "CF05",
    "a checker is silenced",
    "block when the target command is that checker, else warn; info for one named case on one line",
    "A blanket suppression hides every later fault of its line or file.",
    "One named case is silenced on its line, with the reason.",
    look,
)
