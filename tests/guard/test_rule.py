"""Rules and what they see."""

from __future__ import annotations

from patchsmith.findings import Severity
from patchsmith.guard.rule import Rule, Seen


def test_a_finding_says_why_and_what_would_be_right() -> None:
    """Long code is cut."""
    rule = Rule("XX01", "a drop", "block", "It matters.", "A rise.", lambda _: ())
    found = rule.finding(Seen("a.py", 3, Severity.BLOCK, "here", before="x" * 500, after="y"))
    assert found.message == "a drop: here"
    assert (found.why, found.legitimate, found.after) == ("It matters.", "A rise.", "y")
    assert found.before == "x" * 200 + "..."
