"""Which check after the change stands for which check before it.

Two lists of checks of one test are compared: what is the same falls away, then checks of the same
subject find each other, then checks that hold the same literals. What is left over is lost or new.

Rules for editors: order matters, from what is certain to what is likely; every step consumes both
sides. Rules read the relation; they never pair by themselves.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from patchsmith.guard.facts.assertion import Assertion, Kind
from patchsmith.guard.facts.literals import atoms
from patchsmith.guard.facts.syntax import dotted, walked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_PAIRED = 300
"""Checks of one function that are still paired; beyond, only equal ones fall away."""


class Relation(StrEnum):
    """How the later check was found to stand for the earlier one."""

    SAME = "same"
    """Equal, but perhaps dead, swallowed or under a condition now."""
    SUBJECT = "subject"
    """It checks the same thing."""
    WRAPPED = "wrapped"
    """It checks something made of the same thing."""
    MOVED = "moved"
    """It checks something else against the same, or holds the same literals."""
    CALLEE = "callee"
    """It checks another call of the same function."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An earlier check and the one that stands for it."""

    old: Assertion
    """Before the change."""
    new: Assertion
    """After it."""
    relation: Relation
    """How they were found to belong together."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """All checks of one function, before and after."""

    pairs: tuple[Pair, ...]
    """Those that belong together and differ."""
    lost: tuple[Assertion, ...]
    """Those before that nothing stands for."""
    new: tuple[Assertion, ...]
    """Those after that stand for nothing before."""


def paired(before: Sequence[Assertion], after: Sequence[Assertion]) -> Pairing:
    """Return which checks belong together; those that could not judge before are left out."""
    old = [each for each in before if each.live]
    new = list(after)
    pairs: list[Pair] = []
    steps: list[tuple[Relation, Callable[[Assertion, Assertion], bool]]] = [
        (Relation.SAME, lambda o, n: o.key == n.key and n.live and n.guards == o.guards),
        (Relation.SAME, lambda o, n: o.key == n.key),
    ]
    if len(old) <= MAX_PAIRED and len(new) <= MAX_PAIRED:
        steps += [
            (Relation.SUBJECT, _same_subject_and_kind),
            (Relation.SUBJECT, _same_subject),
            (Relation.WRAPPED, _wraps),
            (Relation.MOVED, _holds_literals),
            (Relation.MOVED, _same_expected),
            (Relation.CALLEE, _same_callee),
        ]
    for relation, fits in steps[:2]:
        old, new = _equal(old, new, pairs, fits, relation)
    for relation, fits in steps[2:]:
        old, new = _matched(old, new, pairs, fits, relation)
    return Pairing(tuple(pairs), tuple(old), tuple(new))


def _equal(
    old: list[Assertion],
    new: list[Assertion],
    pairs: list[Pair],
    fits: Callable[[Assertion, Assertion], bool],
    relation: Relation,
) -> tuple[list[Assertion], list[Assertion]]:
    """Pair what has the same key, in linear time."""
    by_key: dict[object, list[Assertion]] = {}
    for each in new:
        by_key.setdefault(each.key, []).append(each)
    rest: list[Assertion] = []
    used: set[int] = set()
    for each in old:
        candidates = by_key.get(each.key, [])
        hit = next((n for n in candidates if id(n) not in used and fits(each, n)), None)
        if hit is None:
            rest.append(each)
            continue
        used.add(id(hit))
        candidates.remove(hit)
        if not hit.live or hit.guards != each.guards:
            pairs.append(Pair(each, hit, relation))
    return rest, [each for each in new if id(each) not in used]


def _matched(
    old: list[Assertion],
    new: list[Assertion],
    pairs: list[Pair],
    fits: Callable[[Assertion, Assertion], bool],
    relation: Relation,
) -> tuple[list[Assertion], list[Assertion]]:
    rest: list[Assertion] = []
    for each in old:
        hit = next((n for n in new if fits(each, n)), None)
        if hit is None:
            rest.append(each)
        else:
            new = [n for n in new if n is not hit]
            pairs.append(Pair(each, hit, relation))
    return rest, new


def _same_subject_and_kind(old: Assertion, new: Assertion) -> bool:
    return old.subject == new.subject and old.kind == new.kind and bool(old.subject)


def _same_subject(old: Assertion, new: Assertion) -> bool:
    if not old.subject:
        return False
    if old.subject == new.subject or _same_but_prefix(old.subject, new.subject):
        return True
    raising = (old.kind is Kind.RAISES) != (new.kind is Kind.RAISES)
    return (
        raising
        and old.subject != ""
        and (old.subject in new.subject or (len(new.subject) > 3 and new.subject in old.subject))
    )


def _same_but_prefix(one: str, other: str) -> bool:
    """Return whether two subjects differ by a module's or object's name before a call."""
    long, short = (one, other) if len(one) > len(other) else (other, one)
    prefix = long.removesuffix(f".{short}")
    return "(" in short and prefix != long and prefix.replace(".", "").isidentifier()


def _wraps(old: Assertion, new: Assertion) -> bool:
    """Return whether the later subject is made of the earlier one, or the other way around."""
    return _contains(new.subject, old.subject) or _contains(old.subject, new.subject)


def _contains(whole: str, part: str) -> bool:
    if len(part) < 2 or part == whole or part not in whole:
        return False
    return re.search(rf"(?<![\w.]){re.escape(part)}(?![\w])", whole) is not None


def literals_of(assertion: Assertion) -> frozenset[str]:
    """Return the literals of a check: in its subject, its expected value, its pattern."""
    nodes = [n for n in (assertion.subject_node, assertion.expected_node) if n is not None]
    if assertion.kind is Kind.RAISES and isinstance(assertion.subject_node, ast.With):
        nodes = list(assertion.subject_node.body)
    found = atoms(nodes) | ({assertion.detail} if assertion.kind is Kind.RAISES else set())
    if assertion.kind is Kind.MOCK:
        found |= {each for each in assertion.expected.split(", ") if each}
    return frozenset(found - {"", "None", "True", "False", "0", "1", "-1"})


def _leaves(assertion: Assertion) -> frozenset[str]:
    """Return the literals that are no displays."""
    return frozenset(each for each in literals_of(assertion) if each[0] not in "[({")


def _holds_literals(old: Assertion, new: Assertion) -> bool:
    if (old.kind is Kind.RAISES) != (new.kind is Kind.RAISES):
        return False
    literals = _leaves(old)
    return bool(literals) and new.strength >= old.strength and literals <= _leaves(new)


def _same_expected(old: Assertion, new: Assertion) -> bool:
    return old.kind == new.kind and old.expected == new.expected and bool(old.expected)


def callees(node: ast.AST | None) -> frozenset[str]:
    """Return the dotted names called below a node."""
    if node is None:
        return frozenset()
    return frozenset(dotted(each.func) for each in walked(node) if isinstance(each, ast.Call))


def _same_callee(old: Assertion, new: Assertion) -> bool:
    common = callees(old.subject_node) & callees(new.subject_node)
    return bool(common - {"len", "str", "repr", "list", "sorted", "set", "dict", "tuple", ""})
