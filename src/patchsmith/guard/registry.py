"""All rules, in the order in which they are looked for."""

from __future__ import annotations

from patchsmith.guard.rules import (
    assertions_removed,
    dead_checks,
    errors_broadened,
    expected_failures,
    flipped,
    focused,
    loosened,
    mock_checks,
    removed_cases,
    removed_files,
    removed_tests,
    self_oracle,
    shadowed,
    skipped,
    skipping,
    swallowed_checks,
    tautologies,
    tolerances,
    uncollected,
)

RULES = (
    removed_tests.RULE,
    removed_files.RULE,
    removed_cases.RULE,
    uncollected.RULE,
    shadowed.RULE,
    skipped.RULE,
    skipping.RULE,
    expected_failures.RULE,
    focused.RULE,
    assertions_removed.RULE,
    tautologies.RULE,
    loosened.RULE,
    tolerances.RULE,
    flipped.RULE,
    self_oracle.RULE,
    errors_broadened.RULE,
    dead_checks.RULE,
    swallowed_checks.RULE,
    mock_checks.RULE,
)
"""Every rule of the guard; a rule that is not here does not exist."""
