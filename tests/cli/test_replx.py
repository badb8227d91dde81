"""Rules of the command `replx`, on real folders with real commands."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from loops import project, runs_counted
from patchsmith.cli.replx import main
from trees import lay, tree

FIX = "cat > /dev/null; printf 'good\\n' > app.txt; echo 'the word was wrong'"
CHEAT = "cat > /dev/null; rm tests/test_app.txt; echo 'the test was wrong'"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a failing project that is the current folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    found = project(tmp_path / "root", tmp_path / "count")
    monkeypatch.chdir(found)
    return found


def test_a_repaired_project_is_solved(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report on stdout, progress on stderr, exit status 0."""
    status = main(["--budget", "1", "--repair-command", FIX, "./check.sh"])
    said = capsys.readouterr()
    assert status == 0
    assert said.out.startswith("# replx: ./check.sh\n- Target: `./check.sh`\n")
    assert "- Status: solved\n- Iterations used: 1/1\n" in said.out
    assert "- Diagnosis: the word was wrong\n- Fix: `app.txt` (+1 -1)\n" in said.out
    assert "- Runs: 2 (iterations 1, closing run 1)\n" in said.out
    assert "replx: budget: 1\n" in said.err
    assert runs_counted(tmp_path / "count") == 2
    assert (root / "app.txt").read_text() == "good\n"


def test_a_repairer_that_deletes_the_test_is_refused(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unsolved, exit status 1, and the tree is as it was to the byte."""
    before = tree(root)
    assert main(["--budget", "2", "--repair-command", CHEAT, "./check.sh"]) == 1
    said = capsys.readouterr().out
    assert said.count("refused and rolled back: `tests/test_app.txt`") == 2
    assert tree(root) == before


@pytest.mark.parametrize("given", ["0", "-1", "2.5", "33", "500", "abc", ""])
def test_a_budget_out_of_range_is_refused(
    given: str, root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2, the guard is named, nothing has run or changed."""
    before = tree(root)
    assert main(["--budget", given, "--repair-command", FIX, "./check.sh"]) == 2
    said = capsys.readouterr()
    for text in (said.out, said.err):
        assert "budget" in text
        assert "nothing was edited" in text
    assert "- Status: input-error\n" in said.out
    assert "- Guard: `budget`\n" in said.out
    assert runs_counted(tmp_path / "count") == 0
    assert tree(root) == before


def test_an_exit_status_that_lies_is_an_input_error(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is named, and what to require instead; nothing was edited."""
    lay(root, {"smoke.sh": "echo 'smoke: FAIL'\n"})
    assert main(["--repair-command", FIX, "sh", "smoke.sh"]) == 2
    said = capsys.readouterr().out
    assert "- Guard: `lying-exit`" in said
    assert "`smoke: FAIL`" in said
    assert "--success-line 'smoke: PASS'" in said
    assert "nothing was edited" in said
    assert (root / "app.txt").read_text() == "bad\n"


def test_the_required_line_makes_it_a_failure_to_repair(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unsolved, exit status 1, with what a reader needs to go on."""
    lay(root, {"smoke.sh": "echo 'smoke: FAIL'\n"})
    options = ["--budget", "2", "--success-line", "smoke: PASS", "--repairer", "none", "--quiet"]
    assert main([*options, "sh", "smoke.sh"]) == 1
    said = capsys.readouterr()
    assert said.err == ""
    assert "- Result: exit status 0, the line `smoke: FAIL`\n" in said.out
    for label in ("Last failure", "Diffs still applied", "Ruled out", "Next thing to try"):
        assert f"\n- {label}: " in said.out
    assert "- Iterations used: 2/2\n" in said.out
    assert "- Runs: 2 (iterations 2, closing run 0)\n" in said.out


REFUSED: dict[str, tuple[list[str], str]] = {
    "no target": ([], "no-target"),
    "a missing command": (["no-such-command-at-all"], "no-target"),
    "prose": (["Make the tests pass"], "goal-needs-reasoning"),
    "a goal": (["--goal", "all green", "ls"], "goal-needs-reasoning"),
    "a broken expression": (["--success-regex", "(", "ls"], "uncheckable-condition"),
    "an empty line": (["--success-line", "", "ls"], "uncheckable-condition"),
    "a condition in prose": (["--success", "it looks right", "ls"], "uncheckable-condition"),
    "two lines": (["--success-line", "a", "--success-exact", "b", "ls"], "uncheckable-condition"),
    "a pattern that forbids all": (["--no-output", ".*", "ls"], "uncheckable-condition"),
    "a check that is none": (["--check", "no-such-check x", "ls"], "uncheckable-condition"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.usefixtures("root")
def test_guards_are_named(case: tuple[list[str], str], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 2, a report that names the guard, and no traceback."""
    arguments, guard = case
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert f"- Guard: `{guard}`\n" in said.out
    assert "nothing was edited" in said.out
    assert f"guard {guard}" in said.err
    assert "Traceback" not in said.err


WRONG: dict[str, list[str]] = {
    "an unknown option": ["--buget", "3", "ls"],
    "an unknown repairer": ["--repairer", "nobody", "ls"],
    "a root that is none": ["--root", "missing", "ls"],
    "no time": ["--timeout", "0", "ls"],
    "no time for the loop": ["--deadline", "-1", "ls"],
    "endless time": ["--timeout", "inf", "ls"],
    "a time in words": ["--timeout", "soon", "ls"],
    "a folder for runs inside the root": ["--run-dir", "runs", "ls"],
    "an allowed path outside": ["--allow", "../x", "ls"],
    "an unknown language": ["--lang", "tlh", "ls"],
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG.keys())
def test_wrong_usage_is_one_sentence(
    arguments: list[str], root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2, nothing on stdout, nothing made."""
    before = tree(root)
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err
    assert "Traceback" not in said.err
    assert tree(root) == before


@pytest.mark.usefixtures("root")
def test_json_is_the_whole_record(capsys: pytest.CaptureFixture[str]) -> None:
    """For a loop, a refusal and an error alike."""
    assert main(["--json", "--budget", "1", "--repair-command", FIX, "./check.sh"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["outcome"]["status"], record["runs"]) == ("solved", 2)
    assert main(["--json", "--budget", "0", "./check.sh"]) == 2
    assert json.loads(capsys.readouterr().out)["outcome"]["guard"] == "budget"
    assert main(["--json", "--root", "missing", "--repairer", "none", "ls"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "bad-request"


@pytest.mark.usefixtures("root")
def test_the_report_speaks_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    """Labels and headings of the other language."""
    assert main(["--lang", "ja", "--budget", "1", "--repair-command", FIX, "./check.sh"]) == 0
    said = capsys.readouterr().out
    for line in ("## イテレーション 1", "## 結果", "- ステータス: solved"):
        assert f"\n{line}\n" in said


@pytest.mark.usefixtures("root")
def test_help_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """And the exit statuses."""
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "replx --budget 2 --success-line 'smoke: PASS' ./smoke.sh" in said
    assert "130 interrupted" in said
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("replx (patchsmith) ")


def started(*arguments: str) -> subprocess.Popen[str]:
    """Start the command as a process of its own."""
    code = "import sys; from patchsmith.cli.replx import main; sys.exit(main())"
    return subprocess.Popen(
        (sys.executable, "-c", code, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_command_says_so(number: signal.Signals, root: Path, tmp_path: Path) -> None:
    """Exit status 130, a report, the attempt rolled back, no process left behind."""
    before = tree(root)
    mark = tmp_path / "repairing"
    slow = f"echo half > app.txt; touch {shlex.quote(str(mark))}; exec sleep 61.5"
    process = started("--repair-command", slow, "./check.sh")
    until = time.monotonic() + 60
    while not mark.exists() and time.monotonic() < until:
        time.sleep(0.02)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"- Status: unsolved (interrupted by {number.name})\n" in out
    assert tree(root) == before


@pytest.mark.usefixtures("root")
def test_a_reader_that_goes_away_causes_no_traceback() -> None:
    """A closed pipe is no fault of ours."""
    process = started("--repairer", "none", "--quiet", "./check.sh")
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=60)
    assert "Traceback" not in err


def test_the_offline_repairer_is_the_default(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing else on the machine is asked."""
    lay(root, {"calc.py": "import math\nprint(math.factoriall(3))\n"})
    assert main(["--root", str(root), sys.executable, "-c", "import calc"]) == 0
    assert "replx: repairer: offline\n" in capsys.readouterr().err
    assert "math.factorial(3)" in (root / "calc.py").read_text()


@pytest.mark.usefixtures("root")
def test_conditions_are_told_before_the_first_run(capsys: pytest.CaptureFixture[str]) -> None:
    """All of them, and in the report as well."""
    options = ["--no-output", "warning", "--check", "grep -q good *.txt", "--twice"]
    assert main([*options, "--budget", "1", "--repair-command", FIX, "./check.sh"]) == 0
    said = capsys.readouterr()
    assert (
        "replx: success condition: exit status 0; no line of output that matches 'warning'; "
        "exit status 0 of the check 'grep -q good *.txt'; the same result twice\n"
    ) in said.err
    assert "- Check runs: 2\n- Second executions: 1\n" in said.out


@pytest.mark.usefixtures("root")
def test_a_refusal_shows_the_condition_as_given(capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that can not be checked."""
    assert main(["--no-output", "(", "--check", "true", "--twice", "ls"]) == 2
    said = capsys.readouterr().out
    assert "no line that matches '('; exit status 0 of the check 'true'; the same result" in said
    assert main(["--success", "fine", "ls"]) == 2
    assert "- Success condition: 'fine'\n" in capsys.readouterr().out


@pytest.mark.usefixtures("root")
def test_secrets_are_printed_masked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In reports, JSON and refusals."""
    monkeypatch.setenv("DB_PASSWORD", "correct-horse")
    for options in ([], ["--json"], ["--budget", "0"], ["--budget", "0", "--json"]):
        main([*options, "--repairer", "none", "./check.sh", "--pw=correct-horse"])
        said = capsys.readouterr()
        assert "horse" not in said.out + said.err
        assert "[masked]" in said.out


def test_held_out_checks_decide_last(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unsolved, exit status 1, and one sentence that says no more than that."""
    lay(tmp_path / "hidden", {"judge.sh": "grep -q 'very good' app.txt\n"})
    held_out = ["--held-out", str(tmp_path / "hidden"), "--verify", "sh judge.sh"]
    assert main([*held_out, "--repair-command", FIX, "./check.sh"]) == 1
    said = capsys.readouterr()
    assert "- Findings: DY06: a check that was kept from the repairer failed\n" in said.out
    assert "judge" not in said.out + said.err
    assert main([*held_out, "--held-out", "check.sh", "./check.sh"]) == 2
    assert "a repairer could read them" in capsys.readouterr().err
    (root / "app.txt").write_text("bad\n")
    assert (
        main([*held_out, "--repair-command", FIX.replace("good", "very good"), "./check.sh"]) == 0
    )


@pytest.mark.usefixtures("root")
def test_a_stored_run_repairs_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the program that repaired; with its diagnosis."""
    options = ["--budget", "1", "--run-dir", str(tmp_path / "runs")]
    assert main([*options, "--repair-command", FIX, "./check.sh"]) == 0
    (run,) = (path for path in (tmp_path / "runs").iterdir() if path.name[0] != ".")
    again = project(tmp_path / "again", tmp_path / "count")
    assert main([*options, "--root", str(again), "--recorded", str(run), "./check.sh"]) == 0
    said = capsys.readouterr()
    assert "replx: repairer: recorded\n" in said.err
    assert said.out.count("- Diagnosis: the word was wrong\n") == 2


@pytest.mark.usefixtures("root")
def test_phases_are_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any of the three commands asks for phases; what they run is shown."""
    phases = ["--lint", "true", "--build", "true", "--test", "./check.sh"]
    assert main([*phases, "--repair-command", FIX, "./check.sh"]) == 0
    said = capsys.readouterr()
    assert (
        "- Phases: lint `true` (--lint), build `true` (--build), test `./check.sh` (--test)\n"
        in said.out
    )
    assert "- Command: `true && ./check.sh`\n" in said.out
    assert "- Lint probes: 1\n" in said.out
    assert "replx: iteration 2/4: running build and test\n" in said.err
    assert runs_counted(tmp_path / "count") == 3


def test_phases_that_nobody_knows_are_refused(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2, the guard, the three options; nothing has run or changed."""
    before = tree(root)
    assert main(["--phases", "--repair-command", FIX, "./check.sh"]) == 2
    said = capsys.readouterr()
    assert "- Guard: `phases-unknown`\n" in said.out
    assert "--lint CMD --build CMD --test CMD" in said.out
    assert "nothing was edited" in said.err
    assert runs_counted(tmp_path / "count") == 0
    assert tree(root) == before


def test_a_repair_program_out_of_time_is_ended_and_its_edits_go(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also what its children would have edited later; the report says what happened."""
    before = tree(root)
    late = f"sleep 4; echo late > {shlex.quote(str(root / 'late.txt'))}"
    fix = f"echo worse > app.txt; setsid sh -c {shlex.quote(late)} & sleep 60"
    words = ["--repair-timeout", "1", "--repair-command", fix]
    assert main(["--budget", "1", *words, "./check.sh"]) == 1
    said = capsys.readouterr().out
    assert "it took longer than 1 s" in said
    assert "the repairer failed and whatever it had changed was rolled back" in said
    time.sleep(4)
    assert tree(root) == before


def test_a_regular_expression_without_end_is_refused_not_waited_for(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The guard names it, and nothing was edited."""
    before = tree(root)
    (root / "app.txt").write_text("a" * 60 + "!")
    words = ["--success-regex", "(a+)+$", "--repair-command", FIX, "./check.sh"]
    assert main(words) == 2
    said = capsys.readouterr()
    assert "- Guard: `uncheckable-condition`\n" in said.out
    assert "took longer than 5 s" in said.err
    assert tree(root) == {**before, "app.txt": b"a" * 60 + b"!"}
