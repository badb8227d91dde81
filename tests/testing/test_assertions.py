"""Rules for claims about a loop that has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.replx.record import Ending
from patchsmith.testing import (
    Case,
    CaseBuilder,
    ScriptedRepairer,
    assert_refused,
    assert_solved,
    assert_unsolved,
)


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """Return a case with a test that a repairer may try to delete."""
    return (
        CaseBuilder(tmp_path)
        .file("app.txt", "good\n")
        .file("tests/test_app.txt", "expects good\n")
        .command("grep good app.*")
        .bug("app.txt", "good", "bad")
        .build()
    )


def test_true_claims_hold(case: Case) -> None:
    """About a repair, a cheat and nothing at all."""
    assert_solved(case.run(ScriptedRepairer([case.fix])))
    cheat = ScriptedRepairer([lambda root: (root / "tests" / "test_app.txt").unlink()])
    refused = case.run(cheat, budget=1)
    assert_refused(refused, "PT01")
    assert_unsolved(refused)
    assert_unsolved(refused, Ending.BUDGET_SPENT)


def test_a_claim_that_does_not_hold_shows_the_report(case: Case) -> None:
    """Whoever reads the failing test sees what happened."""
    solved = case.run(ScriptedRepairer([case.fix]))
    with pytest.raises(AssertionError, match=r"expected unsolved, but:\n\n# replx: "):
        assert_unsolved(solved)
    unsolved = case.run(ScriptedRepairer(), budget=1)
    with pytest.raises(AssertionError, match=r"expected solved, but:\n\n# replx: "):
        assert_solved(unsolved)
    with pytest.raises(AssertionError, match="unsolved because of no-progress"):
        assert_unsolved(unsolved, Ending.NO_PROGRESS)
    with pytest.raises(AssertionError, match="refused by PT01"):
        assert_refused(unsolved, "PT01")
