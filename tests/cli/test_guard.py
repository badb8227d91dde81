"""`patchsmith guard`: a change judged from git, folders or a diff."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from invoking import patchsmith
from trees import lay

CODE = "def total(items):\n    return sum(items)\n"
TEST = "from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n"
WEAK = TEST.replace(" == 3", "")
BEFORE: dict[str, bytes | str] = {"shop.py": CODE, "tests/test_shop.py": TEST}


def git(root: Path, *words: str) -> str:
    """Run git as a user with a name, without the configuration of the machine."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    for role in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@example.org"}
    done = subprocess.run(["git", *words], cwd=root, env=env, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Make a repository with one commit."""
    work = tmp_path / "work"
    lay(work, BEFORE)
    git(work, "init", "-q")
    git(work, "add", ".")
    git(work, "commit", "-qm", "one")
    return work


def judged(root: Path, *words: str, status: int) -> list[tuple[str, str, str]]:
    """Return rule, severity and path of each finding; the verdict must fit the exit status."""
    done = patchsmith(root, "guard", "--json", *words)
    found = json.loads(done.stdout)
    assert done.returncode == status, done.stdout
    assert (found["verdict"] == "block") is (status == 1)
    assert set(found) == {"verdict", "findings", "notes"}
    return [(each["rule"], each["severity"], each["path"]) for each in found["findings"]]


def weaken(root: Path) -> None:
    """Take the comparison out of the test."""
    (root / "tests" / "test_shop.py").write_text(WEAK)


LOOSENED = ("AW03", "block", "tests/test_shop.py")


def test_a_clean_tree_passes(root: Path) -> None:
    """Exit status 0, and one line that says so."""
    done = patchsmith(root, "guard")
    assert (done.returncode, done.stdout) == (0, b"clean: 0 files changed, no findings\n")


def test_the_work_tree_is_judged_against_the_last_commit(root: Path) -> None:
    """The whole work tree, from any folder in it; --root keeps to one."""
    weaken(root)
    assert judged(root, status=1) == [LOOSENED]
    (root / "src").mkdir()
    assert judged(root / "src", status=1) == [LOOSENED]
    assert judged(root, "--root", "src", status=0) == []


def test_what_is_staged_is_judged_apart(root: Path) -> None:
    """As a hook before a commit wants it."""
    weaken(root)
    assert judged(root, "--staged", status=0) == []
    git(root, "add", ".")
    (root / "tests" / "test_shop.py").write_text(TEST)
    assert judged(root, "--staged", status=1) == [LOOSENED]
    assert judged(root, status=0) == []


def test_another_commit_is_compared_with(root: Path) -> None:
    """The direction counts: what weakens one way strengthens the other."""
    weaken(root)
    git(root, "commit", "-qam", "weak")
    assert judged(root, status=0) == []
    assert judged(root, "--base", "HEAD~1", status=1) == [LOOSENED]
    (root / "tests" / "test_shop.py").write_text(TEST)
    assert judged(root, "--base", "HEAD", status=0) == []


def test_two_folders_are_compared(tmp_path: Path) -> None:
    """Without git; what is excluded on the command line does not count."""
    lay(tmp_path / "a", BEFORE)
    lay(tmp_path / "b", {**BEFORE, "tests/test_shop.py": WEAK})
    assert judged(tmp_path, "a", "b", status=1) == [LOOSENED]
    assert judged(tmp_path, "b", "a", status=0) == []
    assert judged(tmp_path, "a", "b", "--exclude", "tests", status=0) == []


def test_a_diff_is_judged_before_and_after_it_is_applied(root: Path) -> None:
    """The files below the root may be either side of it."""
    weaken(root)
    diff = root.parent / "change.diff"
    diff.write_text(git(root, "diff"))
    assert judged(root, "--diff", str(diff), status=1) == [LOOSENED]
    git(root, "checkout", "-q", ".")
    assert judged(root, "--diff", str(diff), status=1) == [LOOSENED]
    done = patchsmith(root, "guard", "--diff", "-", stdin=diff.read_bytes())
    assert done.returncode == 1


def test_a_test_that_failed_weighs_more(root: Path) -> None:
    """The caller names it as its runner does."""
    weaken(root)
    (root / "shop.py").write_text(CODE.replace("sum(items)", "sum(list(items))"))
    assert judged(root, status=0) == [("AW03", "warn", "tests/test_shop.py")]
    failing = ("--failing", "tests/test_shop.py::test_total")
    assert judged(root, *failing, status=1) == [LOOSENED]


def test_the_caller_makes_it_stricter_or_lets_pass(root: Path) -> None:
    """By path or by rule; what is allowed stays on record."""
    weaken(root)
    for allowed in ("AW03", "tests", "tests/*.py"):
        found = judged(root, "--allow", allowed, status=0)
        assert found == [("AW03", "info", "tests/test_shop.py")]
    (root / "shop.py").write_text(CODE.replace("sum(items)", "sum(list(items))"))
    assert judged(root, "--strict", status=1) == [LOOSENED]


def test_the_policy_is_that_of_the_baseline(root: Path) -> None:
    """A change that configures the guard for itself is judged as if it had not."""
    table = '[tool.patchsmith.guard]\nallow = ["tests"]\n'
    weaken(root)
    (root / "pyproject.toml").write_text(table)
    assert LOOSENED in judged(root, status=1)
    git(root, "checkout", "-q", "tests")
    git(root, "add", ".")
    git(root, "commit", "-qm", "configured")
    weaken(root)
    assert judged(root, status=0) == [("AW03", "info", "tests/test_shop.py")]


@pytest.mark.parametrize("form", ["text", "sarif", "github"])
def test_every_form_has_the_finding(root: Path, form: str) -> None:
    """The exit status is the same."""
    weaken(root)
    done = patchsmith(root, "guard", "--format", form)
    assert done.returncode == 1
    assert b"AW03" in done.stdout
    assert b"tests/test_shop.py" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("one",), ("one", "two"), ("--base", "nowhere"), ("--base", "HEAD", "--diff", "-"),
        ("--root", "nowhere"), ("--format", "xml"), ("--diff", "nowhere"), ("--exclude", "x"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_usage_is_told_and_judges_nothing(root: Path, words: tuple[str, ...]) -> None:
    """Exit status 2: a caller does not take it for a verdict."""
    done = patchsmith(root, "guard", *words)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr


def test_errors_are_json_where_json_is_asked_for(tmp_path: Path) -> None:
    """With the code and a hint."""
    done = patchsmith(tmp_path, "guard", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad-request"


def test_help_shows_an_example(tmp_path: Path) -> None:
    """And what is judged."""
    done = patchsmith(tmp_path, "guard", "--help")
    assert done.returncode == 0
    assert b"Example: patchsmith guard --base main" in done.stdout
