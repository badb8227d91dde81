"""AW06: the expected value is computed by the code under test."""

from __future__ import annotations

import pytest

from guard_changes import (
    BLOCK,
    Change,
    assert_fires,
    assert_quiet,
    changed_tests,
    one_test,
    reversed_change,
)
from patchsmith.findings import Severity

QUIET: dict[str, Change] = {
    "a property in a new test": (
        {},
        {
            "tests/test_new.py": "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == price(3, 2)\n"
        },
    ),
    "written down now": one_test("assert price(2, 3) == price(3, 2)", "assert price(2, 3) == 6"),
    "computed by something else": one_test(
        "assert price(2, 3) == 6", "assert price(2, 3) == sum([3, 3])"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "the same call": (
        one_test("assert price(2, 3) == 6", "assert price(2, 3) == price(2, 3) * 1"),
        BLOCK,
    ),
    "a name in between": (
        one_test(
            "want = 6\nassert price(2, 3) == want", "want = price(2, 3)\nassert price(2, 3) == want"
        ),
        BLOCK,
    ),
    "itself under another name": (
        one_test(
            "total = price(2, 3)\nassert total == 6",
            "total = price(2, 3)\nexpected = total\nassert total == expected",
        ),
        BLOCK,
    ),
    "a table": (
        changed_tests(
            "from shop import label\n\nNAMES = {'a': 'A', 'b': 'B'}\n\n\ndef test_a():\n    for k, v in NAMES.items():\n        assert label(k) == v\n",
            "from shop import label\n\nNAMES = {k: label(k) for k in 'ab'}\n\n\ndef test_a():\n    for k, v in NAMES.items():\n        assert label(k) == v\n",
        ),
        BLOCK,
    ),
    "beside a repair": (
        one_test("assert price(2, 3) == 6", "assert price(2, 3) == price(3, 2)", fixed=True),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW06", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW06", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW06", reversed_change(change))
