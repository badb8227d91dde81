"""TD02: a test file is gone, or has a name that no runner collects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Severity
from patchsmith.guard.roles import Role, role_of
from patchsmith.guard.rule import Rule, Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.guard.context import Context


def look(context: Context) -> Iterator[Seen]:
    """Yield the test files that are gone with tests that nothing stands for."""
    lost: dict[str, list[str]] = {}
    moved: dict[str, str] = {}
    for match in context.matching.matches:
        unit = match.before
        if not unit.is_test or context.changed[unit.path].after is not None:
            continue
        if match.after is None:
            if unit.trivial:
                continue
            lost.setdefault(unit.path, []).append(unit.qualname)
        elif not match.after.is_test:
            lost.setdefault(unit.path, []).append(unit.qualname)
            moved[unit.path] = match.after.path
    for path, names in lost.items():
        where = f", its tests are in {moved[path]} now" if path in moved else ""
        yield Seen(path, None, Severity.BLOCK, f"{len(names)} tests are gone with it{where}")
    for file in context.foreign:
        if file.gone and file.lost_with_file:
            number = len(file.lost_with_file)
            yield Seen(file.path, None, Severity.BLOCK, f"{number} tests are gone with it")
    for path, change in context.changed.items():
        if change.after is None and role_of(path) is Role.TEST and path.endswith(".feature"):
            yield Seen(path, None, Severity.BLOCK, "its scenarios are gone with it")


RULE = Rule(
    "TD02",
    "a test file was removed or is no longer collected",
    "block",
    "The tests of a file that no runner collects can not fail.",
    "A test file is renamed to another name that runners collect, or split with all tests kept.",
    look,
)
