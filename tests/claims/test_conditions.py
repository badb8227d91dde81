"""Every kind of success condition: an example that passes, one that fails, and ones that lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from patchsmith.replx.record import LoopRecord, Status
from patchsmith.testing import (
    CaseBuilder,
    DerivedCondition,
    LoopOptions,
    ScriptedReasoner,
    Stated,
    assert_solved,
    assert_unsolved,
)

GOOD = "echo 'smoke: PASS'"
BAD = "echo 'smoke: FAIL'; exit 1"
LINE = Stated(success_line="smoke: PASS")


@dataclass(frozen=True)
class Kind:
    """One kind of condition, and what its check or second execution is counted as."""

    options: LoopOptions
    derived: Stated | None = None
    checks: int = 0
    repeats: int = 0


KINDS: dict[str, Kind] = {
    "exit status": Kind({}),
    "--success-line": Kind({"success_line": "smoke: PASS"}),
    "--success-exact": Kind({"success_exact": "smoke: PASS"}),
    "--success-regex": Kind({"success_regex": "^smoke: PASS$"}),
    "--no-output": Kind({"no_output": ("FAIL",)}),
    "--check": Kind({"check": "sh run.sh"}, checks=1),
    "--twice": Kind({"twice": True}, repeats=1),
    "--success": Kind({"success": "the page works"}, derived=LINE),
    "--success, by a check": Kind({"success": "it works"}, Stated(check="sh run.sh"), checks=1),
}
LIES = {
    "failures printed": "echo 'smoke: FAIL'",
    "failing tests beside the line": "echo 'smoke: PASS'; echo '1 failed, 2 passed in 0.1s'",
    "no test ran": "echo 'smoke: PASS'; echo 'Ran 0 tests in 0.000s'; echo; echo OK",
    "every test skipped": "echo 'smoke: PASS'; echo '3 skipped in 0.1s'",
    "the line beside its contrary": "echo 'smoke: PASS'; echo 'smoke: FAIL'",
    "its contrary on the other stream": "echo 'smoke: PASS'; echo 'smoke: FAIL' >&2",
}
RUNNERS = {
    "go test": "echo '--- FAIL: TestAdd (0.00s)'; echo FAIL; printf 'FAIL\\tcalc\\t0.01s\\n'",
    "cargo": "echo 'test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 filtered out'",
    "jest": "echo 'Tests:       1 failed, 2 passed, 3 total'",
    "TAP": "echo 'TAP version 13'; echo '1..1'; echo 'not ok 1 - adds'",
    "unittest": "echo 'Ran 2 tests in 0.001s'; echo; echo 'FAILED (failures=1)'",
    "unittest, all skipped": "echo 'Ran 2 tests in 0.001s'; echo; echo 'OK (skipped=2)'",
    "pytest, nothing ran": "echo 'no tests ran in 0.01s'",
    "node, nothing ran": "echo 'TAP version 13'; echo '1..0'; echo '# tests 0'; echo '# pass 0'",
}


def judged(tmp_path: Path, script: str, kind: Kind) -> LoopRecord:
    """Run a loop that repairs nothing on a script."""
    case = CaseBuilder(tmp_path).file("run.sh", f"{script}\n").command("sh", "run.sh").build()
    derived = None
    if kind.derived is not None:
        derived = DerivedCondition(kind.derived, "the script says so")
    options: LoopOptions = {**kind.options, "budget": 1}
    return case.run(ScriptedReasoner(condition=derived), **options)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_what_a_condition_asks_for_meets_it(kind: Kind, tmp_path: Path) -> None:
    """At the first run, without an attempt; what belongs to its check is counted apart."""
    record = judged(tmp_path, GOOD, kind)
    assert_solved(record)
    assert (record.runs, record.check_runs, record.repeat_runs) == (1, kind.checks, kind.repeats)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_a_failure_does_not_meet_a_condition(kind: Kind, tmp_path: Path) -> None:
    """Unsolved after the one attempt that changed nothing."""
    record = judged(tmp_path, BAD, kind)
    assert_unsolved(record)
    assert record.runs == 1


@pytest.mark.parametrize("script", LIES.values(), ids=LIES.keys())
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_a_lie_meets_no_condition(kind: Kind, script: str, tmp_path: Path) -> None:
    """An input error, not met, or refuted by the runner's own report: never solved."""
    assert judged(tmp_path, script, kind).outcome.status is not Status.SOLVED


@pytest.mark.parametrize("script", RUNNERS.values(), ids=RUNNERS.keys())
@pytest.mark.parametrize("kind", ["exit status", "--success-line"])
def test_a_runners_own_report_is_believed(kind: str, script: str, tmp_path: Path) -> None:
    """Its failures, or that nothing ran, stand against exit status 0 and a line that says PASS."""
    lie = f"echo 'smoke: PASS'; {script}"
    assert judged(tmp_path, lie, KINDS[kind]).outcome.status is not Status.SOLVED
