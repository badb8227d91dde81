"""AW02: a check that can not fail."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, one_test, reversed_change
from patchsmith.findings import Severity

OLD = "total = price(2, 3)\nassert total == 6"


def weakened(check: str) -> tuple[Change, Severity]:
    return one_test(OLD, f"total = price(2, 3)\n{check}"), BLOCK


QUIET: dict[str, Change] = {
    "made real": one_test(
        "total = price(2, 3)\nassert (total == 6, 'six')",
        "total = price(2, 3)\nassert total == 6, 'six'",
    ),
    "a message": one_test(OLD, "total = price(2, 3)\nassert total == 6, 'or True'"),
    "two real sides": one_test(
        OLD, "total = price(2, 3)\nassert total == 6\nassert price(3, 2) == price(2, 3)"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "or True": weakened("assert total == 6 or True"),
    "or a text": weakened("assert total == 6 or 'six'"),
    "a tuple": weakened("assert (total == 6, 'six')"),
    "itself": weakened("assert total == total"),
    "a constant": weakened("assert True"),
    "one": weakened("assert 1"),
    "both truths": weakened("assert (total == 6) in (True, False)"),
    "a length": weakened("assert len([total]) >= 0"),
    "an object": weakened("assert isinstance(total, object)"),
    "opposites": weakened("assert total == 6 or total != 6"),
    "not none": weakened("assert not None"),
    "a lambda": weakened("assert lambda: total == 6"),
    "a text": weakened("assert f'{total} == 6'"),
    "among itself": weakened("assert total in [total, 6]"),
    "beside a repair": (
        one_test(OLD, "total = price(2, 3)\nassert total == 6 or True", fixed=True),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW02", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW02", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW02", reversed_change(change))
