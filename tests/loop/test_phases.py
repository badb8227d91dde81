"""Rules of loops in phases, on a driver that counts what it runs, and of finding the phases."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from loops import Scripted, writes
from patchsmith.errors import DeclarationError, RequestError
from patchsmith.loop import LoopRequest, repair
from patchsmith.loop.phases import find_phases
from patchsmith.replx.phases import Phase
from patchsmith.replx.record import Ending, LoopRecord, Status
from trees import lay, tree

if TYPE_CHECKING:
    from collections.abc import Callable

DRIVER = """\
#!/bin/sh
# lint wants no trailing blanks, build wants a name, test wants the word good
lint() {{ echo lint >> {log}; echo '== lint =='; ! grep -n ' $' app.txt; }}
build() {{ echo build >> {log}; echo '== build =='; grep -q name app.txt; }}
tests() {{ echo test >> {log}; echo '== test =='; grep -q good app.txt; }}
case "$1" in
lint) lint ;;
build) build ;;
test) tests ;;
*) echo all >> {log}; lint && build && tests ;;
esac
"""
SILENT = DRIVER.replace("echo '== lint =='; ", "").replace("echo '== test =='; ", "")
COMMANDS = {"lint": "./driver.sh lint", "build": "./driver.sh build", "test": "./driver.sh test"}
ALL = ["all", "lint", "build", "test"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep runs and locks of a test in its own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def driven_project(tmp_path: Path, text: str = "name bad \n", driver: str = DRIVER) -> Path:
    """Make a project whose driver writes down what it runs."""
    root = tmp_path / "root"
    lay(root, {"app.txt": text, "driver.sh": driver.format(log=shlex.quote(f"{tmp_path}/log"))})
    (root / "driver.sh").chmod(0o755)
    return root


def looped(root: Path, *steps: Callable[[Path], object], **options: object) -> LoopRecord:
    """Run a loop in phases on the driver."""
    given: dict[str, object] = {"words": ("./driver.sh",), "root": root, **COMMANDS, **options}
    return repair(LoopRequest(**given), repairer=Scripted(list(steps)))  # type: ignore[arg-type]


def ran(root: Path) -> list[str]:
    """Return what the driver has run, in order."""
    return (root.parent / "log").read_text(encoding="utf-8").split()


def git(root: Path, *words: str) -> str:
    """Run git in the root and return what it says."""
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    return subprocess.run(
        ["git", *who, *words], cwd=root, check=True, capture_output=True, text=True
    ).stdout


def committed(root: Path) -> None:
    """Make the root a repository with everything in it committed."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")


LINTED, FIXED = writes("app.txt", "name bad\n"), writes("app.txt", "name good\n")


def test_lint_runs_until_it_is_clean_and_then_not_before_the_end(tmp_path: Path) -> None:
    """Full runs, then build and test, then lint once and the full command: the driver counts."""
    root = driven_project(tmp_path)
    record = looped(root, LINTED, FIXED)
    assert record.outcome.status is Status.SOLVED
    assert ran(root) == ["all", "lint", *ALL, "build", "test", "lint", *ALL]
    assert (len(record.iterations), record.runs, record.verification_runs) == (3, 3, 2)
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "- Command: `./driver.sh build && ./driver.sh test`\n" in report
    assert (
        "- Result: exit status 0; final lint: exit status 0; full command: exit status 0" in report
    )
    assert "- Verification runs: 2 (final lint 1, full command 1)\n" in report
    assert "- Lint-only edits: `checkpoint.diff` in the run folder: `app.txt` (+1 -1)\n" in report


def test_the_lint_only_edits_are_kept_apart(tmp_path: Path) -> None:
    """Without a commit: a diff and a snapshot in the run folder, made before build was repaired."""
    root = driven_project(tmp_path)
    record = looped(root, LINTED, FIXED)
    assert record.checkpoint is not None
    diff = Path(str(record.run_dir), record.checkpoint.diff).read_text("utf-8")
    assert "-name bad \n+name bad\n" in diff
    assert "good" not in diff
    assert len(record.checkpoint.snapshot) == 40
    assert record.checkpoint.commit is None


def test_a_final_lint_that_fails_is_the_next_attempt(tmp_path: Path) -> None:
    """Its fix belongs to the iteration whose build and test passed, and is within the budget."""
    root = driven_project(tmp_path)
    sloppy = writes("app.txt", "name good \n")
    record = looped(root, LINTED, sloppy, FIXED)
    assert record.outcome.status is Status.SOLVED
    rest = ["build", "test", "lint"]
    assert ran(root) == ["all", "lint", *ALL, *rest, *rest, *ALL]
    assert (len(record.iterations), record.verification_runs) == (4, 3)
    third = record.iterations[2]
    assert third.run.judgement.met
    assert third.attempt is not None


def test_the_repairer_is_told_the_final_lint_failure(tmp_path: Path) -> None:
    """Command, output and condition are those of lint, not of what passed."""
    root = driven_project(tmp_path, "name bad\n")
    repairer = Scripted([writes("app.txt", "name good \n"), FIXED])
    request = LoopRequest(words=("./driver.sh",), root=root, budget=3, **COMMANDS)  # type: ignore[arg-type]
    record = repair(request, repairer=repairer)
    assert record.outcome.status is Status.SOLVED
    assert [failure.command for failure in repairer.told] == ["./driver.sh", "./driver.sh lint"]
    assert "name good \n" in repairer.told[1].stdout
    assert repairer.told[1].exit_status == 1


def test_nothing_is_edited_after_a_closing_run_whose_final_lint_fails(tmp_path: Path) -> None:
    """The budget is spent: unsolved, and no partial success."""
    root = driven_project(tmp_path, "name bad\n")
    repairer = Scripted([writes("app.txt", "name bad\n\n"), writes("app.txt", "name good \n")])
    request = LoopRequest(words=("./driver.sh",), root=root, budget=2, **COMMANDS)  # type: ignore[arg-type]
    record = repair(request, repairer=repairer)
    assert record.outcome.ending is Ending.BUDGET_SPENT
    assert (len(repairer.told), record.runs, record.verification_runs) == (2, 3, 1)
    assert ran(root) == [*ALL, "build", "test", "build", "test", "lint"]
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "exit status 0; final lint: exit status 1\n" in report


def test_the_condition_is_judged_on_the_full_command(tmp_path: Path) -> None:
    """Build and test that pass are no success where the required line is not printed."""
    root = driven_project(tmp_path, "name bad\n")
    record = looped(root, FIXED, budget=2, success_line="smoke: PASS")
    assert record.outcome.status is Status.UNSOLVED
    assert ran(root) == [*ALL, "build", "test", "lint", *ALL]
    last = record.last_run
    assert last is not None
    assert not last.judgement.met


def test_check_and_second_execution_belong_to_the_full_command(tmp_path: Path) -> None:
    """They follow the runs that judge the condition, and no run of build and test."""
    root = driven_project(tmp_path, "name bad\n")
    record = looped(root, FIXED, check="true", twice=True)
    assert record.outcome.status is Status.SOLVED
    assert ran(root) == [*ALL, "build", "test", "lint", *ALL, *ALL]
    assert (record.check_runs, record.repeat_runs) == (2, 1)


def test_lint_is_asked_where_the_driver_does_not_tell(tmp_path: Path) -> None:
    """One probe after a full run without a word about its steps; counted apart."""
    root = driven_project(tmp_path, driver=SILENT.replace("echo '== build =='; ", ""))
    record = looped(root, LINTED, FIXED)
    assert record.outcome.status is Status.SOLVED
    assert ran(root) == ["all", "lint", "lint", *ALL, "lint", "build", "test", "lint", *ALL]
    assert (record.runs, record.verification_runs) == (3, 2)
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "- Lint probes: 2\n" in report


def test_a_full_run_that_meets_the_condition_needs_no_more(tmp_path: Path) -> None:
    """Where lint was all that failed, the driver's next run is the proof."""
    root = driven_project(tmp_path, "name good \n")
    record = looped(root, FIXED)
    assert record.outcome.status is Status.SOLVED
    assert ran(root) == ["all", "lint", *ALL]
    assert record.verification_runs == 0


def test_the_lint_only_edit_is_a_commit_of_its_own(tmp_path: Path) -> None:
    """Only the loop's file, on top of HEAD; what the caller had changed or staged stays."""
    root = driven_project(tmp_path)
    lay(root, {"mine.txt": "one\n", "staged.txt": "one\n"})
    committed(root)
    lay(root, {"mine.txt": "two\n", "staged.txt": "two\n", "new.txt": "new\n"})
    git(root, "add", "staged.txt")
    record = looped(root, LINTED, FIXED, commit=True)
    assert record.outcome.status is Status.SOLVED
    assert record.checkpoint is not None
    assert record.checkpoint.commit == git(root, "rev-parse", "HEAD").strip()
    assert git(root, "diff", "--name-only", "HEAD~1", "HEAD").split() == ["app.txt"]
    assert git(root, "show", "HEAD:app.txt") == "name bad\n"
    assert git(root, "status", "--porcelain").splitlines() == [
        " M app.txt", " M mine.txt", "M  staged.txt", "?? new.txt",
    ]  # fmt: skip
    assert [change.path for change in record.final_diff] == ["app.txt"]
    assert record.outcome.findings == ()
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert f"- Lint-only edits: commit `{record.checkpoint.commit[:12]}`: `app.txt`" in report


def test_a_file_with_uncommitted_work_is_not_committed(tmp_path: Path) -> None:
    """The caller's own change would go with it; the report says that it was left out."""
    root = driven_project(tmp_path, "name bad\n")
    committed(root)
    (root / "app.txt").write_text("name bad\nmine \n")
    linted, fixed = (writes("app.txt", f"name {word}\nmine\n") for word in ("bad", "good"))
    record = looped(root, linted, fixed, commit=True)
    assert record.outcome.status is Status.SOLVED
    assert record.checkpoint is not None
    assert (record.checkpoint.commit, record.checkpoint.left_out) == (None, ("app.txt",))
    assert git(root, "log", "--oneline").count("\n") == 1
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "not committed, because your own uncommitted work is in them: `app.txt`\n" in report


def test_a_commit_that_git_refuses_does_not_end_the_loop(tmp_path: Path) -> None:
    """The edits are kept as a diff, and the report says why there is no commit."""
    root = driven_project(tmp_path)
    committed(root)
    branch = git(root, "symbolic-ref", "HEAD").strip()
    (root / ".git" / f"{branch}.lock").write_text("")
    record = looped(root, LINTED, FIXED, commit=True)
    assert record.outcome.status is Status.SOLVED
    assert record.checkpoint is not None
    assert (record.checkpoint.commit, record.checkpoint.diff) == (None, "checkpoint.diff")
    report = Path(str(record.run_dir), "report.md").read_text("utf-8")
    assert "not committed: git update-ref failed" in report


def test_a_commit_needs_phases_and_a_repository(tmp_path: Path) -> None:
    """Said before anything runs."""
    root = driven_project(tmp_path)
    with pytest.raises(RequestError, match="no git repository"):
        looped(root, commit=True)
    with pytest.raises(RequestError, match="needs phases"):
        looped(root, commit=True, lint=None, build=None, test=None)
    assert not (tmp_path / "log").exists()


def test_phases_that_nobody_knows_are_an_input_error(tmp_path: Path) -> None:
    """The guard names what is missing and asks for the three commands; nothing has run."""
    root = driven_project(tmp_path)
    before = tree(root)
    with pytest.raises(DeclarationError, match="build and test are neither given") as caught:
        looped(root, phases=True, build=None, test=None)
    assert caught.value.code == "phases-unknown"
    assert "--lint CMD --build CMD --test CMD" in str(caught.value.hint)
    with pytest.raises(DeclarationError, match=r"can not be run: .*nowhere") as caught:
        looped(root, lint="./nowhere")
    assert caught.value.code == "phases-unknown"
    assert tree(root) == before
    assert not (tmp_path / "log").exists()


def test_the_phases_are_declared_and_their_files_protected(tmp_path: Path) -> None:
    """An attempt that edits a phase's script edits its judge."""
    root = driven_project(tmp_path)
    lay(root, {"style.py": "import sys; sys.exit(1)\n"})
    record = looped(
        root, writes("style.py", "pass\n"), budget=1, lint="python3 style.py", phases=True
    )
    attempt = record.iterations[0].attempt
    assert attempt is not None
    assert [finding.rule for finding in attempt.findings] == ["PT04"]
    declared = json.loads(Path(str(record.run_dir), "declaration.json").read_text())
    assert declared["phases"]["lint"] == {"command": "python3 style.py", "source": "--lint"}


# --- finding them ---

NONE: dict[Phase, str | None] = dict.fromkeys(Phase)


def found(root: Path, *words: str, **given: str) -> dict[str, tuple[str, str]]:
    """Return command and source by phase."""
    phases = find_phases(NONE | {Phase(name): text for name, text in given.items()}, root, words)
    return {each.value: (phases.command(each).display, phases.source(each)) for each in Phase}


def test_an_option_stands_above_a_configuration_above_evidence(tmp_path: Path) -> None:
    """Each phase by itself; `patchsmith.toml` stands above `pyproject.toml`."""
    lay(
        tmp_path,
        {
            "Makefile": "lint:\n\ttrue\nbuild:\n\ttrue\ntest:\n\ttrue\n",
            "pyproject.toml": "[tool.patchsmith.replx]\nlint = 'true a'\nbuild = 'true b'\n",
            "patchsmith.toml": "[replx]\nbuild = 'true c'\n",
        },
    )
    assert found(tmp_path, lint="true given") == {
        "lint": ("true given", "--lint"),
        "build": ("true c", "patchsmith.toml"),
        "test": ("make test", "Makefile"),
    }


def test_scripts_run_by_the_package_manager_whose_lock_file_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project's own choice, where it shows."""
    scripts = {"lint": "eslint .", "build": "tsc", "test": "vitest"}
    lay(tmp_path, {"package.json": json.dumps({"scripts": scripts})})
    lay(tmp_path, {"pnpm-lock.yaml": "", "bin/pnpm": "#!/bin/sh\n"})
    (tmp_path / "bin" / "pnpm").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin")
    assert found(tmp_path)["lint"] == ("pnpm run lint", "package.json")
