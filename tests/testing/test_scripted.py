"""Rules for scripted repairers: one step for each attempt, made with the real tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.errors import EditError, PatchsmithError
from patchsmith.repairers.base import Failure, Reasoner
from patchsmith.testing import (
    Derivation,
    DerivedCondition,
    Edit,
    ScriptedReasoner,
    ScriptedRepairer,
    Stated,
    Step,
)
from patchsmith.workspace.local import LocalWorkspace
from trees import lay, tree

FAILURE = Failure("make test", 1, 4, "exit status 0", "exit status 1", 1, "", "", (), ())
PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\n"
DERIVATION = Derivation(("make",), "it builds", DerivedCondition(Stated(), "it ends"))


def after(tmp_path: Path, *steps: Step) -> dict[str, bytes | str]:
    """Return the tree after as many attempts as there are steps."""
    lay(tmp_path, {"a.txt": "one\n"})
    repairer = ScriptedRepairer(steps)
    for _ in steps:
        repairer.attempt(FAILURE, LocalWorkspace(tmp_path))
    assert repairer.told == [FAILURE] * len(steps)
    return tree(tmp_path)


def test_a_step_is_a_patch_an_edit_a_callable_or_nothing(tmp_path: Path) -> None:
    """Each changes the tree as its tool does."""
    assert after(tmp_path, PATCH) == {"a.txt": b"two\n"}
    assert after(tmp_path, Edit("a.txt", "one", "three")) == {"a.txt": b"three\n"}
    assert after(tmp_path, lambda root: (root / "a.txt").unlink()) == {}
    assert after(tmp_path, None) == {"a.txt": b"one\n"}


def test_steps_come_in_order_and_then_nothing(tmp_path: Path) -> None:
    """The diagnosis counts the attempts."""
    lay(tmp_path, {"a.txt": "one\n"})
    repairer = ScriptedRepairer([None, PATCH], name="mine")
    said = [repairer.attempt(FAILURE, LocalWorkspace(tmp_path)).text for _ in range(3)]
    assert said == [f"scripted attempt {number}" for number in (1, 2, 3)]
    assert tree(tmp_path) == {"a.txt": b"two\n"}
    assert repairer.name == "mine"


def test_a_step_that_does_not_fit_raises(tmp_path: Path) -> None:
    """As an agent's edit does; the loop makes a failed attempt of it."""
    for step in (PATCH.replace("-one", "-eleven"), Edit("a.txt", "eleven", "x")):
        with pytest.raises(EditError):
            after(tmp_path, step)
    assert tree(tmp_path) == {"a.txt": b"one\n"}


def test_one_patch_is_no_list_of_steps() -> None:
    """Its characters would pass for patches."""
    with pytest.raises(TypeError, match="list of steps"):
        ScriptedRepairer(PATCH)


def test_a_reasoner_derives_what_its_script_says(tmp_path: Path) -> None:
    """And keeps what it was asked; who has no script for it can reason all the same."""
    reasoner, workspace = ScriptedReasoner(derivation=DERIVATION), LocalWorkspace(tmp_path)
    assert isinstance(reasoner, Reasoner)
    assert not isinstance(ScriptedRepairer(), Reasoner)
    assert reasoner.derive("it works", workspace) is DERIVATION
    assert reasoner.derive_condition("it works", "make", workspace) is DERIVATION.condition
    assert reasoner.asked == ["it works", "make: it works"]


def test_a_reasoner_may_find_nothing_checkable(tmp_path: Path) -> None:
    """The scripted error is raised; a script without an answer is a mistake of the test."""
    error: PatchsmithError = EditError("not-found", "nothing shows it")
    workspace = LocalWorkspace(tmp_path)
    with pytest.raises(EditError, match="nothing shows it"):
        ScriptedReasoner(derivation=error).derive("x", workspace)
    with pytest.raises(EditError, match="nothing shows it"):
        ScriptedReasoner(derivation=error).derive_condition("x", "make", workspace)
    with pytest.raises(LookupError):
        ScriptedReasoner().derive("x", workspace)
    with pytest.raises(LookupError):
        ScriptedReasoner().derive_condition("x", "make", workspace)
