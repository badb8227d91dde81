"""AW03: a check pins down less than it did."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, WARN, Change, assert_fires, assert_quiet, one_test, reversed_change
from patchsmith.findings import Severity

OLD = "name = label(' ann ')\nassert name == 'Ann'"


def looser(check: str) -> tuple[Change, Severity]:
    return one_test(OLD, f"name = label(' ann ')\n{check}"), BLOCK


QUIET: dict[str, Change] = {
    "stricter": one_test(
        "name = label('x')\nassert 'X' in name", "name = label('x')\nassert name == 'X'"
    ),
    "a type, then a value": one_test(
        "name = label('x')\nassert isinstance(name, str)", "name = label('x')\nassert name == 'X'"
    ),
    "the same, by is": one_test("assert price(0, 1) == None", "assert price(0, 1) is None"),
    "a higher bound": one_test("assert price(2, 3) > 1", "assert price(2, 3) > 5"),
    "fewer alternatives": one_test(
        "assert price(2, 3) in (5, 6, 7)", "assert price(2, 3) in (6, 7)"
    ),
    "more than before": one_test(OLD, OLD + "\nassert name.isalpha()"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "truth": looser("assert name"),
    "not none": looser("assert name is not None"),
    "a type": looser("assert isinstance(name, str)"),
    "a piece": looser("assert 'Ann' in name"),
    "a beginning": looser("assert name.startswith('A')"),
    "its length": looser("assert len(name) == 3"),
    "a part": looser("assert name[:1] == 'A'"),
    "without its case": looser("assert name.lower() == 'ann'"),
    "among others": looser("assert name in ('Ann', 'ann', 'ANN')"),
    "not another": looser("assert name != 'ann'"),
    "reversed": looser("assert name in 'Ann or ann'"),
    "a pattern": looser("import re\nassert re.match('A', name)"),
    "an alternative": looser("assert name == 'Ann' or name == 'ann'"),
    "a lower bound": (one_test("assert price(2, 3) >= 6", "assert price(2, 3) >= 1"), BLOCK),
    "sets": (
        one_test(
            "assert [price(1, 2), price(1, 1)] == [2, 1]",
            "assert set([price(1, 2), price(1, 1)]) == {1, 2}",
        ),
        BLOCK,
    ),
    "any for all": (
        one_test("xs = [price(1, 2)]\nassert xs == [2]", "xs = [price(1, 2)]\nassert any(xs)"),
        BLOCK,
    ),
    "beside a repair": (one_test(OLD, "name = label(' ann ')\nassert name", fixed=True), WARN),
    "an error nobody expects any more": (
        one_test(
            "with pytest.raises(TypeError):\n    price(None, 1)",
            "assert price(None, 1) is not None",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW03", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW03", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW03", reversed_change(change))
