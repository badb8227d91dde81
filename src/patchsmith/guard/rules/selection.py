"""CF01: fewer tests are selected than before."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.literals import text_of
from patchsmith.guard.facts.settings import Settings, addopts, entries_of
from patchsmith.guard.facts.syntax import dotted, walked
from patchsmith.guard.roles import is_python
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.command_pairs import CommandPair

_BY_PATH = {"--ignore", "--ignore-glob", "--deselect", "--testPathIgnorePatterns", "--exclude"}
_BY_NAME = {
    "-k", "-m", "--lf", "--last-failed", "--sw", "--stepwise", "--co", "--collect-only",
    "--passWithNoTests", "--testPathPattern", "--testNamePattern", "--onlyChanged", "-run",
    "-skip", "-short", "--skip", "--test-name-pattern", "--test-skip-pattern", "--tag", "--example",
    "--filter", "--grep", "--fgrep", "--lib", "--bins", "--doc", "--invert", "-DskipTests",
    "-Dmaven.test.skip", "-Dtest", "-Dsurefire.excludes", "--test-only", "--exclude-tag",
    "--pattern", "--include", "--changed", "--related", "--bail-on-empty", "--if-present",
}  # fmt: skip
_SHORT = {"pytest": {"-k", "-m"}, "py.test": {"-k", "-m"}, "jest": {"-t", "-o"}, "vitest": {"-t"},
          "mocha": {"-g", "-f", "-i"}, "ctest": {"-R", "-E", "-L", "-LE"}, "rspec": {"-t", "-e"},
          "unittest": {"-k", "-p"}, "gradle": {"-x", "--tests"}, "rake": set()}  # fmt: skip
_GROWING = re.compile(
    r"(^|\.)(norecursedirs|collect_ignore(_glob)?|testPathIgnorePatterns|modulePathIgnorePatterns"
    r"|watchPathIgnorePatterns|excludes?|excludedGroups|groups|skipTests|passWithNoTests"
    r"|exclude_pattern|ignore(_glob)?|tests?\.exclude|deselect|testNamePattern)$"
)
_SELECTING = re.compile(
    r"(^|\.)(testpaths|python_files|python_classes|python_functions|testMatch|testRegex|include"
    r"|includes|pattern|roots|testDir|spec|test_files)$"
)
_RAKE = re.compile(r"\.(pattern|test_files|exclude_pattern)\s*=\s*(.+)")


def look(context: Context) -> Iterator[Seen]:
    """Yield options, settings and hooks that leave tests out."""
    for pair in context.commands:
        yield from _options(context, pair)
        yield from _positions(context, pair)
    for path, *sides in context.settings:
        before, after = (_of_tests(side) for side in sides)
        had = set(addopts(before))
        for name, value in addopts(after):
            if (name, value) not in had and _narrows(context, "pytest", name, value):
                yield Seen(path, None, Severity.BLOCK, f"`{name} {value}` leaves tests out")
        yield from _grown(context, path, before, after)
        yield from _selected(context, path, before, after)
    for path in context.changed:
        if is_python(path) and path.endswith("conftest.py"):
            yield from _conftest(context, path)


def _of_tests(settings: Settings) -> Settings:
    """Return settings without those that packages are made by."""
    return {k: v for k, v in settings.items() if not k.startswith(("scripts.", "files"))}


def _narrows(context: Context, tool: str, name: str, value: str) -> bool:
    """Return whether an option that is new leaves tests of the baseline out."""
    if name in _BY_PATH:
        return bool(context.tests_below(value)) or "*" in value or not any(context.tests_before())
    base = tool.split(maxsplit=1)[0]
    if name in _SHORT.get(base, set()):
        return True
    return name in _BY_NAME and not (name == "-m" and base not in ("pytest", "py.test"))


def _options(context: Context, pair: CommandPair) -> Iterator[Seen]:
    had = set(pair.old.options)
    names = {name for name, _ in had}
    for name, value in pair.new.options:
        if (name, value) in had or (name in names and name in ("-p", "--include")):
            continue
        if pair.new.tool.split()[0] in ("grep", "diff", "cmp", "test", "[", "[["):
            continue
        if _narrows(context, pair.new.tool, name, value):
            yield Seen(
                pair.new_recipe.path, pair.new.line_no, Severity.BLOCK,
                f"`{name} {value}`".replace(" `", "`") + " leaves tests out", before=pair.old.text,
                after=pair.new.text,
            )  # fmt: skip


def _positions(context: Context, pair: CommandPair) -> Iterator[Seen]:
    """Yield commands that name fewer of the baseline's test files."""
    if pair.new.tool not in ("pytest", "py.test", "unittest", "node --test", "rspec", "jest",
                             "vitest", "mocha", "cargo test", "go test"):  # fmt: skip
        return
    old, new = _arguments(pair.old.words), _arguments(pair.new.words)
    if not new or old == new or (old and set(old) < set(new)):
        return
    if pair.new.tool == "cargo test":
        if not old:
            yield _narrowed(pair)
        return
    covered = {path for each in new for path in context.tests_below(each)}
    earlier = (
        {path for each in old for path in context.tests_below(each)}
        if old
        else set(context.tests_before())
    )
    if (earlier - covered and covered) or any("::" in each for each in set(new) - set(old)):
        yield _narrowed(pair)


def _narrowed(pair: CommandPair) -> Seen:
    return Seen(
        pair.new_recipe.path, pair.new.line_no, Severity.BLOCK, "it names fewer tests",
        before=pair.old.text, after=pair.new.text,
    )  # fmt: skip


def _arguments(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words that are neither options nor their values, as far as form tells."""
    found = []
    for index, word in enumerate(words[1:], 1):
        before = words[index - 1]
        if word.startswith(("-", "$", "{")) or word in ("test", "discover"):
            continue
        if before.startswith("-") and "=" not in before and before not in ("-q", "-v", "-x", "-ra"):
            continue
        found.append(word)
    return tuple(found)


def _grown(
    context: Context,
    path: str,
    before: Settings,
    after: Settings,
) -> Iterator[Seen]:
    """Yield settings that leave out more than before."""
    for name, values in after.items():
        key = re.sub(r"\[\d+\]", "", name)
        if not _GROWING.search(key) or _lints(path, key):
            continue
        added = set(entries_of(values)) - set(entries_of(before.get(name, ())))
        added -= {"false", "**/node_modules/**", "node_modules", "dist", "/node_modules/", "build"}
        if key.endswith(("ignore", "norecursedirs", "exclude")) and is_toml(path):
            added = {e for e in added if context.tests_below(e) or _folder(context, e)}
        for each in sorted(added):
            yield Seen(path, None, Severity.BLOCK, f"`{name}` leaves `{each}` out")


def _folder(context: Context, pattern: str) -> bool:
    """Return whether a test of the baseline is below a folder of this name."""
    return any(
        fnmatchcase(folder, pattern)
        for path in context.tests_before()
        for folder in path.split("/")[:-1]
    )


def is_toml(path: str) -> bool:
    """Return whether a configuration file is shared by tools other than test runners."""
    return path.endswith((".toml", ".cfg", ".ini"))


def _lints(path: str, key: str) -> bool:
    """Return whether a setting is about linters, types, coverage or packaging, not tests."""
    tools = (
        r"\b(ruff|flake8|mypy|pylint|black|isort|coverage|setuptools|hatch|build|poetry|pyright)\b"
    )
    return re.search(tools, key) is not None or path.endswith(
        ("tsconfig.json", "Cargo.toml", ".rubocop.yml", ".golangci.yml", ".pre-commit-config.yaml")
    )


def _selected(
    context: Context,
    path: str,
    before: Settings,
    after: Settings,
) -> Iterator[Seen]:
    """Yield settings that select fewer of the baseline's test files."""
    names = {name for name in [*before, *after] if _SELECTING.search(name)}
    for name in sorted(names):
        if _lints(path, name) or before.get(name) == after.get(name):
            continue
        old, new = entries_of(before.get(name, ())), entries_of(after.get(name, ()))
        if not new or (old and set(old) < set(new)):
            continue
        if name.endswith("testpaths"):
            earlier = {p for each in old for p in context.tests_below(each)}
            earlier = earlier if old else set(context.tests_before())
            lost: Iterable[str] = earlier - {p for each in new for p in context.tests_below(each)}
        elif name.endswith("python_files"):
            lost = [
                p
                for p in context.tests_before()
                if _named(p, old or ("test_*.py", "*_test.py")) and not _named(p, new)
            ]
        else:
            lost = _unmatched(context, old, new)
        if lost:
            yield Seen(
                path, None, Severity.BLOCK, f"`{name}` selects fewer tests",
                before=" ".join(old), after=" ".join(new),
            )  # fmt: skip


def _unmatched(context: Context, old: tuple[str, ...], new: tuple[str, ...]) -> list[str]:
    """Return the baseline's tests that the earlier patterns match and the later ones do not."""
    earlier = [path for path in context.tests_before() if matches(path, old)]
    if not earlier:
        return [] if any(context.tests_before()) else sorted(set(old) - set(new))
    return [path for path in earlier if not matches(path, new)]


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Return whether one of some file patterns, `**` and `{a,b}` included, matches a path."""
    for pattern in patterns:
        bare = pattern.replace("<rootDir>/", "").removeprefix("./").removeprefix("/")
        choices = re.search(r"\{([^{}]*)\}", bare)
        spelled = (
            [
                bare[: choices.start()] + each + bare[choices.end() :]
                for each in choices[1].split(",")
            ]
            if choices
            else [bare]
        )
        for each in spelled:
            form = re.escape(each).replace(r"\*\*/", "(?:[^/]*/)*").replace(r"\*\*", ".*")
            form = form.replace(r"\*", "[^/]*").replace(r"\?", ".")
            if re.fullmatch(form, path) or path.startswith(f"{each.rstrip('/')}/"):
                return True
    return False


def _named(path: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(path.rpartition("/")[2], each) for each in patterns)


def _conftest(context: Context, path: str) -> Iterator[Seen]:
    """Yield `collect_ignore` entries that a conftest has now and had not."""
    module, old = context.module_after(path), context.module_before(path)
    if module is None:
        return
    had = _ignored(old.tree) if old is not None else set()
    for entry, line_no in sorted(_ignored(module.tree) - had):
        if entry not in {each for each, _ in had}:
            yield Seen(path, line_no, Severity.BLOCK, f"{entry} is not collected")


def _ignored(tree: ast.Module) -> set[tuple[str, int]]:
    found = set()
    for node in walked(tree):
        value: ast.expr | None = None
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(dotted(each) in ("collect_ignore", "collect_ignore_glob") for each in targets):
                value = node.value
        elif isinstance(node, ast.Call) and dotted(node.func).startswith("collect_ignore"):
            value = ast.List(node.args)
        if value is not None:
            parts = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
            line_no = node.lineno  # type: ignore[attr-defined]
            found |= {(text_of(each), line_no) for each in parts}
    return found


RULE = Rule(
    "CF01",
    "fewer tests are selected",
    "block",
    "A test that is not selected does not run, and a run without it still succeeds.",
    "Folders with more tests are added; nothing that ran before is left out.",
    look,
)
