"""TD03: a test runs over fewer cases, or over easier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.rows import Row
    from patchsmith.guard.facts.units import Unit

_FEW = 200
"""Rows or tests that one row is compared with where no index helps."""


def look(context: Context) -> Iterator[Seen]:
    """Yield the tables of surviving tests that lost rows."""
    elsewhere = [row for unit in context.matching.added for row in unit.rows]
    literals = [unit.atoms for unit in context.matching.added if unit.is_test]
    for match in context.matching.matches:
        old, new = match.before, match.after
        if new is None or match.folded or not old.is_test or not new.is_test:
            continue
        lost = lost_rows(old, new)
        lost = _not_in(lost, elsewhere) if lost else lost
        lost = [row for row in lost if not any(row.atoms <= each for each in literals[:_FEW])]
        if lost and (new.rows or _filtered(old, new)):
            shown = "; ".join(", ".join(row.values) for row in lost[:3])
            yield Seen(
                new.path,
                new.line_no,
                context.weigh(old.path, old.qualname),
                f"`{new.qualname}` lost {len(lost)} of {len(old.rows)} cases: {shown}",
            )
    for file in context.foreign:
        for test, rows in file.lost_rows:
            yield Seen(
                file.path,
                test.line_no,
                context.weigh(file.path, test.name),
                f"`{test.name}` lost {len(rows)} cases: {rows[0]}",
            )


def lost_rows(old: Unit, new: Unit) -> list[Row]:
    """Return the cases of a test that are gone; one that is another one now is not."""
    gone = [row for row in _not_in(old.rows, new.rows) if not row.atoms <= new.atoms]
    fresh: dict[tuple[int, str], list[Row]] = {}
    for row in _not_in(new.rows, old.rows) if gone else ():
        if len(row.values) > 1:
            fresh.setdefault((0, row.values[0]), []).append(row)
            fresh.setdefault((-1, row.values[-1]), []).append(row)
    taken: set[int] = set()
    lost = []
    for row in gone:
        ends = [(0, row.values[0]), (-1, row.values[-1])] if len(row.values) > 1 else []
        near = [each for end in ends for each in fresh.get(end, [])[:_FEW]]
        other = next((e for e in near if id(e) not in taken and _resembles(row, e)), None)
        if other is None:
            lost.append(row)
        else:
            taken.add(id(other))
    return lost


def _resembles(row: Row, other: Row) -> bool:
    """Return whether half of the values of a case are those of another, the first or the last."""
    if len(row.values) < 2 or len(other.values) < 2:
        return False
    same = len(set(row.values) & set(other.values))
    ends = row.values[0] == other.values[0] or row.values[-1] == other.values[-1]
    return ends and 2 * same >= len(row.values)


def _not_in(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return the rows that are none of some others, nor have their values among more."""
    there = {other.values for other in others}
    shapes: dict[int, list[Row]] = {}
    for other in others:
        shapes.setdefault(len(other.values), []).append(other)
    found = []
    for row in rows:
        if row.values in there:
            continue
        wanted = set(row.values)
        differing = [o for length, group in shapes.items() if length != len(row.values)
                     for o in group[:_FEW]]  # fmt: skip
        if not any(wanted <= set(o.values) or row.atoms <= o.atoms for o in differing):
            found.append(row)
    return found


def _filtered(old: Unit, new: Unit) -> bool:
    """Return whether the table is still written down and the test takes a part of it.

    A table that is computed now is another rule's matter.
    """
    if old.rows and all(row.values[-1] in new.source for row in old.rows[:_FEW]):
        return True
    named = {name for name in old.module.constants if name in new.module.constants}
    return any(name in new.source and name in old.source for name in named)


def changed_rows(old: Sequence[Row], new: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Return the rows that put in the same and expect something else."""
    fresh: dict[tuple[str, ...], Row] = {}
    for row in _not_in(new, old):
        if len(row.values) > 1:
            fresh.setdefault(row.values[:-1], row)
    found = []
    for row in _not_in(old, new) if fresh else ():
        other = fresh.get(row.values[:-1]) if len(row.values) > 1 else None
        if other is not None:
            found.append((row, other))
    return found


RULE = Rule(
    "TD03",
    "cases of a test were removed",
    "block without a change of production code or when it failed before, else warn",
    "A case that is not run can not fail.",
    "Rows get ids, move to another test or are joined by more; none that ran before is missing.",
    look,
)
