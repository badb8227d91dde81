"""Which test after the change is which test before it.

Tests are matched by name, then by what they hold: the same body anywhere, the same checks under
another name, their literals as a row of a table. So a move, a rename, a split and a test folded
into a parametrised one are no loss.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patchsmith.guard.facts.units import Unit

_PLAIN = frozenset({"None", "True", "False", "''", "0", "1", "[]", "()", "{}"})
_SIMILAR = 0.8
_MAX_COMPARED = 20_000
"""Pairs of tests that are compared by what they hold; beyond, only the first ones."""


@dataclass(frozen=True, slots=True)
class Match:
    """A unit before the change and what became of it."""

    before: Unit
    """Before the change."""
    after: Unit | None
    """After it; None when it is gone. May be one that is no longer collected."""
    folded: bool = False
    """Whether its case is now a row or a part of `after`, which is another test."""


@dataclass(frozen=True, slots=True)
class Matching:
    """All units of the changed test files, before and after."""

    matches: tuple[Match, ...]
    """One for each unit before the change."""
    added: tuple[Unit, ...]
    """Units after the change that stand for none before."""


def matched(before: Sequence[Unit], after: Sequence[Unit]) -> Matching:
    """Return what became of each unit."""
    by_name: dict[tuple[str, str], list[Unit]] = {}
    for each in after:
        by_name.setdefault((each.path, each.qualname), []).append(each)
    hidden: dict[tuple[str, str], list[str]] = {}
    for each in before:
        if each.hidden.startswith("shadowed"):
            hidden.setdefault((each.path, each.qualname), []).append(each.fingerprint)
    found: dict[int, Match] = {}
    used: set[int] = set()
    rest: list[Unit] = []
    for unit in before:
        same = by_name.get((unit.path, unit.qualname), [])
        # the last one of a name is the one that runs
        hit = next((n for n in reversed(same) if n.is_test == unit.is_test), None)
        if hit is None or id(hit) in used or not (unit.is_test or unit.hidden):
            rest.append(unit)
            continue
        used.add(id(hit))
        uncovered = hit.fingerprint != unit.fingerprint and hit.fingerprint in hidden.get(
            (unit.path, unit.qualname), ()
        )
        found[id(unit)] = Match(unit, hit, folded=uncovered)
    free = [each for each in after if id(each) not in used]
    rest = _by_body(rest, free, found, used)
    rest = _by_checks(rest, [each for each in free if id(each) not in used], found, used)
    _folded(rest, after, found)
    matches = tuple(found.get(id(unit), Match(unit, None)) for unit in before)
    return Matching(matches, tuple(each for each in after if id(each) not in used))


def _by_body(
    rest: list[Unit], free: list[Unit], found: dict[int, Match], used: set[int]
) -> list[Unit]:
    """Match the same body elsewhere, collected ones first."""
    if not rest:
        return rest
    bodies: dict[str, list[Unit]] = {}
    for each in sorted(free, key=lambda unit: bool(unit.hidden)):
        bodies.setdefault(each.fingerprint, []).append(each)
    left = []
    for unit in rest:
        hit = next((n for n in bodies.get(unit.fingerprint, []) if id(n) not in used), None)
        if hit is None:
            left.append(unit)
        else:
            used.add(id(hit))
            found[id(unit)] = Match(unit, hit)
    return left


def _by_checks(
    rest: list[Unit], free: list[Unit], found: dict[int, Match], used: set[int]
) -> list[Unit]:
    """Match tests under another name: the same checks, or most of the same words."""
    left = []
    tests = _few([each for each in free if each.is_test or each.assertions], rest)
    for unit in rest:
        hit = next((n for n in tests if id(n) not in used and _alike(unit, n)), None)
        if hit is None:
            left.append(unit)
        else:
            used.add(id(hit))
            found[id(unit)] = Match(unit, hit)
    return left


def _alike(unit: Unit, other: Unit) -> bool:
    if not unit.is_test:
        return False
    keys = sorted(each.key for each in unit.assertions)
    if keys and keys == sorted(each.key for each in other.assertions):
        return unit.atoms <= other.atoms
    same_name = unit.qualname.rpartition(".")[2] == other.qualname.rpartition(".")[2]
    return same_name and _similarity(unit.fingerprint, other.fingerprint) >= _SIMILAR


def _similarity(one: str, other: str) -> float:
    words, others = set(re.findall(r"\w+", one)), set(re.findall(r"\w+", other))
    return len(words & others) / max(len(words | others), 1)


def _folded(rest: list[Unit], after: Sequence[Unit], found: dict[int, Match]) -> None:
    """Match tests whose case is now a row of a table, or a part of another test."""
    tests = _few([each for each in after if each.is_test], rest)
    for unit in rest:
        if not unit.is_test:
            continue
        hit = next((n for n in tests if _holds(n, unit)), None) or _unrolled(unit, tests)
        if hit is not None:
            found[id(unit)] = Match(unit, hit, folded=True)


def _unrolled(unit: Unit, tests: list[Unit]) -> Unit | None:
    """Return one of the tests that the rows of a table became, None when a row became none."""
    calls = {each.rpartition(".")[2] for each in unit.calls}
    hit = None
    for row in unit.rows:
        literals = _leaves(row.atoms - _PLAIN)
        hit = next(
            (
                test
                for test in tests
                if literals <= _leaves(test.atoms)
                and calls <= {each.rpartition(".")[2] for each in test.calls}
                and any(check.live for check in test.assertions)
            ),
            None,
        )
        if hit is None:
            return None
    return hit


def _few(tests: list[Unit], rest: list[Unit]) -> list[Unit]:
    """Return as many tests as can be compared with all of the rest."""
    return tests[: max(20, _MAX_COMPARED // max(len(rest), 1))]


def _holds(test: Unit, unit: Unit) -> bool:
    """Return whether a test makes the calls of another on the same literals, as strongly."""
    wanted = {each.rpartition(".")[2] for each in unit.calls}
    if not wanted <= {each.rpartition(".")[2] for each in test.calls}:
        return False
    strongest = max((each.strength for each in unit.assertions if each.live), default=0)
    if max((each.strength for each in test.assertions if each.live), default=-1) < strongest:
        return False
    literals = unit.atoms - _PLAIN
    if not literals:
        return False
    rows = [frozenset(), *(row.atoms for row in test.rows)]
    return any(_leaves(literals) <= _leaves(row | test.atoms) for row in rows)


def _leaves(texts: frozenset[str]) -> frozenset[str]:
    return frozenset(each for each in texts if each[0] not in "[({")
