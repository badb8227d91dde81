"""Both trees as text and as parsed Python, read when first asked, once per side.

What can not be read gives a note, never an exception.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from patchsmith.guard.facts.plain import squeezed, uncommented
from patchsmith.guard.facts.syntax import Module, defined, parsed, same_tree
from patchsmith.guard.result import Note
from patchsmith.guard.roles import Role, is_python, language_of, role_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.guard.evidence import Evidence
    from patchsmith.guard.policy import Policy

MAX_READ = 8_000_000
"""Bytes of a file that are still looked at."""


class Changed:
    """One file whose content differs between the trees."""

    __slots__ = ("after", "before", "path")

    def __init__(self, path: str, before: bytes | None, after: bytes | None) -> None:
        self.path = path
        """Relative to the root."""
        self.before = before
        """Content before; None when there was no file."""
        self.after = after
        """Content after; None when the file is gone."""


class Sides:
    """The files of both trees."""

    def __init__(
        self, changes: ChangeSet, baseline: Mapping[str, bytes], policy: Policy, evidence: Evidence
    ) -> None:
        self.changed = {
            str(each.path): Changed(str(each.path), each.before, each.after)
            for each in changes
            if each.before != each.after
        }
        """Path -> change, only where the content differs."""
        self.baseline = baseline
        """The tree before; may read when asked."""
        self.policy = policy
        """The caller's."""
        self.evidence = evidence
        """The caller's."""
        self.notes: list[Note] = []
        """What could not be judged."""
        self._texts: dict[tuple[str, bool], str] = {}
        self._modules: dict[tuple[str, bool], Module | None] = {}
        self.unreadable: set[str] = set()
        """Paths of Python files that can not be parsed after the change."""

    # --- texts and modules ---

    def before(self, path: str) -> str:
        """Return the text of a file before the change, empty when there was none."""
        change = self.changed.get(path)
        data = change.before if change is not None else self.baseline.get(path)
        return self._decoded(path, data, after=False)

    def after(self, path: str) -> str:
        """Return the text of a file after the change, empty when there is none."""
        change = self.changed.get(path)
        if change is None:
            return self.before(path)
        return self._decoded(path, change.after, after=True)

    def _decoded(self, path: str, data: bytes | None, *, after: bool) -> str:
        key = (path, after)
        if key not in self._texts:
            if data is not None and len(data) > MAX_READ:
                self._note(path, f"only its first {MAX_READ} bytes were read")
                data = data[:MAX_READ]
            text = "" if data is None else data.decode("utf-8", "replace")
            if "\ufffd" in text and data is not None and path not in self._noted:
                self._note(path, "it is not valid UTF-8; the rest of it was read")
            self._texts[key] = text.removeprefix("\ufeff").replace("\r\n", "\n")
        return self._texts[key]

    @cached_property
    def _noted(self) -> set[str]:
        return set()

    def _note(self, path: str, message: str) -> None:
        if path not in self._noted:
            self._noted.add(path)
            self.notes.append(Note(path, message))

    def module_before(self, path: str) -> Module | None:
        """Return a Python file before the change, None when there is none to parse."""
        return self._module(path, after=False)

    def module_after(self, path: str) -> Module | None:
        """Return a Python file after the change, None when there is none to parse."""
        return self._module(path, after=path in self.changed)

    def _module(self, path: str, *, after: bool) -> Module | None:
        key = (path, after)
        if key not in self._modules:
            text = self.after(path) if after else self.before(path)
            found = parsed(path, text) if text.strip() else None
            if isinstance(found, str):
                self._note(path, f"it could not be read as code: {found}")
                if after:
                    self.unreadable.add(path)
                found = None
            self._modules[key] = found
        return self._modules[key]

    # --- which files ---

    def paths(self, *roles: Role) -> list[str]:
        """Return the changed files of these roles, in order."""
        return sorted(path for path in self.changed if role_of(path) in roles)

    def python(self, *roles: Role) -> list[str]:
        """Return the changed Python files of these roles whose trees differ."""
        return [path for path in self.paths(*roles) if is_python(path) and self._differs(path)]

    def _differs(self, path: str) -> bool:
        return path not in self._same_trees

    @cached_property
    def _same_trees(self) -> set[str]:
        """Python files that differ in layout and comments only."""
        found = set()
        for path in self.changed:
            if not is_python(path):
                continue
            before, after = self.module_before(path), self.module_after(path)
            if before is not None and after is not None and same_tree(before, after):
                found.add(path)
        return found

    @cached_property
    def production(self) -> list[str]:
        """Production files whose code changed, not only its layout or comments."""
        found = []
        for path in self.paths(Role.PRODUCTION):
            if is_python(path):
                if self._differs(path):
                    found.append(path)
            else:
                language = language_of(path)
                before = self.foreign_code(path, uncommented(self.before(path), language))
                after = self.foreign_code(path, uncommented(self.after(path), language))
                if squeezed(before) != squeezed(after):
                    found.append(path)
        return found

    @cached_property
    def removed_names(self) -> set[str]:
        """Names of functions and classes that the change removes from production code."""
        found: set[str] = set()
        for path in self.production:
            before, after = self.module_before(path), self.module_after(path)
            if before is not None:
                found |= defined(before.tree) - (defined(after.tree) if after else set())
        return {name.strip("_") for name in found}

    def tests_before(self) -> Iterator[str]:
        """Yield the paths of all test files before the change."""
        for path in self.baseline:
            if role_of(path) is Role.TEST:
                yield path

    # --- other languages ---

    def language(self, path: str) -> str:
        """Return the language of a file, empty for what is no code."""
        return language_of(path) or ""

    def foreign_code(self, path: str, text: str) -> str:
        """Return production code without the tests that its language keeps in the same file."""
        if language_of(path) != "rust" or "#[cfg(" not in text:
            return text
        at = text.find("#[cfg(test)]")
        at = at if at >= 0 else text.find("#[cfg(all(test")
        return text[:at] if at >= 0 else text
