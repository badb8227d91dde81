"""What a rule found in a change: the finding, its severity, the verdict over many.

Rules for editors: a finding points at a rule id of the guard's taxonomy or of the loop's scope
rules; it states a rule, never a recipe.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding weighs."""

    BLOCK = "block"
    WARN = "warn"
    INFO = "info"


class Verdict(StrEnum):
    """What all findings of a change come to."""

    BLOCK = "block"
    WARN = "warn"
    CLEAN = "clean"


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a change breaks a rule."""

    rule: str
    """Id of the rule, such as `TD01`."""
    severity: Severity
    """What the finding means for the change."""
    path: str
    """File concerned, relative to the root."""
    message: str
    """One sentence that states the rule and what was seen."""
    line_no: int | None = None
    """1-based line in the file after the change, where there is one."""
    before: str | None = None
    """The code before the change, where one place stands for it."""
    after: str | None = None
    """The code after the change."""
    why: str | None = None
    """Why the rule matters, in one sentence."""
    legitimate: str | None = None
    """What a legitimate change would look like, in one sentence."""

    def to_dict(self) -> dict[str, object]:
        """Return the finding as JSON holds it; the fields beyond the message only when set."""
        found: dict[str, object] = {
            "rule": self.rule,
            "severity": self.severity.value,
            "path": self.path,
            "line_no": self.line_no,
            "message": self.message,
        }
        for name in ("before", "after", "why", "legitimate"):
            value = getattr(self, name)
            if value is not None:
                found[name] = value
        return found


def verdict_of(findings: tuple[Finding, ...]) -> Verdict:
    """Return the verdict: the heaviest severity decides, info alone is clean."""
    severities = {finding.severity for finding in findings}
    if Severity.BLOCK in severities:
        return Verdict.BLOCK
    return Verdict.WARN if Severity.WARN in severities else Verdict.CLEAN
