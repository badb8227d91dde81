"""TD03: a test runs over fewer cases, or over easier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from patchsmith.guard.context import Context
    from patchsmith.guard.facts.rows import Row
    from patchsmith.guard.facts.units import Unit


def look(context: Context) -> Iterator[Seen]:
    """Yield the tables of surviving tests that lost rows."""
    elsewhere = [row for unit in context.matching.added for row in unit.rows]
    literals = [unit.atoms for unit in context.matching.added if unit.is_test]
    for match in context.matching.matches:
        old, new = match.before, match.after
        if new is None or match.folded or not old.is_test or not new.is_test:
            continue
        lost = lost_rows(old, new)
        lost = [row for row in lost if not _held(row, elsewhere)]
        lost = [row for row in lost if not any(row.atoms <= each for each in literals)]
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
    """Return the cases of a test that are gone; one whose key has another value now is not."""
    keys = {row.values[0] for row in new.rows if len(row.values) > 1}
    changed = [row for row in old.rows if not _held(row, new.rows)]
    return [
        row
        for row in changed
        if not (len(row.values) > 1 and row.values[0] in keys) and not row.atoms <= new.atoms
    ]


def _held(row: Row, rows: Iterable[Row]) -> bool:
    """Return whether one of the rows has all the values of this one, whatever else it has."""
    wanted = set(row.values)
    return any(wanted <= set(other.values) or row.atoms <= other.atoms for other in rows)


def _filtered(old: Unit, new: Unit) -> bool:
    """Return whether the table is still written down and the test takes a part of it.

    A table that is computed now is another rule's matter.
    """
    named = {name for name in old.module.constants if name in new.module.constants}
    return any(name in new.source and name in old.source for name in named)


def changed_rows(old: Sequence[Row], new: Sequence[Row]) -> list[tuple[Row, Row]]:
    """Return the rows whose first value is the same and whose others differ."""
    after = {row.values[0]: row for row in new if len(row.values) > 1}
    found = []
    for row in old:
        other = after.get(row.values[0]) if len(row.values) > 1 else None
        if other is not None and not set(row.values) <= set(other.values):
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
