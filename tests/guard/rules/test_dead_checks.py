"""AW08: a check is there and never runs, or runs only when it would pass."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, one_test, reversed_change
from patchsmith.findings import Severity

OLD = "total = price(2, 3)\nassert total == 6"


def dead(body: str) -> tuple[Change, Severity]:
    return one_test(OLD, body), BLOCK


QUIET: dict[str, Change] = {
    "in a block that always runs": one_test(
        OLD, "with mock.patch('os.getcwd'):\n    total = price(2, 3)\nassert total == 6"
    ),
    "in a loop": one_test(
        OLD, "for _ in range(2):\n    total = price(2, 3)\n    assert total == 6"
    ),
    "try and finally": one_test(
        OLD, "try:\n    total = price(2, 3)\n    assert total == 6\nfinally:\n    print()"
    ),
    "an inner function that is called": one_test(
        OLD, "def run():\n    total = price(2, 3)\n    assert total == 6\nrun()"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "after a return": dead("total = price(2, 3)\nreturn\nassert total == 6"),
    "under False": dead("total = price(2, 3)\nif False:\n    assert total == 6"),
    "when it is right": dead("total = price(2, 3)\nif total == 6:\n    assert total == 6"),
    "when there is one": dead("total = price(2, 3)\nif total:\n    assert total == 6"),
    "left before": dead("total = price(2, 3)\nif total != 6:\n    return\nassert total == 6"),
    "in an uncalled function": dead(
        "def check():\n    assert price(2, 3) == 6\ntotal = price(2, 3)"
    ),
    "in a coroutine": dead("async def check():\n    assert price(2, 3) == 6\ncheck()"),
    "in an empty loop": dead("total = price(2, 3)\nfor _ in []:\n    assert total == 6"),
    "while nothing": dead("total = price(2, 3)\nwhile 0:\n    assert total == 6"),
    "in the environment": dead(
        "import os\ntotal = price(2, 3)\nif os.environ.get('FULL'):\n    assert total == 6"
    ),
    "beside a repair": (
        one_test(OLD, "total = price(2, 3)\nreturn\nassert total == 6", fixed=True),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW08", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW08", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW08", reversed_change(change))
