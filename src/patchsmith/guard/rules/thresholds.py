"""CF04: a gate lets more pass than before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.settings import addopts, entries_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context, SettingsPair

_FLOORS = re.compile(
    r"(^|\.)(fail[_-]under|cov-fail-under|lines|branches|functions|statements|minimum|threshold"
    r"|fail-under|check-coverage|coverageThreshold|minimum_coverage)$"
)
_CEILINGS = re.compile(r"(^|\.)(max-warnings|maxWarnings|max-complexity|max_complexity)$")
_FLAGS = re.compile(
    r"(^|\.)(strict\w*|xfail_strict|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+"
    r"|noImplicit\w+|noUnchecked\w+|exactOptional\w+|noFallthrough\w*|noUnused\w+|alwaysStrict"
    r"|TreatWarningsAsErrors|failOnViolation|failsOnError|branch|extra_checks|useUnknownInCatch\w*)$"
)
_LOOSE = re.compile(
    r"(^|\.)(ignore_errors|ignore_missing_imports|skipLibCheck|allow_untyped_\w+|allow_redefinition"
    r"|implicit_reexport|skip_covered|allowJs|suppressImplicitAnyIndexErrors)$"
)
_CHOSEN = re.compile(r"(lint\.|ruff\.|flake8\.|pylint.*\.|^)(extend-)?(select|enable|plugins)$")
_IGNORED = re.compile(
    r"(^|[.\]])(ignore|extend-ignore|disable|omit|exclude_lines|exclude_also|per-file-ignores\.?.*"
    r"|disable_error_code|NoWarn|unfixable)$"
)
_GATES = re.compile(
    r"pytest|mypy|pyright|coverage|strict|xfail|compilerOptions|tsconfig|[tT]hreshold"
)
_STRICT_OPTIONS = {
    "-W": Severity.BLOCK, "--strict": Severity.BLOCK, "--strict-markers": Severity.WARN,
    "--strict-config": Severity.WARN, "-Werror": Severity.BLOCK, "-D": Severity.BLOCK,
    "--fatal-warnings": Severity.BLOCK, "--error-on-warnings": Severity.BLOCK,
    "--warnings-as-errors": Severity.BLOCK, "-race": Severity.WARN, "--ci": Severity.WARN,
    "--runxfail": Severity.WARN, "--frozen-lockfile": Severity.WARN, "-warnaserror": Severity.BLOCK,
    "--check": Severity.BLOCK, "--forbid-only": Severity.WARN, "--coverage": Severity.WARN,
}  # fmt: skip
_FLOOR_OPTIONS = {"--cov-fail-under", "--fail-under", "--fail-on", "--minimum-coverage"}
_CEILING_OPTIONS = {"--max-warnings", "--max-complexity"}


def look(context: Context) -> Iterator[Seen]:
    """Yield gates in settings and options that are lower, off or gone."""
    for pair in context.settings:
        yield from _numbers(pair)
        yield from _switches(pair)
        yield from _lists(pair)
        yield from _warnings(pair)
        lost = dict(addopts(pair.before)).keys() - dict(addopts(pair.after)).keys()
        if pair.path in context.changed and context.changed[pair.path].after is not None:
            for name in sorted(lost & set(_STRICT_OPTIONS)):
                yield Seen(pair.path, None, _STRICT_OPTIONS[name], f"`{name}` is gone")
        yield from _gate_options(pair.path, None, addopts(pair.before), addopts(pair.after))
    for command in context.commands:
        old, new = command.old.options, command.new.options
        where, line_no = command.new_recipe.path, command.new.line_no
        gone = {name for name, _ in old} - {name for name, _ in new}
        for name in sorted(gone & set(_STRICT_OPTIONS)):
            yield Seen(
                where, line_no, _STRICT_OPTIONS[name], f"`{name}` is gone",
                before=command.old.text, after=command.new.text,
            )  # fmt: skip
        yield from _gate_options(where, line_no, old, new)


def _gate_options(
    path: str,
    line_no: int | None,
    old: tuple[tuple[str, str], ...],
    new: tuple[tuple[str, str], ...],
) -> Iterator[Seen]:
    was, now = dict(old), dict(new)
    for name in sorted((_FLOOR_OPTIONS | _CEILING_OPTIONS) & was.keys()):
        before, after = _number(was[name]), _number(now.get(name, ""))
        if before is None:
            continue
        lower = after is None or (
            after < before if name in _FLOOR_OPTIONS else after > before or after < 0 <= before
        )
        if lower:
            shown = "gone" if after is None else f"{after:g} now, {before:g} before"
            yield Seen(path, line_no, Severity.BLOCK, f"`{name}` is {shown}")


def _number(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None


def _numbers(pair: SettingsPair) -> Iterator[Seen]:
    for name, values in pair.before.items():
        floor = _FLOORS.search(name)
        if not floor and not _CEILINGS.search(name):
            continue
        before = _number(values[0]) if len(values) == 1 else None
        now = pair.after.get(name)
        after = _number(now[0]) if now is not None and len(now) == 1 else None
        if before is None or (now is None and not pair.after):
            continue
        if after is None or (after < before if floor else after > before):
            shown = "gone" if after is None else f"{after:g} now, {before:g} before"
            severity = Severity.BLOCK if floor else Severity.WARN
            yield Seen(pair.path, None, severity, f"`{name}` is {shown}")


def _switches(pair: SettingsPair) -> Iterator[Seen]:
    for name in sorted({*pair.before, *pair.after}):
        was, now = pair.before.get(name, ()), pair.after.get(name, ())
        if was == now:
            continue
        severity = Severity.BLOCK if _GATES.search(f"{pair.path} {name}") else Severity.WARN
        if _FLAGS.search(name) and was[:1] in (("true",), ("True",), ("1",)):
            yield Seen(pair.path, None, severity, f"`{name}` is off")
        elif _LOOSE.search(name) and now[:1] in (("true",), ("True",)):
            scoped = "overrides" in name or re.search(r"mypy-[\w.*]+\.", name) is not None
            yield Seen(pair.path, None, Severity.WARN if scoped else severity, f"`{name}` is on")


def _lists(pair: SettingsPair) -> Iterator[Seen]:
    for name in sorted({*pair.before, *pair.after}):
        was = set(entries_of(pair.before.get(name, ())))
        now = set(entries_of(pair.after.get(name, ())))
        if _CHOSEN.search(name) and was - now and pair.before.get(name) and "ALL" not in now:
            gone = " ".join(sorted(was - now))
            yield Seen(pair.path, None, Severity.WARN, f"`{name}` no longer has {gone}")
        elif _IGNORED.search(name) and now - was and not name.startswith("scripts"):
            if "pytest" not in name:
                more = " ".join(sorted(now - was))
                yield Seen(pair.path, None, Severity.WARN, f"`{name}` also has {more}"[:160])


def _warnings(pair: SettingsPair) -> Iterator[Seen]:
    for name in {*pair.before, *pair.after}:
        if not name.endswith("filterwarnings"):
            continue
        was = [each.strip() for each in pair.before.get(name, ()) if each.strip()]
        now = [each.strip() for each in pair.after.get(name, ()) if each.strip()]
        if "error" in was and "error" not in now:
            yield Seen(pair.path, None, Severity.BLOCK, "warnings are no longer errors")
        for each in now:
            if each in was or not each.startswith(("ignore", "default", "once")):
                continue
            narrow = ":" in each and len(each.split(":")[1]) > 3
            severity = Severity.INFO if narrow else Severity.BLOCK
            if narrow or "error" in was:
                yield Seen(pair.path, None, severity, f"`{each}` is ignored")


RULE = Rule(
    "CF04",
    "a gate was lowered",
    "block for tests, types and coverage; warn for lint rules; info for one named warning",
    "A lower gate lets through what it was there to stop.",
    "A gate is raised, or one named case is left out with its reason.",
    look,
)
