"""AW07: an expected error may be another one."""

from __future__ import annotations

import pytest

from guard_changes import (
    BLOCK,
    WARN,
    Change,
    assert_fires,
    assert_quiet,
    changed_tests,
    one_test,
    reversed_change,
)
from patchsmith.findings import Severity


def raising(old: str, new: str, *, fixed: bool = False) -> Change:
    body = "with pytest.raises({}):\n    price(None, 1)"
    return one_test(body.format(old), body.format(new), fixed=fixed)


QUIET: dict[str, Change] = {
    "a message too": raising("TypeError", "TypeError, match='count'"),
    "narrower": raising("Exception", "TypeError"),
    "more of the message": raising("TypeError, match='count'", "TypeError, match='count is None'"),
    "fewer types": raising("(TypeError, ValueError)", "TypeError"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "any error": (raising("TypeError", "Exception"), BLOCK),
    "even exits": (raising("TypeError", "BaseException"), BLOCK),
    "a message dropped": (raising("TypeError, match='count'", "TypeError"), BLOCK),
    "less of the message": (
        raising("TypeError, match='count is None'", "TypeError, match='count'"),
        BLOCK,
    ),
    "several": (raising("TypeError", "(TypeError, ValueError)"), BLOCK),
    "its parent": (raising("KeyError", "LookupError"), BLOCK),
    "beside a repair": (raising("TypeError", "Exception", fixed=True), WARN),
    "unittest's": (
        changed_tests(
            "import unittest\nfrom shop import price\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        with self.assertRaisesRegex(TypeError, 'count'):\n            price(None, 1)\n",
            "import unittest\nfrom shop import price\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        with self.assertRaises(TypeError):\n            price(None, 1)\n",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW07", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW07", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW07", reversed_change(change))
