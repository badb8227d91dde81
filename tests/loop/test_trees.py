"""Rules for the tree between two runs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from killing import MANY, FaultyDisk, change_set, cut_off, laid, swaps
from patchsmith.changes.paths import RECORD_DIR
from patchsmith.findings import Severity
from patchsmith.loop.run_folder import RunFolder
from patchsmith.loop.trees import Comparison, Recorded, Trees
from patchsmith.replx.protected import Protection
from patchsmith.workspace.local import LocalWorkspace
from trees import lay, tree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a folder with a module and a test."""
    lay(tmp_path / "root", {"a.py": "one\ntwo\n", "tests/test_a.py": "x\n", "bin": b"\0\1"})
    return tmp_path / "root"


def trees_of(root: Path) -> Trees:
    """Return the trees of a root after a first run."""
    trees = Trees(root, RunFolder.create(root.parent / "runs"), Protection())
    trees.note_run()
    return trees


def test_a_change_is_found_counted_and_written_down(root: Path) -> None:
    """By snapshot, with its lines."""
    trees = trees_of(root)
    lay(root, {"a.py": "one\n2\n", "new.py": "x\n"})
    found = trees.compare(1)
    assert [(each.path, each.status, each.added, each.removed) for each in found.changes] == [
        ("a.py", "modified", 1, 1),
        ("new.py", "added", 1, 0),
    ]
    assert found.findings == ()


def test_no_change_is_no_change(root: Path) -> None:
    """Rewriting a file with what it holds changes nothing."""
    trees = trees_of(root)
    lay(root, {"a.py": "one\ntwo\n"})
    assert trees.compare(1).changes == ()


def test_equal_changes_have_equal_fingerprints(root: Path) -> None:
    """Wherever in the file they are; another change has another one."""
    trees = trees_of(root)
    prints: list[str] = []
    for text in ("one\ntwo\nx\n", "one\ntwo\nx\nx\n", "one\ntwo\nx\nx\ny\n"):
        lay(root, {"a.py": text})
        prints.append(trees.compare(len(prints) + 1).fingerprint)
        trees.note_run()
    assert prints[0] == prints[1] != prints[2]


def test_changes_of_binary_files_are_told_apart(root: Path) -> None:
    """Their lines are not shown, their content counts all the same."""
    trees = trees_of(root)
    prints: list[str] = []
    for content in (b"\0\2", b"\0\3"):
        lay(root, {"bin": content})
        prints.append(trees.compare(1).fingerprint)
        trees.note_run()
    assert prints[0] != prints[1]


def test_rolling_back_restores_every_byte(root: Path) -> None:
    """Added files go, deleted ones come back, modes too."""
    trees = trees_of(root)
    before = tree(root)
    (root / "tests" / "test_a.py").unlink()
    (root / "a.py").chmod(0o755)
    lay(root, {"bin": b"\0\7", "deep/er/new.py": "x"})
    assert [finding.rule for finding in trees.compare(1).findings] == ["PT01"]
    trees.roll_back()
    assert tree(root) == before
    assert not (root / "deep").exists()
    assert not (root / "a.py").stat().st_mode & 0o111


def test_only_attempts_count_as_the_loops_change(root: Path) -> None:
    """What the command wrote is named apart."""
    trees = trees_of(root)
    lay(root, {"a.py": "fixed\n"})
    trees.keep(trees.compare(1).changes)
    lay(root, {"build.log": "x\n"})
    trees.note_run()
    assert [change.path for change in trees.final_diff()] == ["a.py"]
    assert trees.written_by_command() == ("build.log",)
    assert trees.verified() == ()


def nested_in(root: Path) -> Path:
    """Return a repository with a commit inside the root."""
    nested = root / "vendor"
    lay(nested, {"lib.py": "x\n"})
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.com")
    for words in (("init", "-q"), ("add", "."), (*identity, "commit", "-qm", "x")):
        subprocess.run(("git", *words), cwd=nested, check=True)
    return nested


def test_edits_in_a_nested_repository_are_refused_and_undone(root: Path) -> None:
    """Its files are watched like others, whatever becomes of them."""
    nested = nested_in(root)
    trees = trees_of(root)
    before = tree(root)
    lay(nested, {"lib.py": "y\n", "new.py": "z\n"})
    found = trees.compare(1)
    assert [(each.rule, each.path) for each in found.findings] == [
        ("PT05", "vendor/lib.py"),
        ("PT05", "vendor/new.py"),
    ]
    trees.roll_back()
    assert tree(root) == before
    assert trees.compare(2).changes == ()


def test_a_repository_that_an_attempt_makes_goes_with_it(root: Path) -> None:
    """It was not there at the last run."""
    trees = trees_of(root)
    before = tree(root)
    nested_in(root)
    assert {finding.rule for finding in trees.compare(1).findings} == {"PT05"}
    trees.roll_back()
    assert tree(root) == before


def test_a_test_that_changes_in_a_run_is_found_by_verification(root: Path) -> None:
    """New output in a folder of tests is not, unless its name would make it judge."""
    trees = trees_of(root)
    lay(root, {"tests/test_a.py": "y\n", "tests/out.txt": "x\n", "tests/conftest.py": "x\n"})
    trees.note_run()
    assert [finding.path for finding in trees.verified()] == [
        "tests/conftest.py",
        "tests/test_a.py",
    ]


def test_a_test_that_the_command_rewrites_anew_is_found(root: Path) -> None:
    """What the first run made of it is the command's own, and noted; more of it blocks."""
    trees = Trees(root, RunFolder.create(root.parent / "runs"), Protection())
    lay(root, {"tests/test_a.py": "first\n", "tests/out.txt": "1\n"})
    trees.note_run()
    lay(root, {"tests/out.txt": "2\n"})
    trees.note_run()
    (noted,) = trees.verified()
    assert (noted.path, noted.severity) == ("tests/test_a.py", Severity.WARN)
    lay(root, {"tests/test_a.py": "second\n"})
    trees.note_run()
    (found,) = trees.verified()
    assert (found.path, found.severity) == ("tests/test_a.py", Severity.BLOCK)


def test_a_test_that_changes_after_the_last_run_is_found(root: Path) -> None:
    """By whom does not matter, such as a process that a repairer left behind."""
    trees = trees_of(root)
    (root / "tests" / "test_a.py").unlink()
    assert [finding.path for finding in trees.verified()] == ["tests/test_a.py"]


def test_what_a_run_deleted_was_not_written(root: Path) -> None:
    """Only what is there is said to be written."""
    trees = trees_of(root)
    (root / "a.py").unlink()
    lay(root, {"b.py": "x\n"})
    trees.note_run()
    assert trees.written_by_command() == ("b.py",)


def test_a_half_made_commit_is_mended_before_the_tree_is_looked_at(tmp_path: Path) -> None:
    """A repair program that was killed in the middle of one leaves all of it, or nothing."""
    root = laid(tmp_path / "root")
    trees = trees_of(root)
    cut_off(root, 12)  # before it was decided
    assert (root / RECORD_DIR).exists()
    assert trees.compare(1).changes == ()
    assert not (root / RECORD_DIR).exists()


def test_a_commit_that_was_decided_is_carried_out_first(tmp_path: Path) -> None:
    """The attempt is then the whole of it."""
    root = laid(tmp_path / "root")
    trees = trees_of(root)
    disk = FaultyDisk()
    LocalWorkspace(root, disk=disk).commit(change_set(MANY))
    whole = trees.compare(1)
    cut_off(root, swaps(disk.trace)[5])
    assert trees.compare(1) == whole


def test_a_record_that_is_no_commits_is_refused_and_goes(root: Path) -> None:
    """An attempt must not be able to stop the loop by planting one."""
    trees = trees_of(root)
    lay(root, {f"{RECORD_DIR}/record": "nonsense", "a.py": "x\n"})
    (root / RECORD_DIR).chmod(0o700)
    assert [each.rule for each in trees.compare(1).findings] == ["PT06"]
    trees.roll_back()
    assert not (root / RECORD_DIR).exists()
    assert trees.compare(1) == Comparison((), (), trees.compare(1).fingerprint)
    assert (root / "a.py").read_text() == "one\ntwo\n"


def test_another_process_goes_on_from_what_was_recorded(root: Path) -> None:
    """It knows the last run, what attempts have changed, and where the loop began."""
    folder = RunFolder.create(root.parent / "runs")
    trees = Trees(root, folder, Protection())
    baseline = trees.step()
    trees.note_run()
    lay(root, {"a.py": "1\n"})
    trees.keep(trees.compare(1).changes)
    kept, before = trees.step(), tree(root)
    recorded = Recorded(
        baseline=baseline, first=baseline, last_run=baseline, current=kept,
        touched=frozenset({"a.py"}),
    )  # fmt: skip
    lay(root, {"a.py": "2\n", "b.py": "2\n"})
    again = Trees(root, folder, Protection(), recorded)
    assert again.changed_since(kept.tree) == ("a.py", "b.py")
    assert again.go_back("cut-off", of_attempt=True) == ("a.py", "b.py")
    assert tree(root) == before
    assert "+2\n" in (folder.path / "attempts" / "cut-off.diff").read_text()
    assert [each.path for each in again.final_diff()] == ["a.py"]


def test_what_changes_after_it_was_judged_is_no_attempts_doing(root: Path) -> None:
    """It is noted once, and judged with the whole change."""
    trees = trees_of(root)
    lay(root, {"a.py": "one\n2\n"})
    trees.keep(trees.compare(1).changes)
    trees.note_meanwhile()
    assert trees.noted() == ()
    lay(root, {"late.py": "x\n", "tests/test_a.py": "weaker\n"})
    for _ in range(2):
        trees.note_meanwhile()
        trees.note_run()
    assert [(each.rule, each.path) for each in trees.noted()] == [
        ("LO02", "late.py"),
        ("LO02", "tests/test_a.py"),
    ]
    assert [each.path for each in trees.final_diff()] == ["a.py"]
    assert [each.path for each in trees.verified() if each.severity is Severity.BLOCK] == [
        "tests/test_a.py"
    ]
