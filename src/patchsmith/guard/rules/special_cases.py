"""HC01: the code knows the input of a test."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.facts.expectations import Branch, Expectation, branches_of
from patchsmith.guard.facts.literals import telling
from patchsmith.guard.roles import Role
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from patchsmith.guard.context import Context

_CODES = re.compile(r"(?i)status|code|errno|signal|version|month|level|port|returncode")
_PLAIN = {"True", "False", "None", "''", "0", "1", "-1", "[]", "{}", "()"}
_MIN_PART = 4
_MAX_SEARCHED = 2_000
_COMMON = 3
"""Tests that hold a literal beyond which it is a word of the field."""


def look(context: Context) -> Iterator[Seen]:
    """Yield new branches on literals that the baseline's tests put in."""
    for path in context.python(Role.PRODUCTION):
        module, old = context.module_after(path), context.module_before(path)
        if module is None:
            continue
        known = {branch.key for branch in branches_of(old)} if old is not None else set()
        for branch in branches_of(module):
            if branch.key in known:
                continue
            judged = weight(branch, _near(branch, context), context.before(path))
            if judged is not None:
                severity, saw = judged
                yield Seen(path, branch.line_no, severity, saw, after=f"if {branch.test}")
    for file in context.foreign_production:
        for line_no, line, severity in file.special_cases:
            yield Seen(
                file.path, line_no, severity, "a literal of a test decides", after=line.strip()
            )


def _near(branch: Branch, context: Context) -> list[Expectation]:
    """Return the expectations that a branch may have to do with."""
    if branch.parts:
        return context.expectations[:_MAX_SEARCHED]
    found = {id(e): e for text in branch.compared for e in context.expecting.get(text, ())}
    return list(found.values())


def weight(
    branch: Branch, expectations: Iterable[Expectation], before: str
) -> tuple[Severity, str] | None:
    """Return what a new branch means, None when no test has its literals.

    Args:
        branch: The branch.
        expectations: What the baseline's tests put in and expect.
        before: The file before the change.
    """
    compared = {each for each in branch.compared if _telling(each)}
    if any(_CODES.search(word) for word in branch.subjects):
        compared = {each for each in compared if not each.lstrip("-").isdigit()}
    holders: dict[str, set[str]] = {}
    inputs: set[str] = set()
    answered: set[str] = set()
    plainly: set[str] = set()
    for each in expectations:
        hit = compared & each.inputs
        if not hit:
            continue
        inputs |= hit
        for text in hit:
            holders.setdefault(text, set()).add(each.name)
        common = branch.outcome & each.outputs
        if common - _PLAIN:
            answered |= hit
        elif common:
            plainly |= hit
    if answered or len(_whole(plainly)) > 1:
        shown = ", ".join(sorted(answered or plainly)[:3])
        return Severity.BLOCK, f"`{branch.function}` answers for the test's input {shown}"
    rare = {each for each in inputs if len(holders[each]) <= _COMMON}
    if plainly & rare or any(not _is_word(each) for each in rare):
        shown = ", ".join(sorted(inputs)[:3])
        return Severity.WARN, f"`{branch.function}` decides by the test's input {shown}"
    if inputs:
        shown = ", ".join(sorted(inputs)[:3])
        return Severity.INFO, f"`{branch.function}` decides by a word that a test puts in: {shown}"
    return _by_part(branch, expectations, before)


def _by_part(
    branch: Branch, expectations: Iterable[Expectation], before: str
) -> tuple[Severity, str] | None:
    """Judge a branch that looks for a piece of a test's input."""
    for part in branch.parts:
        value = str(ast.literal_eval(part))
        if len(value) < _MIN_PART or value in before:
            continue
        holders = {each.name for each in expectations if any(value in i for i in each.inputs)}
        if any(
            (branch.outcome & each.outputs) - _PLAIN
            for each in expectations
            if any(value in text for text in each.inputs)
        ):
            return (
                Severity.BLOCK,
                f"`{branch.function}` answers for {part}, a piece of a test's input",
            )
        if holders and not any(part in each.inputs for each in expectations):
            return Severity.WARN, f"`{branch.function}` looks for {part}, a piece of a test's input"
    return None


def _telling(text: str) -> bool:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
        return False
    if isinstance(value, tuple | list | set | dict):
        plain = all(isinstance(each, str) for each in value)
        return any(_telling(repr(each)) for each in value) or (not plain and len(text) > 4)
    if isinstance(value, str):
        return re.search(r"\w.*\w.*\w|\w\W|\W\w", value, re.DOTALL) is not None and not (
            value.startswith("-") or len(value) < 3
        )
    return telling(value)


def _whole(texts: set[str]) -> set[str]:
    """Return the literals that are no displays of others."""
    return {each for each in texts if each[:1] not in "[({"}


def _is_word(text: str) -> bool:
    """Return whether a literal is a keyword rather than an example."""
    return re.fullmatch(r"'[A-Za-z_-]{2,12}'", text) is not None


RULE = Rule(
    "HC01",
    "the code knows a test's input",
    "block where the test's expected value follows, or several inputs are named; else warn",
    "Code that answers for the inputs of its tests is right for nothing else.",
    "A branch follows from the rules of the field and holds for inputs that no test has.",
    look,
)
