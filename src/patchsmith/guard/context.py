"""The facts of both trees, gathered when a rule first asks for them.

The weight of a drop is decided here, for all rules alike: it blocks when no production code
changed, when the test failed before, or when a run showed that the tests made the difference.

Rules for editors: facts only; what they mean is said in `rules/`.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.findings import Severity
from patchsmith.guard.facts.command_pairs import CommandPair, paired_commands
from patchsmith.guard.facts.expectations import Expectation, expectations_of
from patchsmith.guard.facts.foreign import ForeignFile
from patchsmith.guard.facts.foreign_production import ForeignProduction
from patchsmith.guard.facts.matching import Matching, matched
from patchsmith.guard.facts.pairing import Pairing, paired
from patchsmith.guard.facts.plain import uncommented
from patchsmith.guard.facts.recipes import Recipe, recipes_of
from patchsmith.guard.facts.settings import Settings, settings_of
from patchsmith.guard.facts.text_checks import literals_in
from patchsmith.guard.facts.units import Unit, units_of
from patchsmith.guard.roles import Role, is_python, language_of, role_of
from patchsmith.guard.sides import Sides
from patchsmith.testreports.comparing import compared

if TYPE_CHECKING:
    from patchsmith.findings import Finding
    from patchsmith.guard.facts.syntax import Module

_BY_NAME = ("make ", "just ", "npm ", "yarn ", "pnpm ", "tox", "nox")
MAX_HOLDERS = 200
"""Tests that are looked at for one literal; a literal of more is a word of the field."""
MAX_TESTS_READ = 400
"""Unchanged test files that are read for their literals."""


class SettingsPair(NamedTuple):
    """A configuration file on both sides."""

    path: str
    """The file."""
    before: Settings
    """Before the change."""
    after: Settings
    """After it."""


class Surviving(NamedTuple):
    """A function of a test file that is there on both sides."""

    old: Unit
    """Before the change."""
    new: Unit
    """After it."""
    pairing: Pairing
    """Its checks, before and after."""


class Context(Sides):
    """What the rules look at."""

    @cached_property
    def xref_modules(self) -> list[Module]:
        """Python test files before the change, for the literals in them."""
        paths = [path for path in self.tests_before() if is_python(path)]
        paths.sort(key=lambda path: path not in self.changed)
        found = (self.module_before(path) for path in paths[:MAX_TESTS_READ])
        return [module for module in found if module is not None]

    @cached_property
    def expectations(self) -> list[Expectation]:
        """What the baseline's Python tests put in and expect."""
        return expectations_of(self.xref_modules)

    @cached_property
    def expecting(self) -> dict[str, list[Expectation]]:
        """Literal -> the expectations that put it in."""
        found: dict[str, list[Expectation]] = {}
        for each in self.expectations:
            for text in each.inputs:
                holders = found.setdefault(text, [])
                if len(holders) < MAX_HOLDERS:
                    holders.append(each)
        return found

    @cached_property
    def expectations_after(self) -> list[Expectation]:
        """What the tests of the baseline and the changed tests put in and expect."""
        changed = (self.module_after(path) for path in self.python(Role.TEST))
        return self.expectations + expectations_of(m for m in changed if m is not None)

    @cached_property
    def judging_files(self) -> frozenset[str]:
        """Paths of the baseline's tests and their data."""
        return frozenset(
            path for path in self.baseline if role_of(path) in (Role.TEST, Role.TEST_DATA)
        )

    @cached_property
    def documents(self) -> str:
        """The documentation that stood before the change."""
        paths = [path for path in self.baseline if role_of(path) is Role.DOC]
        return "\n".join(self.before(path) for path in sorted(paths)[:100])

    # --- tests ---

    @cached_property
    def matching(self) -> Matching:
        """What became of the functions of the changed Python test files."""
        before: list[Unit] = []
        after: list[Unit] = []
        prefix = self._prefix()
        for path in self.changed:
            if not is_python(path) or path in self._same_trees:
                continue
            old, new = self.module_before(path), self.module_after(path)
            if old is not None and role_of(path) is Role.TEST:
                before += units_of(old, prefix=prefix)
            if new is not None:
                units = units_of(new, prefix=prefix)
                if role_of(path) is not Role.TEST:
                    for unit in units:
                        unit.hidden = unit.hidden or "its file is none that a runner collects"
                after += units
        return matched(before, after)

    @cached_property
    def surviving(self) -> list[Surviving]:
        """Functions of test files that are there on both sides and differ, with their checks."""
        found = []
        for match in self.matching.matches:
            old, new = match.before, match.after
            if new is None or match.folded or (old.is_test and not new.is_test):
                continue
            if old.source != new.source:
                found.append(Surviving(old, new, paired(old.assertions, new.assertions)))
        return found

    @cached_property
    def added_checks(self) -> frozenset[object]:
        """Keys of the live checks of tests that are new in the changed files."""
        units = [unit for unit in self.matching.added if unit.is_test]
        return frozenset(check.key for unit in units for check in unit.assertions if check.live)

    def helpers_called(self, unit: Unit) -> list[Unit]:
        """Return the helpers after the change that a unit calls or takes as a fixture."""
        names = {each.rpartition(".")[2] for each in unit.calls}
        names |= {each.arg for each in unit.function.node.args.args}
        return [self._helpers[name] for name in sorted(names) if name in self._helpers]

    @cached_property
    def _helpers(self) -> dict[str, Unit]:
        found = dict(self.unchanged_helpers)
        matching = self.matching
        for unit in [*(m.after for m in matching.matches), *matching.added]:
            if unit is not None and not unit.is_test:
                found[unit.function.name] = unit
        return found

    def _prefix(self) -> str:
        return "test"

    @cached_property
    def unchanged_helpers(self) -> dict[str, Unit]:
        """Helpers of unchanged test files by name, for checks that moved into a call of them."""
        found: dict[str, Unit] = {}
        for path in self.tests_before():
            if is_python(path) and path not in self.changed:
                module = self.module_before(path)
                for unit in units_of(module) if module is not None else ():
                    found.setdefault(unit.function.name, unit)
        return found

    # --- commands and settings ---

    @cached_property
    def recipes(self) -> tuple[list[Recipe], list[Recipe]]:
        """Recipes of the changed files, before and after."""
        before: list[Recipe] = []
        after: list[Recipe] = []
        for path in self.paths(Role.CI, Role.CONFIG, Role.SCRIPT):
            before += recipes_of(path, self.before(path))
            after += recipes_of(path, self.after(path))
        return before, after

    @cached_property
    def commands(self) -> list[CommandPair]:
        """Checking commands after the change with those they stand for."""
        return paired_commands(*self.recipes)

    @cached_property
    def tools_behind(self) -> set[str]:
        """Tools of unchanged recipes that a workflow runs by name, where it did not before."""
        before, after = self.recipes
        names = [
            {" ".join(c.words[:2]) for r in side if role_of(r.path) is Role.CI for c in r.commands}
            for side in (before, after)
        ]
        new = {name for name in names[1] - names[0] if name.startswith(_BY_NAME)}
        paths = [path for path in self.baseline if role_of(path) in (Role.CONFIG, Role.SCRIPT)]
        unchanged = [path for path in paths if path not in self.changed] if new else []
        targets = {name.partition(" ")[2] for name in new}
        return {
            command.tool
            for path in unchanged
            for recipe in recipes_of(path, self.before(path))
            if recipe.place in targets or recipe.place.startswith("testenv")
            for command in recipe.commands
        }

    @cached_property
    def settings(self) -> list[SettingsPair]:
        """Settings of the changed configuration files, before and after."""
        return [
            SettingsPair(
                path, settings_of(path, self.before(path)), settings_of(path, self.after(path))
            )
            for path in self.paths(Role.CONFIG)
        ]

    def tests_below(self, pattern: str) -> list[str]:
        """Return the test files of the baseline at or below a path, or matched by a pattern."""
        bare = pattern.strip("\"'").partition("::")[0].removeprefix("./").rstrip("/")
        if bare in ("", "."):
            return list(self.tests_before())
        return [
            path
            for path in self.tests_before()
            if path == bare
            or path.startswith(f"{bare}/")
            or fnmatchcase(path, bare)
            or fnmatchcase(path, f"*{bare}")
        ]

    # --- weights ---

    @cached_property
    def dynamic(self) -> tuple[Finding, ...]:
        """What the runs' reports say about lost tests."""
        if not self.evidence.before or not self.evidence.after:
            return ()
        return compared(self.evidence.before, self.evidence.after)

    @cached_property
    def escalates(self) -> bool:
        """Whether a drop blocks wherever it is."""
        replay = self.evidence.replay
        failed = replay is not None and not replay.passed and not replay.unproven
        fewer = any(f.rule == "DY01" for f in self.dynamic)
        return failed or fewer or not self.production

    def weigh(self, path: str, name: str = "") -> Severity:
        """Return what a drop in a test means.

        Args:
            path: The test's file.
            name: Names of its classes and its own, dotted.
        """
        if self.escalates or (name and self.evidence.failed(path, name)):
            return Severity.BLOCK
        return Severity.WARN

    @cached_property
    def behaviour_documented(self) -> bool:
        """Whether every changed expected value is named by documentation that stood before."""
        flips = [
            pair
            for _, new, pairing in self.surviving
            for pair in pairing.pairs
            if pair.old.expected != pair.new.expected
        ]
        return (
            bool(flips)
            and bool(self.production)
            and all(self.documented(pair.new.expected) for pair in flips)
        )

    def documented(self, text: str) -> bool:
        """Return whether the documentation that stood before names a value."""
        value = text.strip("'\"")
        if len(value) < 2:
            return False
        return re.search(rf"(?<![\w.]){re.escape(value)}(?![\w])", self.documents) is not None

    # --- other languages ---

    @cached_property
    def foreign(self) -> list[ForeignFile]:
        """Changed test files, and sources with tests in them, that only text rules read."""
        texts: dict[str, dict[str, str]] = {}
        for path in sorted(self.changed):
            language = language_of(path)
            if language in (None, "python"):
                continue
            inside = language == "rust" and "#[" in self.before(path)
            if role_of(path) is Role.TEST or inside:
                texts.setdefault(language, {})[path] = self.after(path)
        return [
            ForeignFile(
                path, language, self.before(path), after,
                "\n".join(text for other, text in files.items() if other != path),
                repaired=bool(self.production),
            )
            for language, files in texts.items()
            for path, after in files.items()
        ]  # fmt: skip

    @cached_property
    def foreign_production(self) -> list[ForeignProduction]:
        """Changed production files that only text rules read."""
        found = []
        for path in self.production:
            language = language_of(path)
            if language in (None, "python"):
                continue
            before, after = (
                uncommented(text, language) for text in (self.before(path), self.after(path))
            )
            tests = self._foreign_literals | literals_in(
                before[len(self.foreign_code(path, before)) :]
            )
            found.append(
                ForeignProduction(
                    path, self.foreign_code(path, before), self.foreign_code(path, after), tests
                )
            )
        return found

    @cached_property
    def _foreign_literals(self) -> frozenset[str]:
        paths = [path for path in self.tests_before() if not is_python(path)][:MAX_TESTS_READ]
        return frozenset[str]().union(*(literals_in(self.before(path)) for path in paths))
