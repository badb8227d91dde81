"""Rules of the repair loop on real folders, with real commands."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from loops import Scripted, deletes, looped, project, runs_counted, writes
from patchsmith.errors import DeclarationError, EnvironmentFault, RequestError
from patchsmith.loop import LoopRequest, repair
from patchsmith.loop.lock import LoopLock, lock_folder
from patchsmith.repairers.registry import NoRepairer
from patchsmith.replx.record import AttemptKind, Ending, LoopRecord, Status
from trees import lay, tree


def test_a_fix_at_once_is_solved_by_the_closing_run(tmp_path: Path) -> None:
    """With a budget of one: one iteration, one attempt, one closing run; two runs in all."""
    root, counter = project(tmp_path / "root", tmp_path / "count"), tmp_path / "count"
    record = looped(root, Scripted([writes("app.txt", "good\n")]), budget=1)
    assert record.outcome.status is Status.SOLVED
    assert (len(record.iterations), record.runs, runs_counted(counter)) == (1, 2, 2)
    assert [(change.path, change.added, change.removed) for change in record.final_diff] == [
        ("app.txt", 1, 1)
    ]
    assert "Iterations used: 1/1" in Path(str(record.run_dir), "report.md").read_text("utf-8")


def test_a_met_condition_needs_one_run_and_no_repairer(tmp_path: Path) -> None:
    """Nothing is edited when there is nothing to repair."""
    root = project(tmp_path / "root", tmp_path / "count", state="good")
    before = tree(root)
    repairer = Scripted([writes("app.txt", "worse\n")])
    record = looped(root, repairer)
    assert (record.outcome.status, record.runs) == (Status.SOLVED, 1)
    assert repairer.told == []
    assert tree(root) == before


def test_a_spent_budget_is_unsolved(tmp_path: Path) -> None:
    """Budget attempts and budget + 1 runs, counted by the command itself."""
    root, counter = project(tmp_path / "root", tmp_path / "count"), tmp_path / "count"
    steps = [writes("app.txt", f"bad {number}\n") for number in range(9)]
    repairer = Scripted(list(steps))
    record = looped(root, repairer, budget=3)
    assert (record.outcome.status, record.outcome.ending) == (
        Status.UNSOLVED,
        Ending.BUDGET_SPENT,
    )
    assert (len(repairer.told), record.runs, runs_counted(counter)) == (3, 4, 4)
    assert (root / "app.txt").read_text() == "bad 2\n"


def test_a_deleted_test_is_brought_back_and_the_loop_goes_on(tmp_path: Path) -> None:
    """The attempt is rolled back to the byte, told as a rule, and the next one may succeed."""
    root, counter = project(tmp_path / "root", tmp_path / "count"), tmp_path / "count"
    before = tree(root)
    seen: list[dict[str, bytes | str]] = []

    def fix(folder: Path) -> None:
        seen.append(tree(folder))
        (folder / "app.txt").write_text("good\n")

    repairer = Scripted([deletes("tests/test_app.txt"), fix])
    record = looped(root, repairer)
    assert seen == [before]
    assert record.outcome.status is Status.SOLVED
    assert runs_counted(counter) == record.runs == 3
    assert [finding.rule for finding in repairer.told[1].refusals] == ["PT01"]
    assert repairer.told[1].history[0].paths == ("tests/test_app.txt",)
    first = record.iterations[0].attempt
    assert first is not None
    assert first.kind is AttemptKind.REFUSED


def test_a_refused_attempt_is_rolled_back_whole(tmp_path: Path) -> None:
    """Its harmless half goes too, and files it made."""
    root = project(tmp_path / "root", tmp_path / "count")
    before = tree(root)

    def both(folder: Path) -> None:
        lay(folder, {"app.txt": "good\n", "check.sh": "exit 0\n", "new/deep.txt": "x\n"})

    record = looped(root, Scripted([both]), budget=1)
    assert record.outcome.status is Status.UNSOLVED
    assert record.runs == 1
    assert tree(root) == before
    assert (root / "check.sh").stat().st_mode & 0o111


def test_an_allowed_file_may_be_changed(tmp_path: Path) -> None:
    """What the caller permits is no reason to refuse."""
    root = project(tmp_path / "root", tmp_path / "count")
    step = writes("tests/test_app.txt", "expects better\n")
    record = looped(root, Scripted([step, writes("app.txt", "good\n")]), allow=("tests/",))
    assert record.outcome.status is Status.SOLVED
    assert {change.path for change in record.final_diff} == {"app.txt", "tests/test_app.txt"}


def test_production_code_that_rewrites_a_test_is_not_solved(tmp_path: Path) -> None:
    """A protected file that changes while the command runs stands against the success."""
    root = project(tmp_path / "root", tmp_path / "count")
    (root / "check.sh").write_text("#!/bin/sh\nsh ./app.txt; grep -q good tests/test_app.txt\n")
    lay(root, {"app.txt": "true\n", "tests/test_app.txt": "expects nothing\n"})
    step = writes("app.txt", "echo good > tests/test_app.txt\n")
    record = looped(root, Scripted([step]), budget=1)
    assert record.outcome.ending is Ending.NOT_VERIFIED
    assert [finding.path for finding in record.outcome.findings] == ["tests/test_app.txt"]


def test_what_the_command_writes_is_no_attempt(tmp_path: Path) -> None:
    """Its output in the tree is named apart, and a repairer that did nothing did nothing."""
    root = project(tmp_path / "root", tmp_path / "count")
    (root / "check.sh").write_text(
        "#!/bin/sh\ndate +%N >> build.log\ndate +%N > tests/out.txt\ngrep -q good app.txt\n"
    )
    record = looped(root, Scripted([]), budget=4)
    assert record.outcome.ending is Ending.NO_PROGRESS
    assert record.final_diff == ()
    assert set(record.written_by_command) == {"build.log", "tests/out.txt"}
    solved = looped(root, Scripted([writes("app.txt", "good\n")]))
    assert solved.outcome.status is Status.SOLVED


def test_two_idle_attempts_stop_early_and_runs_are_true(tmp_path: Path) -> None:
    """Iterations used and runs made are those that were."""
    root, counter = project(tmp_path / "root", tmp_path / "count"), tmp_path / "count"
    record = repair(LoopRequest(words=("./check.sh",), root=root), repairer=NoRepairer())
    assert record.outcome.ending is Ending.NO_PROGRESS
    assert (len(record.iterations), record.runs, runs_counted(counter)) == (2, 2, 2)


def test_the_same_change_again_stops_early_after_a_closing_run(tmp_path: Path) -> None:
    """A line appended twice is the same thing again, wherever it lands."""
    root, counter = project(tmp_path / "root", tmp_path / "count"), tmp_path / "count"

    def append(folder: Path) -> None:
        with (folder / "app.txt").open("a") as file:
            file.write("worse\n")

    record = looped(root, Scripted([append, append, append, append]))
    assert record.outcome.ending is Ending.NO_PROGRESS
    assert (len(record.iterations), record.runs, runs_counted(counter)) == (2, 3, 3)


def test_a_repairer_that_raises_is_an_event(tmp_path: Path) -> None:
    """What it had changed is rolled back, and the loop goes on."""
    root = project(tmp_path / "root", tmp_path / "count")

    def half(folder: Path) -> None:
        (folder / "app.txt").write_text("half\n")
        raise ValueError("lost my way")

    record = looped(root, Scripted([half, writes("app.txt", "good\n")]))
    assert record.outcome.status is Status.SOLVED
    first = record.iterations[0].attempt
    assert first is not None
    assert first.account.text == "ValueError: lost my way"


def test_a_lying_exit_status_ends_the_loop_before_any_edit(tmp_path: Path) -> None:
    """The first run names the line; no repairer is asked."""
    lay(tmp_path / "root", {"smoke.sh": "echo 'smoke: FAIL'\n"})
    repairer = Scripted([writes("a.txt", "x")])
    request = LoopRequest(words=("sh", "smoke.sh"), root=tmp_path / "root")
    record = repair(request, repairer=repairer)
    assert (record.outcome.status, record.outcome.guard) == (Status.INPUT_ERROR, "lying-exit")
    assert repairer.told == []
    assert record.runs == 1


def test_sources_rewritten_within_a_second_are_not_run_stale(tmp_path: Path) -> None:
    """Python's compiled files of one run are not seen by the next."""
    root = tmp_path / "root"
    lay(root, {"value.py": "V = 1\n", "check.py": "import value, sys\nsys.exit(value.V != 2)\n"})
    request = LoopRequest(words=(sys.executable, "check.py"), root=root, budget=1)
    record = repair(request, repairer=Scripted([writes("value.py", "V = 2\n")]))
    assert record.outcome.status is Status.SOLVED
    assert not (root / "__pycache__").exists()


def test_a_run_that_times_out_is_not_met(tmp_path: Path) -> None:
    """The time-out bounds one run, and its output is no proof."""
    request = LoopRequest(
        words=("echo 'smoke: PASS'; sleep 60",),
        root=tmp_path,
        run_dir=tmp_path.parent / f"{tmp_path.name}-runs",
        success_line="smoke: PASS",
        timeout_s=0.5,
        budget=1,
    )
    record = repair(request, repairer=NoRepairer())
    assert record.outcome.status is Status.UNSOLVED
    assert record.iterations[0].run.seen.timed_out


def test_an_attempt_that_breaks_the_program_fails_its_run(tmp_path: Path) -> None:
    """A command that can not be started any more is a failing run, not the machine's fault."""
    root = project(tmp_path / "root", tmp_path / "count")
    interpreter = tmp_path / "root" / "interpreter"
    interpreter.symlink_to("/bin/sh")
    (root / "check.sh").write_text(f"#!{interpreter}\nexit 1\n")
    record = looped(root, Scripted([deletes("interpreter")]), budget=1)
    assert record.closing is not None
    assert record.closing.seen.exit_status == 127


REFUSED: dict[str, tuple[dict[str, object], str]] = {
    "budget 0": ({"budget": "0"}, "budget"),
    "no command": ({"words": ()}, "no-target"),
    "unknown command": ({"words": ("no-such-command-at-all",)}, "no-target"),
    "prose": ({"words": ("Repair everything",)}, "goal-needs-reasoning"),
    "broken expression": ({"success_regex": "("}, "uncheckable-condition"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_a_refused_declaration_runs_and_leaves_nothing(
    case: tuple[dict[str, object], str], tmp_path: Path
) -> None:
    """Guards come first: no run, no edit, no run folder."""
    options, code = case
    root = project(tmp_path / "root", tmp_path / "count")
    given: dict[str, object] = {"words": ("./check.sh",), "root": root, **options}
    with pytest.raises(DeclarationError) as caught:
        repair(LoopRequest(**given), repairer=NoRepairer())  # type: ignore[arg-type]
    assert caught.value.code == code
    assert runs_counted(tmp_path / "count") == 0
    assert not (tmp_path / "state").exists()


def test_runs_inside_the_root_are_refused(tmp_path: Path) -> None:
    """A repairer could read and change them there."""
    root = project(tmp_path / "root", tmp_path / "count")
    with pytest.raises(RequestError, match="inside the root"):
        repair(LoopRequest(words=("./check.sh",), root=root, run_dir=root / "runs"))
    assert not (root / "runs").exists()


def test_two_loops_on_one_root_are_refused(tmp_path: Path) -> None:
    """The second one says so before it runs anything."""
    root = project(tmp_path / "root", tmp_path / "count")
    with LoopLock(lock_folder(root, tmp_path), root), pytest.raises(EnvironmentFault) as caught:
        looped(root, Scripted([]))
    assert caught.value.code == "conflict"
    assert runs_counted(tmp_path / "count") == 0


def test_the_run_folder_tells_the_whole_story(tmp_path: Path) -> None:
    """Declaration, events, outputs, diffs and both forms of the report."""
    root = project(tmp_path / "root", tmp_path / "count")
    steps = [deletes("tests/test_app.txt"), writes("app.txt", "good\n")]
    record = looped(root, Scripted(steps), budget=2)
    folder = Path(str(record.run_dir))
    assert folder.parent == tmp_path / "state" / "patchsmith" / "runs"
    declared = json.loads((folder / "declaration.json").read_text())
    assert (declared["target"], declared["budget"]) == ("./check.sh", 2)
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [event.get("event") or event["note"] for event in events] == [
        "LoopStarted", "RunFinished", "AttemptRefused", "AttemptRolledBack", "RunFinished",
        "AttemptMade", "RunFinished", "VerificationFinished", "ended",
    ]  # fmt: skip
    assert (folder / "runs" / "01" / "stdout.txt").read_text() == "bad\n"
    assert (folder / "runs" / "closing" / "stdout.txt").read_text() == "good\n"
    assert "deleted file" in (folder / "attempts" / "01.diff").read_text()
    assert "+good" in (folder / "attempts" / "02.diff").read_text()
    assert json.loads((folder / "report.json").read_text())["runs"] == 3
    assert not list(folder.rglob("pycache"))


def test_progress_is_told_line_by_line(tmp_path: Path) -> None:
    """Target, condition, budget and root come before the first run."""
    root = project(tmp_path / "root", tmp_path / "count")
    told: list[str] = []
    request = LoopRequest(words=("./check.sh",), root=root, budget=1)
    repair(request, repairer=Scripted([writes("app.txt", "good\n")]), tell=told.append)
    assert told[:4] == [
        "target: ./check.sh",
        "success condition: exit status 0",
        "budget: 1",
        f"root: {root}",
    ]
    assert told.index("iteration 1/1: running the command") > 3
    assert told[-1] == "solved: the success condition is met"


UNIT = "import unittest\nimport calc\n\nclass T(unittest.TestCase):\n"
UNITS: dict[str, bytes | str] = {
    "calc.py": "def add(a, b):\n    return a - b\n",
    "test_calc.py": UNIT
    + "    def test_add(self): self.assertEqual(calc.add(1, 2), 3)\n"
    + "    @unittest.skipIf(hasattr(calc, 'skip'), 'asked to')\n"
    + "    def test_none(self): self.assertEqual(calc.add(0, 1), 1)\n",
}


def unit_tested(root: Path, calc: str) -> LoopRecord:
    """Run a loop on unit tests, with one attempt that rewrites the module under test."""
    lay(root, UNITS)
    request = LoopRequest(words=(sys.executable, "-m", "unittest", "-v"), root=root, budget=1)
    return repair(request, repairer=Scripted([writes("calc.py", calc)]))


def test_a_success_is_verified_by_the_runners_own_report(tmp_path: Path) -> None:
    """The report says that the same tests ran, with their numbers."""
    record = unit_tested(tmp_path / "root", "def add(a, b):\n    return a + b\n")
    assert record.outcome.status is Status.SOLVED
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    verified = "- Verified: the tests of the first run ran in the last (unittest: 2 passed)\n"
    assert verified in report
    assert "whether the same tests ran" not in report
    assert record.to_dict()["closing_run"] is not None


def test_a_change_that_gets_a_test_skipped_is_not_solved(tmp_path: Path) -> None:
    """The command exits 0, no test file was touched, and yet fewer tests judged."""
    record = unit_tested(tmp_path / "root", "skip = 1\ndef add(a, b):\n    return 3\n")
    assert (record.outcome.status, record.outcome.ending) == (
        Status.UNSOLVED,
        Ending.NOT_VERIFIED,
    )
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "DY02: unittest: skipped in the last run: test_calc.T.test_none" in report


FLAKY = "n=$(cat ../n 2>/dev/null || echo 0); echo $((n + 1)) > ../n; exit $((n % 2))"


def test_a_check_sees_the_tree_after_the_run(tmp_path: Path) -> None:
    """It may look at what the command wrote; its words' files are protected like the command's."""
    root = tmp_path / "root"
    lay(root, {"app.txt": "bad\n", "look.sh": "grep -q good app.txt\n"})
    repairer = Scripted([writes("look.sh", "true\n"), writes("app.txt", "good\n")])
    request = LoopRequest(words=("true",), root=root, check="sh look.sh", budget=2)
    record = repair(request, repairer=repairer)
    assert record.outcome.status is Status.SOLVED
    attempt = record.iterations[0].attempt
    assert attempt is not None
    assert [finding.rule for finding in attempt.findings] == ["PT04"]
    assert (record.runs, record.check_runs) == (3, 3)
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "- Success condition: exit status 0; exit status 0 of the check `sh look.sh`\n" in report
    assert "- Result: exit status 0; check: exit status 1\n" in report
    assert "- Check runs: 3\n" in report
    assert "the check: the command ended with exit status 1" in repairer.told[0].reason


def test_a_flaky_command_is_not_solved_when_twice_is_asked_for(tmp_path: Path) -> None:
    """And the report says so."""
    lay(tmp_path / "root", {"run.sh": f"{FLAKY}\n"})
    request = LoopRequest(words=("sh", "run.sh"), root=tmp_path / "root", budget=1, twice=True)
    record = repair(request, repairer=NoRepairer())
    assert record.outcome.status is Status.UNSOLVED
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "FL01: the command is flaky" in report
    assert "- Second executions: 1\n" in report


def test_secrets_are_stored_and_told_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outputs, events, diffs, reports and progress; also what a repairer is given."""
    monkeypatch.setenv("SERVICE_TOKEN", "correct-horse-battery")
    root = tmp_path / "root"
    lay(root, {"run.sh": 'echo "using $SERVICE_TOKEN"; exit 1\n', "app.txt": "old\n"})
    told: list[str] = []
    repairer = Scripted([writes("app.txt", "correct-horse-battery\n")])
    words = ("sh", "run.sh", "--key=correct-horse-battery")
    request = LoopRequest(words=words, root=root, budget=1)
    record = repair(request, repairer=repairer, tell=told.append)
    assert repairer.told[0].stdout == "using [masked]\n"
    assert not any("horse" in line for line in told)
    stored = [path for path in Path(str(record.run_dir)).rglob("*") if path.is_file()]
    outside = [path for path in stored if "snapshots" not in path.parts]
    assert len(outside) >= 8
    assert not [path for path in outside if b"horse" in path.read_bytes()]
    assert (root / "app.txt").read_text() == "correct-horse-battery\n"


# --- scope, context ---

CART: dict[str, bytes | str] = {
    "cart.py": "import tax\n\ndef total(x):\n    return tax.tax(x)\n",
    "tax.py": "def tax(x):\n    return x - 2\n",
    "other.py": "x = 1\n",
    "check.py": "import cart\nassert cart.total(1) == 3\n",
}


def cart_repaired(root: Path, repairer: Scripted, **options: object) -> LoopRecord:
    """Run a loop on a check that fails with a traceback."""
    lay(root, CART)
    words = (sys.executable, "check.py")
    return repair(LoopRequest(words=words, root=root, **options), repairer=repairer)  # type: ignore[arg-type]


def test_a_repairer_is_given_what_the_failure_implicates(tmp_path: Path) -> None:
    """Frames and definitions, as a few numbered lines; also kept in the run folder."""
    fixed = writes("tax.py", "def tax(x):\n    return x + 2\n")
    repairer = Scripted([fixed])
    record = cart_repaired(tmp_path / "root", repairer)
    assert record.outcome.status is Status.SOLVED
    context = repairer.told[0].context
    assert [(each.path, each.why) for each in context] == [
        ("check.py", "the output points at it"),
        ("cart.py", "a definition of total"),
    ]
    assert "def total(x):" in context[1].text
    stored = json.loads(Path(str(record.run_dir), "context", "01.json").read_text())
    assert [each["path"] for each in stored] == ["check.py", "cart.py"]
    assert record.outcome.findings == ()


def test_an_attempt_beyond_its_failure_is_remarked_on(tmp_path: Path) -> None:
    """It stays, and the finding stands in the iteration and in the outcome."""

    def both(root: Path) -> None:
        lay(root, {"tax.py": "def tax(x):\n    return x + 2\n", "other.py": "x = 2\n"})

    record = cart_repaired(tmp_path / "root", Scripted([both]))
    assert record.outcome.status is Status.SOLVED
    assert [(each.rule, each.path) for each in record.outcome.findings] == [("SC01", "other.py")]
    attempt = record.iterations[0].attempt
    assert attempt is not None
    assert (attempt.kind, attempt.findings) == (AttemptKind.MADE, record.outcome.findings)
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    fix = next(line for line in report.splitlines() if line.startswith("- Fix: `other.py`"))
    assert "SC01 `other.py`: the failure does not implicate this file" in fix


def test_an_attempt_far_beyond_its_failure_is_rolled_back(tmp_path: Path) -> None:
    """It repairs something else; the repairer is told the rule."""

    def much(root: Path) -> None:
        lay(root, {f"new{number}.py": "x = 1\n" for number in range(20)})

    repairer = Scripted([much])
    record = cart_repaired(tmp_path / "root", repairer, budget=2)
    assert record.outcome.status is Status.UNSOLVED
    assert {finding.rule for finding in repairer.told[1].refusals} == {"SC01"}
    assert not (tmp_path / "root" / "new1.py").exists()


def test_refused_attempts_do_not_stop_a_loop_early(tmp_path: Path) -> None:
    """Two refusals between attempts without a change: the budget is used, and said to be."""
    root = project(tmp_path / "root", tmp_path / "count")
    cheat = deletes("tests/test_app.txt")
    record = looped(root, Scripted([cheat, cheat, cheat, writes("app.txt", "good\n")]), budget=4)
    assert record.outcome.status is Status.SOLVED
    kinds = [each.attempt.kind for each in record.iterations if each.attempt is not None]
    assert kinds == [AttemptKind.REFUSED] * 3 + [AttemptKind.MADE]
