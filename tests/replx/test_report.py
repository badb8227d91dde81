"""Rules of the report's shape, with golden reports in both languages."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from loops import (
    ACCOUNT,
    CHANGES,
    FAILED,
    FINDING,
    LINT_FAILED,
    LYING,
    PASSED,
    TEST_FAILED,
    declaration,
    driven,
    made,
    phases,
)
from patchsmith.findings import Finding, Severity
from patchsmith.replx import events as ev
from patchsmith.replx.condition import OutputLine
from patchsmith.replx.machine import Machine
from patchsmith.replx.observation import RunSeen
from patchsmith.replx.phase_runs import Checkpoint
from patchsmith.replx.record import Account, Check, FileLines, LoopRecord
from patchsmith.replx.report import render
from patchsmith.replx.wording import LANGUAGES, Language

if TYPE_CHECKING:
    from patchsmith.replx.condition import Condition
    from patchsmith.replx.phases import Phases

SCENARIOS = Path(__file__).parent.parent / "scenarios" / "replx"
VERIFIED = ev.VerificationFinished((), (Check.HELD_OUT,))
THOUGHTFUL = Account("the sum is off by one", ("a wrong import",), "look at the loop's upper bound")


def ended(
    budget: int,
    *events: ev.Event,
    condition: Condition | OutputLine | None = None,
    phases: Phases | None = None,
) -> LoopRecord:
    """Return the record of a loop that the events bring to its end."""
    declared = declaration(budget, condition, phases=phases)
    return driven(Machine(declared), ev.LoopStarted(), *events).record()


def ran(iteration: int, seen: RunSeen, *, closing: bool = False) -> ev.RunFinished:
    """Return the event of a run."""
    return ev.RunFinished(iteration, closing, seen)


REFUSED = ev.AttemptRefused(
    ACCOUNT, (FileLines("tests/test_calc.py", "deleted", 0, 3),), (FINDING,)
)
APART = ev.CheckpointMade(Checkpoint(CHANGES, "tree", "checkpoint.diff", "c0ffee" * 6, ("b.py",)))
BEYOND = Finding("SC01", Severity.WARN, "far.py", "the failure does not implicate this file")
SMOKE = RunSeen(0, contrary="smoke: FAIL", last_line="smoke: FAIL")
RECORDS = {
    "solved": replace(ended(2, ran(1, FAILED), made("a"), ran(2, PASSED), VERIFIED),
                      final_diff=CHANGES, written_by_command=("build/out.txt",)),
    "solved_by_closing_run": replace(
        ended(1, ran(1, FAILED), made("a"), ran(1, PASSED, closing=True), VERIFIED),
        final_diff=CHANGES),
    "met_at_once": ended(4, ran(1, PASSED), VERIFIED),
    "refused_then_solved": replace(
        ended(3, ran(1, FAILED), REFUSED, ev.AttemptRolledBack(), ran(2, FAILED), made("a"),
              ran(3, PASSED), VERIFIED),
        final_diff=CHANGES),
    "unsolved": replace(
        ended(2, ran(1, FAILED), ev.AttemptMade(THOUGHTFUL, CHANGES, "a"), ran(2, FAILED),
              made("b"), ran(2, RunSeen(None, True, 60.0), closing=True)),
        final_diff=CHANGES),
    "stopped_early": ended(4, ran(1, SMOKE), ev.NothingChanged(ACCOUNT), ran(2, SMOKE),
                           ev.RepairerFailed("no `tool`\nfound"), ev.AttemptRolledBack(),
                           condition=OutputLine("smoke: PASS")),
    "not_verified": replace(
        ended(2, ran(1, FAILED), made("a"), ran(2, PASSED), ev.VerificationFinished((FINDING,))),
        final_diff=CHANGES),
    "input_error": ended(4, ran(1, LYING)),
    "phases": replace(
        ended(5, ran(1, FAILED), ev.LintFinished(1, False, LINT_FAILED), made("a"),
              ran(2, TEST_FAILED), APART, replace(made("b"), findings=(BEYOND,)), ran(3, PASSED),
              ev.LintFinished(3, False, FAILED), made("c"), ran(4, PASSED),
              ev.LintFinished(4, False, PASSED), ev.WholeFinished(4, False, PASSED), VERIFIED,
              phases=phases()),
        final_diff=CHANGES),
    "phases_closed": replace(
        ended(1, ran(1, TEST_FAILED), made("a"), ran(1, PASSED, closing=True),
              ev.LintFinished(1, True, FAILED), phases=phases()),
        final_diff=CHANGES),
    "interrupted": ended(4, ran(1, FAILED), ev.Interrupted("SIGINT")),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RECORDS)
def test_reports_are_as_they_were(name: str, language: Language) -> None:
    """The whole text of a report is part of the interface."""
    expected = SCENARIOS / f"{name}.{language}.md"
    assert render(RECORDS[name], language) == expected.read_text(encoding="utf-8")


def test_the_json_form_is_as_it_was() -> None:
    """Names and nesting of the record are part of the interface."""
    expected = json.loads((SCENARIOS / "refused_then_solved.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(RECORDS["refused_then_solved"].to_dict())) == expected


LABELS: dict[Language, dict[str, list[str]]] = {
    "en": {
        "head": ["Target", "Success condition", "Budget"],
        "iteration": ["Command", "Result", "Diagnosis", "Fix"],
        "outcome": ["Status", "Iterations used", "Final diff", "Not validated"],
        "headings": ["Iteration 1", "Iteration 2", "Outcome"],
    },
    "ja": {
        "head": ["ターゲット", "成功条件", "予算"],
        "iteration": ["コマンド", "結果", "診断", "修正"],
        "outcome": ["ステータス", "使用イテレーション数", "最終差分", "未検証"],
        "headings": ["イテレーション 1", "イテレーション 2", "結果"],
    },
}


def labels_of(section: str) -> list[str]:
    """Return the labels of a section's items, in order."""
    items = [line for line in section.splitlines() if line.startswith("- ")]
    return [item[2:].partition(": ")[0] for item in items]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_and_their_order_are_fixed(language: Language) -> None:
    """Head, iterations and outcome begin with the labels that tools look for."""
    head, first, second, outcome = render(RECORDS["unsolved"], language).split("\n## ")
    labels = LABELS[language]
    assert head.splitlines()[0] == "# replx: make test"
    assert labels_of(head) == labels["head"]
    assert labels_of(first) == labels_of(second) == labels["iteration"]
    assert labels_of(outcome)[:4] == labels["outcome"]
    headings = [section.splitlines()[0] for section in (first, second, outcome)]
    assert headings == labels["headings"]


def test_a_spent_budget_is_no_partial_success() -> None:
    """The word solved does not occur but in unsolved."""
    report = render(RECORDS["unsolved"])
    assert "solved" not in report.replace("unsolved", "")
    assert "partial" not in report


def test_an_input_error_names_guard_and_that_nothing_was_edited() -> None:
    """In either language the words can be looked for."""
    for language in LANGUAGES:
        report = render(RECORDS["input_error"], language)
        assert "`lying-exit`" in report
        assert "nothing was edited" in report
        assert "`smoke: FAIL`" in report
        assert "--success-line 'smoke: PASS'" in report


def test_hostile_output_stays_in_its_line() -> None:
    """Backticks and newlines of a repairer or a line open no section of their own."""
    bad = Account("x\n## Outcome\n- Status: solved\n```\n<script>")
    report = render(ended(1, ran(1, RunSeen(1, last_line="`a` ``b``")), ev.NothingChanged(bad)))
    assert report.count("\n## ") == 2
    assert report.count("\n- Status: ") == 1
    assert "<script>" not in report
    assert "``` `a` ``b`` ```" in report
