"""Rules for the checks kept from the repairer, in a loop on real folders."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Unpack

import pytest

from loops import Scripted, writes
from patchsmith.errors import RequestError
from patchsmith.loop import LoopRequest, repair
from patchsmith.loop.progress import Tell
from patchsmith.repairers.base import Failure
from patchsmith.replx.record import Check, Ending, LoopRecord, Status
from patchsmith.testing import LoopOptions
from trees import lay, tree

SECRET = "seven-and-eight"
FAILED = "a check that was kept from the repairer failed"
VISIBLE = "grep -q 'good' app.txt && sh more.sh\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project whose check sees less than what is held out."""
    lay(tmp_path / "root", {"app.txt": "bad\n", "check.sh": VISIBLE, "more.sh": "exit 0\n"})
    return tmp_path / "root"


def hidden(tmp_path: Path, check: str) -> Path:
    """Return a folder of held-out checks with a stricter `more.sh`."""
    lay(tmp_path / "hidden", {"more.sh": f"# {SECRET}\n{check}\n"})
    return tmp_path / "hidden"


def looped(
    root: Path,
    *steps: str,
    words: tuple[str, ...] = ("sh", "check.sh"),
    tell: Tell | None = None,
    **options: Unpack[LoopOptions],
) -> tuple[LoopRecord, list[Failure]]:
    """Run a loop whose attempts write those texts to app.txt; return what the repairer was told."""
    repairer = Scripted([writes("app.txt", text) for text in steps])
    request = LoopRequest(words=words, root=root, **options)
    return repair(request, repairer=repairer, tell=tell), repairer.told


def report_of(record: LoopRecord) -> str:
    """Return the stored report."""
    return Path(str(record.run_dir), "report.md").read_text("utf-8")


def test_a_success_that_held_out_checks_confirm_says_so(root: Path, tmp_path: Path) -> None:
    """They ran once, in a copy; the tree never holds them."""
    checks = hidden(tmp_path, "test -e check.sh && grep -q 'very good' app.txt")
    record, _ = looped(root, "very good\n", held_out=checks)
    assert (record.outcome.status, record.verification_runs) == (Status.SOLVED, 1)
    assert Check.HELD_OUT in record.outcome.verified
    report = report_of(record)
    assert "- Verified: held-out checks, which the repairer was not told of, hold\n" in report
    assert "- Verification runs: 1\n" in report
    assert "of which none were given" not in report
    assert tree(root) == {
        "app.txt": b"very good\n",
        "check.sh": VISIBLE.encode(),
        "more.sh": b"exit 0\n",
    }


def test_a_success_that_held_out_checks_refute_is_none(root: Path, tmp_path: Path) -> None:
    """Unsolved, in one opaque sentence; budget is left, and yet no attempt follows."""
    record, told = looped(root, "good\n", "x\n", held_out=hidden(tmp_path, "echo no; exit 1"))
    assert (record.outcome.status, record.outcome.ending) == (
        Status.UNSOLVED,
        Ending.NOT_VERIFIED,
    )
    assert len(told) == 1
    assert [each.rule for each in record.outcome.findings] == ["DY06"]
    assert f"DY06: {FAILED}" in report_of(record)
    assert (root / "app.txt").read_text() == "good\n"


def test_nothing_of_the_checks_is_told_or_stored(root: Path, tmp_path: Path) -> None:
    """No prompt, event, output or report holds their text, name, place or command."""
    checks = hidden(tmp_path, f"echo {SECRET}; exit 1")
    lines: list[str] = []
    repairer = Scripted([writes("app.txt", "worse\n"), writes("app.txt", "good\n")])
    request = LoopRequest(
        words=("sh", "check.sh"), root=root, held_out=checks, verify=f"sh more.sh {SECRET}"
    )
    record = repair(request, repairer=repairer, tell=lines.append)
    assert record.outcome.ending is Ending.NOT_VERIFIED
    said = "\n".join([*lines, *map(repr, repairer.told)])
    folder = Path(str(record.run_dir))
    kept = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    for word in (SECRET, "hidden"):
        assert word not in said
        assert not [content for content in kept if word.encode() in content]
    assert "held-out: 1 file, kept from the repairer" in lines


def test_an_unmet_condition_runs_no_held_out_check(root: Path, tmp_path: Path) -> None:
    """There is nothing to verify."""
    mark = tmp_path / "mark"
    record, _ = looped(root, held_out=hidden(tmp_path, f"touch {mark}"), budget=1)
    assert (record.outcome.ending, record.verification_runs) == (Ending.BUDGET_SPENT, 0)
    assert not mark.exists()


def test_a_held_out_check_that_does_not_end_fails(root: Path, tmp_path: Path) -> None:
    """The loop's time-out bounds it like a run; only who watches is told of it."""
    lines: list[str] = []
    options: LoopOptions = {"held_out": hidden(tmp_path, "sleep 60"), "timeout_s": 1}
    record, _ = looped(root, "good\n", tell=lines.append, **options)
    assert [each.message for each in record.outcome.findings] == [FAILED]
    assert lines[-3:-1] == [f"verification: {FAILED}", "verification: it timed out after 1 s"]
    assert "timed out" not in report_of(record)


def test_an_interrupted_verification_leaves_no_copy(root: Path, tmp_path: Path) -> None:
    """The loop ends interrupted, with the repair in the tree and nothing else anywhere."""
    check = f"pwd > {tmp_path}/place; kill -INT {os.getpid()}; sleep 60"
    record, _ = looped(root, "good\n", held_out=hidden(tmp_path, check))
    assert record.outcome.ending is Ending.INTERRUPTED
    assert (root / "app.txt").read_text() == "good\n"
    place = Path((tmp_path / "place").read_text().strip())
    assert place.name == "root"
    assert not place.parent.exists()


LIES = {
    "it says so itself": "echo 'smoke: FAIL'",
    "no test ran": "echo 'Ran 0 tests in 0.000s'; echo; echo OK",
}


@pytest.mark.parametrize("check", LIES.values(), ids=LIES.keys())
def test_a_lying_verification_is_none(check: str, root: Path, tmp_path: Path) -> None:
    """Exit status 0 is believed there no more than in the open."""
    for verify in (None, "sh more.sh"):
        record, _ = looped(root, "good\n", held_out=hidden(tmp_path, check), verify=verify)
        assert record.outcome.ending is Ending.NOT_VERIFIED
        lay(root, {"app.txt": "bad\n"})


def test_the_loops_own_condition_judges_its_own_command(root: Path, tmp_path: Path) -> None:
    """A required line, and the check, also in the copy."""
    (root / "check.sh").write_text(f"set -e\n{VISIBLE}echo 'done: PASS'\n")
    options: LoopOptions = {"success_line": "done: PASS", "check": "sh more.sh"}
    options["held_out"] = hidden(tmp_path, "echo quiet")
    record, _ = looped(root, "good\n", **options)
    assert (record.outcome.status, record.verification_runs) == (Status.SOLVED, 2)
    (root / "app.txt").write_text("bad\n")
    refuted, _ = looped(
        root, "good\n", held_out=hidden(tmp_path, 'test -n "$X" || exit 1'), check="sh more.sh"
    )
    assert refuted.outcome.ending is Ending.NOT_VERIFIED


def test_words_that_name_the_root_run_in_the_copy(root: Path, tmp_path: Path) -> None:
    """Else the unchanged tree would be judged in its place."""
    checks = hidden(tmp_path, "exit 1")
    words = (f"cd {root} && sh {root}/check.sh",)
    record, _ = looped(root, "good\n", words=words, held_out=checks)
    assert record.outcome.ending is Ending.NOT_VERIFIED


def test_checks_that_do_not_fit_the_repaired_tree_are_said(root: Path, tmp_path: Path) -> None:
    """What can be known before the first run is refused there; this can not."""
    patch = tmp_path / "more.patch"
    patch.write_text("*** Begin Patch\n*** Update File: app.txt\n@@\n-bad\n+worse\n*** End Patch\n")
    lines: list[str] = []
    request = LoopRequest(words=("sh", "check.sh"), root=root, held_out=patch)
    record = repair(request, repairer=Scripted([writes("app.txt", "good\n")]), tell=lines.append)
    (finding,) = record.outcome.findings
    assert record.verification_runs == 0
    assert finding.message == "the checks that were kept from the repairer could not be made"
    assert any("app.txt" in line for line in lines[-3:])


def test_the_verify_commands_files_are_protected(root: Path, tmp_path: Path) -> None:
    """Whoever may edit them may rewrite the judge."""
    lay(root, {"judge.sh": "exit 1\n"})
    repairer = Scripted([writes("judge.sh", "exit 0\n")])
    request = LoopRequest(
        words=("sh", "check.sh"),
        root=root,
        held_out=hidden(tmp_path, "true"),
        verify="sh judge.sh",
        budget=1,
    )
    record = repair(request, repairer=repairer)
    attempt = record.iterations[0].attempt
    assert attempt is not None
    assert [each.rule for each in attempt.findings] == ["PT04"]


WRONG: dict[str, LoopOptions] = {
    "no checks": {"verify": "true"},
    "missing checks": {"held_out": "no/such/place"},
    "checks in the root": {"held_out": "more.sh"},
    "no such program": {"held_out": "../hidden", "verify": "no-such-program-at-all x"},
    "nothing to run": {"held_out": "../hidden", "verify": " "},
}


@pytest.mark.parametrize("options", WRONG.values(), ids=WRONG.keys())
def test_what_can_be_known_is_refused_before_the_first_run(
    options: LoopOptions,
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing has run, nothing is left behind."""
    hidden(tmp_path, "true")
    monkeypatch.chdir(root)
    before = tree(root)
    with pytest.raises(RequestError):
        looped(root, "good\n", **options)
    assert tree(root) == before
    assert not (tmp_path / "state").exists()


def test_the_checks_may_bring_their_own_program(root: Path, tmp_path: Path) -> None:
    """It is not in the root before they are laid over it."""
    checks = tmp_path / "hidden"
    lay(checks, {"judge": "#!/bin/sh\ngrep -q good app.txt\n"})
    (checks / "judge").chmod(0o755)
    record, _ = looped(root, "good\n", held_out=checks, verify="./judge")
    assert record.outcome.status is Status.SOLVED
