"""RP01: the production side of a change alone does not pass the baseline's tests."""

from __future__ import annotations

from guard_changes import FIXED, Change, judged, of_rule
from patchsmith.guard.evidence import Evidence, Replay

CHANGE: Change = ({}, {"shop.py": FIXED})


def weights(replay: Replay | None) -> list[str]:
    found = of_rule(judged(*CHANGE, evidence=Evidence(replay=replay)), "RP01")
    return [str(each.severity) for each in found]


def test_a_replay_that_fails_blocks() -> None:
    """One that passed, or that nobody asked for, says nothing."""
    assert weights(Replay(passed=False)) == ["block"]
    assert weights(Replay(passed=True)) == []
    assert weights(None) == []


def test_a_replay_that_could_not_run_proves_nothing() -> None:
    """It is reported, never taken for a pass."""
    assert weights(Replay(passed=True, unproven="no interpreter")) == ["warn"]


def test_documented_behaviour_may_need_its_tests() -> None:
    """Where the baseline's documents name the new value, the replay's failure is information."""
    test = "from shop import label\n\n\ndef test_a():\n    assert label('ann') == '{}'\n"
    before = {"tests/test_shop.py": test.format("ann"), "README.md": "Shown as `Ann`.\n"}
    after = before | {"tests/test_shop.py": test.format("Ann"), "shop.py": FIXED}
    found = of_rule(judged(before, after, evidence=Evidence(replay=Replay(passed=False))), "RP01")
    assert [str(each.severity) for each in found] == ["info"]
