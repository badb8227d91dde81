"""A goal in prose, from its derivation to the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.replx.record import Ending
from patchsmith.testing import (
    Case,
    CaseBuilder,
    Derivation,
    DerivedCondition,
    ScriptedReasoner,
    ScriptedRepairer,
    Stated,
    assert_solved,
    assert_unsolved,
)
from trees import tree

GOAL = "the start page greets"
SHOWN = DerivedCondition(Stated(check="sh judge.sh"), "judge.sh reads the page")


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """Return a case whose build succeeds whatever the page says."""
    return (
        CaseBuilder(tmp_path)
        .file("page.txt", "hello\n")
        .file("build.sh", f"echo run >> {tmp_path}/count\ncat page.txt\n")
        .file("judge.sh", "grep -q hello page.txt\n")
        .command("sh", "build.sh")
        .bug("page.txt", "hello", "error 500")
        .build()
    )


def reasoner(*words: str, steps: tuple[str, ...] = ()) -> ScriptedReasoner:
    """Return a repairer that derives a command, judged by what the page says."""
    return ScriptedReasoner(steps, derivation=Derivation(words, "it makes the page", SHOWN))


def test_a_goal_is_derived_told_and_reached(case: Case) -> None:
    """Each derivation is printed with its reason before the first run, and stands in the report."""
    repairer = reasoner("sh", "build.sh", steps=(str(case.fix),))
    told: list[str] = []
    record = case.run(repairer, goal=GOAL, budget=1, tell=told.append)
    assert_solved(record)
    assert (repairer.asked, record.runs, record.check_runs) == ([GOAL], 2, 2)
    derived = [
        "the command sh build.sh: it makes the page",
        "the condition: judge.sh reads the page",
    ]
    first_run = told.index("iteration 1/1: running the command")
    assert all(told.index(f"derived: {reason}") < first_run for reason in derived)
    assert "success condition: exit status 0; exit status 0 of the check 'sh judge.sh'" in told
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert all(f"- Derived: {reason}\n" in report for reason in derived)


def test_the_condition_is_the_goal_and_not_the_command(case: Case) -> None:
    """The derived command succeeds at once, and the goal is not reached by that."""
    record = case.run(reasoner("sh", "build.sh"), goal=GOAL, budget=1)
    assert_unsolved(record, Ending.BUDGET_SPENT)
    assert record.iterations[0].run.seen.exit_status == 0


@pytest.mark.parametrize(
    "command",
    [
        "until sh build.sh; do sleep 1; done",
        "for i in 1 2 3; do sh build.sh && break; done",
        "while ! sh build.sh; do :; done",
        "watch sh build.sh",
        "replx sh build.sh",
    ],
)
def test_a_derived_loop_is_refused(command: str, case: Case, tmp_path: Path) -> None:
    """What it would run could be neither counted nor judged; nothing has run or changed."""
    repairer = reasoner(command, steps=(str(case.fix),))
    with pytest.raises(DeclarationError) as caught:
        case.run(repairer, goal=GOAL)
    assert caught.value.code == "goal-needs-reasoning"
    assert repairer.told == []
    assert not (tmp_path / "count").exists()
    assert all(tree(root) == dict(case.files) for root in (tmp_path / "trees").iterdir())


def test_a_derived_check_may_not_loop_either(case: Case) -> None:
    """The same rule for whatever a machine derives."""
    looping = DerivedCondition(Stated(check="until sh judge.sh; do :; done"), "in the end")
    repairer = ScriptedReasoner(derivation=Derivation(("sh", "build.sh"), "it builds", looping))
    with pytest.raises(DeclarationError, match="wraps another command in `until`"):
        case.run(repairer, goal=GOAL)


def test_without_a_repairer_that_can_reason_the_guard_fires(case: Case) -> None:
    """The offline repairer and a scripted one alike guess at nothing."""
    for repairer in (None, ScriptedRepairer([case.fix])):
        with pytest.raises(DeclarationError) as caught:
            case.run(repairer, goal=GOAL)
        assert caught.value.code == "goal-needs-reasoning"
        assert "Pass the command whose success means the goal is reached" in str(caught.value)
