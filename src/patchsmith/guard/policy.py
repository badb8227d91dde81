"""What the caller lets pass: severities per rule, strictness, allowed paths and rules.

Only the caller makes a policy. Nothing in the trees changes it: a suppression comment or a
document that a repair wrote is part of what is judged, never a permission.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How findings weigh for this caller."""

    severities: Mapping[str, Severity] = field(default_factory=dict)
    """Rule id, or its family such as `SW` -> severity that replaces the rule's own."""
    strict: bool = False
    """Whether a warning blocks."""
    allow: tuple[str, ...] = ()
    """Paths (shell patterns, a folder stands for all below it) and rule ids whose findings are
    recorded and weigh nothing."""
    max_files: int = 40
    """Changed production files above which a change that goes beyond the failure blocks."""
    max_lines: int = 2000
    """Changed production lines above which such a change blocks."""

    def weighed(self, finding: Finding) -> Finding:
        """Return the finding as this caller weighs it."""
        if self._allows(finding):
            message = f"{finding.message} (allowed by the caller)"
            return replace(finding, severity=Severity.INFO, message=message)
        given = self.severities.get(finding.rule, self.severities.get(finding.rule[:2]))
        severity = finding.severity if given is None else given
        if self.strict and severity is Severity.WARN:
            severity = Severity.BLOCK
        return replace(finding, severity=severity)

    def _allows(self, finding: Finding) -> bool:
        return any(
            entry == finding.rule
            or fnmatchcase(finding.path, entry)
            or finding.path.startswith(f"{entry.rstrip('/')}/")
            for entry in self.allow
        )
