"""What the guard says of a change: the verdict, the findings, and what it could not judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.findings import verdict_of

if TYPE_CHECKING:
    from patchsmith.findings import Finding, Verdict


@dataclass(frozen=True, slots=True)
class Note:
    """A limit of the judgement, such as a language that only text rules read."""

    path: str
    """File concerned, or one of several; empty when it is the whole change."""
    message: str
    """One sentence."""

    def to_dict(self) -> dict[str, str]:
        """Return the note as JSON holds it."""
        return {"path": self.path, "message": self.message}


@dataclass(frozen=True, slots=True)
class GuardResult:
    """The judgement of one change."""

    findings: tuple[Finding, ...]
    """What was found, the heaviest first."""
    notes: tuple[Note, ...] = ()
    """What could not be judged, or only from text."""

    @property
    def verdict(self) -> Verdict:
        """What the findings come to."""
        return verdict_of(self.findings)

    def to_dict(self) -> dict[str, object]:
        """Return the result as JSON holds it."""
        return {
            "verdict": self.verdict.value,
            "findings": [finding.to_dict() for finding in self.findings],
            "notes": [note.to_dict() for note in self.notes],
        }
