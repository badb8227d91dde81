"""Rules for prose that becomes a declaration."""

from __future__ import annotations

from pathlib import Path

import pytest

from patchsmith.errors import DeclarationError, EditError, RequestError
from patchsmith.loop.deriving import declared
from patchsmith.loop.request import LoopRequest
from patchsmith.replx.condition import OutputLine
from patchsmith.replx.declaration import Declaration
from patchsmith.testing import (
    Derivation,
    DerivedCondition,
    ScriptedReasoner,
    ScriptedRepairer,
    Stated,
)

SMOKE = Derivation(
    ("sh", "smoke.sh"),
    "smoke.sh starts the page",
    DerivedCondition(Stated(success_line="smoke: PASS"), "smoke.sh prints it when the page works"),
)


def reasoner() -> ScriptedReasoner:
    """Return a repairer that derives the smoke test from every goal."""
    return ScriptedReasoner(derivation=SMOKE)


def from_prose(root: Path, repairer: ScriptedRepairer, **options: object) -> Declaration:
    """Return what a request is declared as."""
    options.setdefault("words", ())
    return declared(LoopRequest(root=root, **options), repairer, root)  # type: ignore[arg-type]


def test_a_goal_becomes_a_command_and_a_condition(tmp_path: Path) -> None:
    """Each with its reason; the condition is not merely that the command ran."""
    repairer = reasoner()
    found = from_prose(tmp_path, repairer, goal="the page works")
    assert repairer.asked == ["the page works"]
    assert found.target.argv == ("sh", "smoke.sh")
    assert isinstance(found.condition.oracle, OutputLine)
    assert found.derived == (
        "the command sh smoke.sh: smoke.sh starts the page",
        "the condition: smoke.sh prints it when the page works",
    )


def test_one_quoted_argument_that_is_no_command_is_a_goal(tmp_path: Path) -> None:
    """Prose where a target is expected."""
    repairer = reasoner()
    found = from_prose(tmp_path, repairer, words=("Make the page work",))
    assert repairer.asked == ["Make the page work"]
    assert found.target.argv == ("sh", "smoke.sh")


def test_the_callers_own_condition_stands(tmp_path: Path) -> None:
    """Only the command is derived."""
    found = from_prose(tmp_path, reasoner(), goal="x", success_exact="done")
    assert found.condition.describe() == "a line of stdout or stderr that is exactly 'done'"
    assert len(found.derived) == 1


def test_a_condition_in_prose_becomes_checkable(tmp_path: Path) -> None:
    """For the caller's own command."""
    repairer = reasoner()
    found = from_prose(tmp_path, repairer, words=("ls",), success="the page looks right")
    assert repairer.asked == ["ls: the page looks right"]
    assert found.target.argv == ("ls",)
    assert isinstance(found.condition.oracle, OutputLine)
    assert found.derived[0].startswith("the condition 'the page looks right': ")


def test_a_command_that_is_declared_already_is_not_asked_about(tmp_path: Path) -> None:
    """Nothing is derived where nothing is prose."""
    repairer = reasoner()
    assert from_prose(tmp_path, repairer, words=("ls",)).derived == ()
    assert repairer.asked == []


REFUSED: dict[str, tuple[tuple[str, ...], Stated]] = {
    "until": (("until make; do sleep 1; done",), Stated()),
    "while": (("cd x && while ! make; do :; done",), Stated()),
    "for": (("for i in 1 2 3; do make && break; done",), Stated()),
    "watch": (("watch", "make"), Stated()),
    "retry": (("timeout 9 retry make",), Stated()),
    "a loop in the check": (("ls",), Stated(check="until make; do :; done")),
    "a command that does not exist": (("no-such-program-at-all", "x"), Stated()),
    "prose again": (("ls",), Stated(success="it works")),
    "no condition at all": (("ls",), Stated(success_regex="(")),
    "nothing": ((), Stated()),
}


@pytest.mark.parametrize(("words", "stated"), REFUSED.values(), ids=REFUSED.keys())
def test_what_can_not_be_watched_or_checked_is_refused(
    words: tuple[str, ...], stated: Stated, tmp_path: Path
) -> None:
    """A guard is named; nothing has run."""
    for program in ("watch", "retry"):
        (tmp_path / program).write_text("#!/bin/sh\n")
    derivation = Derivation(words, "because", DerivedCondition(stated, "because"))
    with pytest.raises(DeclarationError) as caught:
        from_prose(tmp_path, ScriptedReasoner(derivation=derivation), goal="x")
    assert caught.value.code in ("goal-needs-reasoning", "uncheckable-condition")
    assert caught.value.message.startswith("what the repairer derived")


def test_a_repairer_that_finds_nothing_is_a_refusal(tmp_path: Path) -> None:
    """Its own words stand in it."""
    stuck = ScriptedReasoner(derivation=EditError("not-found", "nothing in the tree shows it"))
    for options in ({"goal": "x"}, {"words": ("ls",), "success": "x"}):
        with pytest.raises(DeclarationError, match="nothing in the tree shows it"):
            from_prose(tmp_path, stuck, **options)


def test_without_reasoning_the_guards_fire(tmp_path: Path) -> None:
    """By their names."""
    for options, guard in (
        ({"goal": "x"}, "goal-needs-reasoning"),
        ({"words": ("Make it work",)}, "goal-needs-reasoning"),
        ({"words": ("ls",), "success": "it works"}, "uncheckable-condition"),
    ):
        with pytest.raises(DeclarationError) as caught:
            from_prose(tmp_path, ScriptedRepairer(), **options)
        assert caught.value.code == guard


def test_contradictions_are_refused(tmp_path: Path) -> None:
    """A goal beside a command, prose beside another condition, a budget that is none."""
    with pytest.raises(DeclarationError, match="one of them has to go"):
        from_prose(tmp_path, reasoner(), goal="x", words=("ls",))
    with pytest.raises(DeclarationError, match="by another option as well"):
        from_prose(tmp_path, reasoner(), words=("ls",), success="x", twice=True)
    with pytest.raises(DeclarationError) as caught:
        from_prose(tmp_path, reasoner(), goal="x", budget="99")
    assert caught.value.code == "budget"
    with pytest.raises(RequestError):
        from_prose(tmp_path / "missing", reasoner(), goal="x")
