"""AW09: a test catches the failure of its own check."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, one_test, reversed_change
from patchsmith.findings import Severity

OLD = "total = price(2, 3)\nassert total == 6"


def caught(body: str) -> tuple[Change, Severity]:
    return one_test(OLD, body), BLOCK


QUIET: dict[str, Change] = {
    "try and finally": one_test(
        OLD, "try:\n    total = price(2, 3)\n    assert total == 6\nfinally:\n    print('done')"
    ),
    "checks on what it caught": one_test(
        "with pytest.raises(TypeError):\n    price(None, 1)",
        "caught = None\ntry:\n    price(None, 1)\nexcept TypeError as error:\n    caught = error\nassert isinstance(caught, TypeError)",
    ),
    "raised again": one_test(
        OLD,
        "try:\n    total = price(2, 3)\n    assert total == 6\nexcept AssertionError:\n    print('no')\n    raise",
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "everything": caught("try:\n    assert price(2, 3) == 6\nexcept Exception:\n    pass"),
    "bare": caught("try:\n    assert price(2, 3) == 6\nexcept:\n    print('x')"),
    "the assertion": caught("try:\n    assert price(2, 3) == 6\nexcept AssertionError:\n    pass"),
    "suppressed": caught(
        "import contextlib\nwith contextlib.suppress(AssertionError):\n    assert price(2, 3) == 6"
    ),
    "among others": caught(
        "try:\n    assert price(2, 3) == 6\nexcept (ValueError, AssertionError):\n    return"
    ),
    "expected to fail": caught("with pytest.raises(AssertionError):\n    assert price(2, 3) == 6"),
    "an error that may come or not": (
        one_test(
            "with pytest.raises(TypeError):\n    price(None, 1)",
            "try:\n    price(None, 1)\nexcept TypeError:\n    pass",
        ),
        BLOCK,
    ),
    "beside a repair": (
        one_test(OLD, "try:\n    assert price(2, 3) == 6\nexcept Exception:\n    pass", fixed=True),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW09", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW09", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW09", reversed_change(change))
