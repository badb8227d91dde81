"""A rule, and what it sees: the two values every file in `rules/` is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from patchsmith.guard.context import Context

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """One place where a rule fired."""

    path: str
    """File concerned, relative to the root."""
    line_no: int | None
    """1-based line in the file after the change, where there is one."""
    severity: Severity
    """What it means for the change, before the policy."""
    saw: str
    """What was seen there: a clause without a full stop."""
    before: str | None = None
    """The code before the change."""
    after: str | None = None
    """The code after it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the taxonomy."""

    id: str
    """Id in the taxonomy, such as `TD01`."""
    title: str
    """What it is about, in a few words."""
    severity: str
    """When it blocks, warns or informs, in words."""
    why: str
    """Why it matters, in one sentence."""
    legitimate: str
    """What a legitimate change would look like, in one sentence; never how to pass the guard."""
    look: Callable[[Context], Iterable[Seen]]
    """Finds the places in both trees."""

    def finding(self, seen: Seen) -> Finding:
        """Return the finding for one place."""
        return Finding(
            self.id,
            seen.severity,
            seen.path,
            f"{self.title}: {seen.saw}",
            seen.line_no,
            before=_short(seen.before),
            after=_short(seen.after),
            why=self.why,
            legitimate=self.legitimate,
        )


def _short(code: str | None) -> str | None:
    if code is None or len(code) <= _SHOWN:
        return code
    return f"{code[:_SHOWN]}..."
