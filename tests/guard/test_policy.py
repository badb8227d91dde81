"""What the caller lets pass."""

from __future__ import annotations

from patchsmith.findings import Finding, Severity
from patchsmith.guard.policy import Policy

FOUND = Finding("SW01", Severity.WARN, "src/a.py", "an error is swallowed")


def test_strict_blocks_what_warns() -> None:
    """Nothing that warns is accepted."""
    assert Policy(strict=True).weighed(FOUND).severity is Severity.BLOCK


def test_a_rule_or_a_family_has_another_weight() -> None:
    """The rule's own entry comes before its family's."""
    policy = Policy(severities={"SW": Severity.INFO, "SW02": Severity.BLOCK})
    assert policy.weighed(FOUND).severity is Severity.INFO


def test_allowed_paths_and_rules_are_recorded_and_weigh_nothing() -> None:
    """The finding stays and says who allowed it."""
    for entry in ("SW01", "src", "src/*.py", "src/a.py"):
        weighed = Policy(allow=(entry,), strict=True).weighed(FOUND)
        assert weighed.severity is Severity.INFO
        assert weighed.message.endswith("(allowed by the caller)")
    assert Policy(allow=("tests",)).weighed(FOUND) == FOUND
