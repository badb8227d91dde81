"""Rules for running a case."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path

import pytest

from patchsmith.errors import DeclarationError
from patchsmith.loop import LoopRequest
from patchsmith.replx.record import Check, Ending, Status
from patchsmith.testing import Case, CaseBuilder, LoopOptions, ScriptedReasoner, ScriptedRepairer
from trees import tree


@pytest.fixture
def case(tmp_path: Path) -> Case:
    """Return a case whose check wants `good`, and whose held-out check wants `very good`."""
    return (
        CaseBuilder(tmp_path)
        .file("app.txt", "very good\n")
        .file("check.sh", "#!/bin/sh\ngrep good app.txt\n")
        .command("./check.sh")
        .bug("app.txt", "very good", "bad")
        .held_out("check.sh", "#!/bin/sh\ngrep 'very good' app.txt\n")
        .build()
    )


def test_the_options_are_those_of_a_request() -> None:
    """All but what the case itself decides, with the same types."""
    own = {"words", "root", "run_dir"}
    types = {each.name: each.type for each in fields(LoopRequest) if each.name not in own}
    declared = {
        name: getattr(hint, "__forward_arg__", hint)
        for name, hint in LoopOptions.__annotations__.items()
    }
    assert declared == types


def test_a_case_proves_itself(case: Case) -> None:
    """It fails as it is; its fix passes the command and the held-out checks."""
    case.prove()
    with pytest.raises(AssertionError, match="expected unsolved"):
        replace(case, words=("true",)).prove()
    with pytest.raises(AssertionError, match="no fix"):
        replace(case, fix=None).prove()
    with pytest.raises(AssertionError, match="expected solved"):
        replace(case, held_out={"check.sh": b"#!/bin/sh\nexit 1\n"}).prove()


def test_a_run_is_the_whole_loop(case: Case) -> None:
    """With the record as `repair` returns it, and the tree where the record says."""
    record = case.run(ScriptedRepairer([case.fix]), budget=1)
    assert record.outcome.status is Status.SOLVED
    assert Check.HELD_OUT in record.outcome.verified
    assert Path(record.root, "app.txt").read_text() == "very good\n"
    assert Path(str(record.run_dir), "report.md").is_file()


def test_runs_do_not_see_each_other(case: Case) -> None:
    """Each starts from the files of the case."""
    first = case.run(ScriptedRepairer([case.fix]))
    second = case.run(ScriptedRepairer())
    assert first.root != second.root
    assert Path(second.root, "app.txt").read_text() == "bad\n"
    assert second.outcome.ending is Ending.NO_PROGRESS


def test_the_users_state_folder_is_left_alone(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs and locks are kept beside the trees, and the environment is as before."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "users"))
    record = case.run(ScriptedRepairer(), budget=1)
    assert Path(str(record.run_dir)).is_relative_to(tmp_path / "state")
    assert not (tmp_path / "users").exists()
    assert os.environ["XDG_STATE_HOME"] == str(tmp_path / "users")
    monkeypatch.delenv("XDG_STATE_HOME")
    case.run(ScriptedRepairer(), budget=1)
    assert "XDG_STATE_HOME" not in os.environ


def test_a_guard_that_fires_is_raised(case: Case, tmp_path: Path) -> None:
    """Nothing was run or edited."""
    with pytest.raises(DeclarationError) as caught:
        case.run(ScriptedRepairer([case.fix]), budget=0)
    assert caught.value.code == "budget"
    stuck = ScriptedReasoner(
        derivation=DeclarationError("goal-needs-reasoning", "nothing shows it")
    )
    with pytest.raises(DeclarationError, match="nothing shows it"):
        case.run(stuck, goal="the page works")
    assert all(found["app.txt"] == b"bad\n" for found in map(tree, (tmp_path / "trees").iterdir()))
