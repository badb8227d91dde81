"""What a change did to a test file of a language without a parser here.

Tests are matched by name, body and checks, as Python's are; what is said of them comes from text
and is coarser. Every answer is a list of places; the rules give them their weight.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from patchsmith.guard.facts.blocks import Block, blocks_of
from patchsmith.guard.facts.plain import added_lines, uncommented
from patchsmith.guard.facts.text_checks import TextCheck, checks_in, is_vacuous, literals_in
from patchsmith.guard.facts.text_marks import FOCUS, HIDES, MARKS, RETURNS, SILENT, SWALLOWS

MAX_COMPARED = 100
"""Tests, helpers or literals that one is compared with."""
MAX_LINES = 5_000
"""Lines of a test whose marks are still found."""


class Kept(NamedTuple):
    """A test on both sides."""

    old: Block
    """Before the change."""
    new: Block
    """After it."""


class ForeignFile:
    """One changed test file, or source file with tests in it."""

    def __init__(
        self, path: str, language: str, before: str, after: str, elsewhere: str, *, repaired: bool
    ) -> None:
        """Take both sides of a file.

        Args:
            path: Relative to the root.
            language: As `roles.LANGUAGES` names it.
            before: Its text before the change.
            after: Its text after it.
            elsewhere: Text after the change of the other changed test files of the language.
            repaired: Whether production code changed.
        """
        self.path = path
        self.language = language
        self.gone = not after.strip()
        """Whether the file is gone."""
        self._repaired = repaired
        self._raw_added = added_lines(before, after) if language == "go" else []
        self._before = uncommented(before, language)
        self._after = uncommented(after, language)
        self._old = blocks_of(self._before, language)
        self._new = blocks_of(self._after, language)
        others = blocks_of(uncommented(elsewhere, language), language)
        self._others = [block for block in others if block.is_test]

    @cached_property
    def kept(self) -> list[Kept]:
        """Tests that are there on both sides, by name, body or checks."""
        tests = [block for block in self._new if block.is_test]
        names = {block.name: block for block in tests}
        prints = {block.print: block for block in tests}
        found = []
        for old in self._old:
            if old.is_test:
                new = names.get(old.name) or prints.get(old.print)
                if new is not None:
                    found.append(Kept(old, new))
        return found

    @cached_property
    def _missing(self) -> list[Block]:
        kept = {id(pair.old) for pair in self.kept}
        there = {block.print for block in self._others}
        return [
            block
            for block in self._old
            if block.is_test and id(block) not in kept and block.print not in there
        ]

    @cached_property
    def hidden(self) -> list[tuple[Block, str]]:
        """Tests that are there and not run, with the reason."""
        found = []
        plain = {block.print: block for block in self._new if not block.is_test}
        for block in self._missing:
            hit = plain.get(block.print)
            if hit is not None and not self.gone:
                found.append((hit, "nothing marks it as a test any more"))
        patterns = HIDES.get(self.language)
        if patterns is not None and not self.gone:
            tests = [block for block in self._old if block.is_test]
            for line_no, line in added_lines(self._before, self._after):
                if patterns.search(line) and tests:
                    block = self._at(line_no) or tests[0]
                    found.append((block, f"`{line.strip()}`"))
            for _, line in self._raw_added:
                if re.match(r"//\s*(go:build|\+build)\b", line) and tests:
                    found.append((tests[0], f"`{line.strip()}`"))
        return found

    @cached_property
    def _unaccounted(self) -> list[Block]:
        """Tests that are gone and whose case no other test has."""
        hidden = {block.print for block, _ in self.hidden}
        tests = [*(block for block in self._new if block.is_test), *self._others][:MAX_COMPARED]
        return [
            block
            for block in self._missing
            if block.print not in hidden and not any(_holds(test, block) for test in tests)
        ]

    @property
    def removed(self) -> list[Block]:
        """Tests that are gone from a file that is still there."""
        return [] if self.gone else [b for b in self._unaccounted if not _is_trivial(b)]

    @property
    def lost_with_file(self) -> list[Block]:
        """Tests that are gone with the whole file."""
        return [b for b in self._unaccounted if not _is_trivial(b)] if self.gone else []

    # --- marks ---

    def newly(self, kind: str) -> list[tuple[Block, str]]:
        """Return tests of the baseline that have a mark now: the test, the line.

        Args:
            kind: `skip`, `skip-call` or `xfail`.
        """
        pattern = MARKS.get((self.language, kind))
        if pattern is None or self.gone or not any(block.is_test for block in self._old):
            return []
        return self._marked(pattern)

    def _marked(self, pattern: re.Pattern[str]) -> list[tuple[Block, str]]:
        known = {id(pair.new) for pair in self.kept}
        first = next(block for block in self._old if block.is_test)
        found = []
        for line_no, line in added_lines(self._before, self._after):
            if not pattern.search(line):
                continue
            block = self._at(line_no)
            if block is None:
                found.append((first, line.strip()))
            elif id(block) in known:
                found.append((block, line.strip()))
        return found

    def _at(self, line_no: int) -> Block | None:
        """Return the innermost test around a line."""
        return self._lines.get(line_no)

    @cached_property
    def _lines(self) -> dict[int, Block]:
        """1-based line -> the innermost test around it."""
        found: dict[int, Block] = {}
        for block in sorted(self._new, key=lambda block: block.first_line):
            if block.is_test and block.last_line - block.first_line < MAX_LINES:
                found.update(dict.fromkeys(range(block.first_line, block.last_line + 1), block))
        return found

    @cached_property
    def focused(self) -> list[tuple[int, str]]:
        """Lines that make only some tests run."""
        pattern = FOCUS.get(self.language)
        if pattern is None:
            return []
        return [
            (line_no, line.strip())
            for line_no, line in added_lines(self._before, self._after)
            if pattern.search(line)
        ]

    # --- checks ---

    @cached_property
    def _checks(self) -> list[tuple[Kept, list[TextCheck], list[TextCheck]]]:
        """For each kept test that differs: checks that are gone, checks that are new."""
        found = []
        for pair in self.kept:
            if pair.old.print == pair.new.print and pair.old.head == pair.new.head:
                continue
            old = checks_in(pair.old.body, self.language)
            new = checks_in(pair.new.body, self.language)
            texts = [check.text for check in new]
            gone = []
            for check in old:
                if check.text in texts:
                    texts.remove(check.text)
                else:
                    gone.append(check)
            left = list(texts)
            fresh = []
            for check in new:
                if check.text in left:
                    left.remove(check.text)
                    fresh.append(check)
            found.append((pair, gone, fresh))
        return found

    @cached_property
    def _judged(self) -> tuple[list[tuple[Block, TextCheck, TextCheck | None, str]], ...]:
        """What became of each check that is gone: test, old, new, `lost|loosened|flipped|...`."""
        found: list[tuple[Block, TextCheck, TextCheck | None, str]] = []
        for pair, gone, fresh in self._checks:
            rest = list(fresh)
            for check in gone:
                new = _counterpart(check, rest)
                if new is not None:
                    rest.remove(new)
                what = self._became(pair, check, new, fresh)
                if what:
                    found.append((pair.new, check, new, what))
        return (found,)

    def _became(
        self, pair: Kept, old: TextCheck, new: TextCheck | None, fresh: list[TextCheck]
    ) -> str:
        kept = old.literals <= literals_in(pair.new.body + pair.new.head)
        strong = any(check.rank >= 40 for check in fresh)
        if new is None:
            helped = self._calls_helper(pair)
            if helped or (kept and old.literals and strong):
                return ""
            return "lost"
        if self.language == "go":
            return self._became_in_go(old, new)
        if new.rank < old.rank and not (kept and old.literals and strong):
            return "broadened" if old.raises and new.raises else "loosened"
        if old.raises and new.raises and old.expected and not new.expected:
            return "broadened"
        if new.rank >= old.rank and old.subject == new.subject and old.expected != new.expected:
            longer = new.rank > old.rank or old.expected.strip('"') in new.expected
            return "" if longer else "flipped"
        if not kept and not self._repaired:
            there = literals_in(pair.new.body)
            lost = {each for each in old.literals - there if len(each) > 1}
            grew = all(any(each in other for other in there) for each in lost)
            return "" if grew else "flipped"
        return ""

    def _became_in_go(self, old: TextCheck, new: TextCheck) -> str:
        """Judge the condition under which a Go test fails: fewer names in it say less."""
        if new.text.count("&&") > old.text.count("&&"):
            return "loosened"
        names, later = (set(re.findall(r"\w+", each.text)) - {"nil"} for each in (old, new))
        return "" if self._repaired or names <= later else "loosened"

    def _calls_helper(self, pair: Kept) -> bool:
        for name in self._helpers:
            if f"{name}(" in pair.new.body and f"{name}(" not in pair.old.body:
                return True
        return False

    @cached_property
    def _helpers(self) -> list[str]:
        """Names of functions that are no tests and check something."""
        plain = [block for block in self._new if not block.is_test]
        return [b.name for b in plain if checks_in(b.body, self.language)][:MAX_COMPARED]

    def _became_what(self, what: str) -> list[tuple[Block, TextCheck, TextCheck | None]]:
        return [(b, old, new) for b, old, new, became in self._judged[0] if became == what]

    @property
    def lost_checks(self) -> list[tuple[Block, str]]:
        """Checks that are gone: test, code."""
        return [(block, old.shown) for block, old, _ in self._became_what("lost")]

    @property
    def loosened(self) -> list[tuple[Block, str, str]]:
        """Checks that pin down less: test, before, after."""
        return _shown(self._became_what("loosened"))

    @property
    def broadened(self) -> list[tuple[Block, str, str]]:
        """Expected errors that may be others: test, before, after."""
        return _shown(self._became_what("broadened"))

    @property
    def flipped(self) -> list[tuple[Block, str, str]]:
        """Checks that expect something else: test, before, after."""
        return _shown(self._became_what("flipped"))

    @property
    def vacuous(self) -> list[tuple[Block, str]]:
        """New checks that can not fail: test, code."""
        return [
            (pair.new, check.shown)
            for pair, _, fresh in self._checks
            for check in fresh
            if is_vacuous(check)
        ]

    @property
    def dead(self) -> list[tuple[Block, str]]:
        """Checks that no longer run: test, line."""
        found = []
        for pair in self.kept:
            lines = added_lines(pair.old.body, pair.new.body)
            for _, line in lines:
                if RETURNS.search(line) or re.search(r"\bvoid\s+expect\(", line):
                    found.append((pair.new, line.strip()))
            old = {c.text: c for c in checks_in(pair.old.body, self.language) if c.awaited}
            for check in checks_in(pair.new.body, self.language):
                same = old.get(check.text.removeprefix("await")) or old.get(f"await{check.text}")
                if same is not None and not check.awaited and "await" in same.text:
                    found.append((pair.new, check.shown))
        return found

    @property
    def swallowed(self) -> list[tuple[Block, str]]:
        """Handlers in tests of the baseline that let no failure through: test, code."""
        found = []
        for pair in self.kept:
            had = {match.group() for match in SWALLOWS.finditer(pair.old.body)}
            found += [
                (pair.new, match.group().strip())
                for match in SWALLOWS.finditer(pair.new.body)
                if match.group() not in had and not SILENT.search(match.group())
            ]
        return found

    @property
    def lost_rows(self) -> list[tuple[Block, list[str]]]:
        """Tests whose tables have fewer literals: test, the literals."""
        found = []
        everywhere = self._after + "".join(block.body + block.head for block in self._others)
        there = literals_in(everywhere)
        for pair in self.kept:
            old = literals_in(self._unmarked(pair.old.head + pair.old.body))
            gone = old - literals_in(pair.new.head + pair.new.body) - there
            long = [each for each in sorted(gone) if len(each) > 1][:MAX_COMPARED]
            near = literals_in(pair.new.head + pair.new.body)
            lost = {each for each in long if not any(each in other for other in near)}
            if lost and not self._repaired:
                found.append((pair.new, sorted(lost)))
        return found

    def _unmarked(self, text: str) -> str:
        """Return code without the lines that only set marks."""
        patterns = [p for (language, _), p in MARKS.items() if language == self.language]
        return "\n".join(
            line for line in text.split("\n") if not any(p.search(line) for p in patterns)
        )

    @property
    def errors_touched(self) -> bool:
        """Whether a check of an error is gone or another one."""
        return any(old.raises for _, gone, _ in self._checks for old in gone)


def _shown(found: list[tuple[Block, TextCheck, TextCheck | None]]) -> list[tuple[Block, str, str]]:
    return [(block, old.shown, new.shown if new else "") for block, old, new in found]


def _counterpart(check: TextCheck, fresh: list[TextCheck]) -> TextCheck | None:
    """Return the new check that stands for one that is gone."""
    for new in fresh:
        if new.subject == check.subject and new.subject:
            return new
    for new in fresh:
        if check.subject and (check.subject in new.text or new.subject in check.text):
            return new
    for new in fresh:
        if new.raises == check.raises:
            return new
    return None


def _is_trivial(block: Block) -> bool:
    """Return whether a test calls nothing but its own checks."""
    called = set(re.findall(r"(\w+)\s*\(", block.body))
    return all(re.match(r"expect|assert|to[A-Z]|to(Be)?$|not|eq|ok|equal", each) for each in called)


def _holds(test: Block, gone: Block) -> bool:
    """Return whether a test has the literals and calls of one that is gone."""
    literals = literals_in(gone.body)
    calls = set(re.findall(r"(\w+)\s*\(", gone.body)) - {"assert", "expect", "Err", "Ok"}
    calls = {each for each in calls if not each.startswith("assert")}
    names = set(re.findall(r"\b[A-Z]\w+::\w+|\b[A-Z]\w{3,}", gone.body))
    body = test.head + test.body
    told = literals or (names and calls)
    return bool(told) and literals <= literals_in(body) and all(e in body for e in calls | names)
