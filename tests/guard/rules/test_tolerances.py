"""AW04: a tolerance is wider than it was."""

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


def approx(old: str, new: str, *, fixed: bool = False) -> Change:
    return one_test(f"assert price(2, 0.1) == {old}", f"assert price(2, 0.1) == {new}", fixed=fixed)


QUIET: dict[str, Change] = {
    "narrower": approx("pytest.approx(0.2, abs=1e-3)", "pytest.approx(0.2, abs=1e-6)"),
    "noise of floats": approx("0.2", "pytest.approx(0.2)"),
    "the default spelled out": approx("pytest.approx(0.2)", "pytest.approx(0.2, rel=1e-6)"),
    "exact now": approx("pytest.approx(0.2, abs=0.1)", "0.2"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "a little, without a repair": (
        approx("pytest.approx(0.2, abs=1e-3)", "pytest.approx(0.2, abs=5e-3)"),
        BLOCK,
    ),
    "a little": (
        approx("pytest.approx(0.2, abs=1e-3)", "pytest.approx(0.2, abs=5e-3)", fixed=True),
        WARN,
    ),
    "a lot": (
        approx("pytest.approx(0.2, rel=1e-6)", "pytest.approx(0.2, rel=0.5)", fixed=True),
        BLOCK,
    ),
    "from exact": (approx("0.2", "pytest.approx(0.2, abs=0.1)"), BLOCK),
    "a distance": (
        one_test("assert abs(price(2, 0.1) - 0.2) < 1e-6", "assert abs(price(2, 0.1) - 0.2) < 0.1"),
        BLOCK,
    ),
    "isclose": (
        one_test(
            "import math\nassert math.isclose(price(2, 0.1), 0.2, rel_tol=1e-9)",
            "import math\nassert math.isclose(price(2, 0.1), 0.2, rel_tol=0.2)",
        ),
        BLOCK,
    ),
    "places": (
        changed_tests(
            "import unittest\nfrom shop import price\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        self.assertAlmostEqual(price(2, 0.1), 0.2, places=7)\n",
            "import unittest\nfrom shop import price\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        self.assertAlmostEqual(price(2, 0.1), 0.2, places=0)\n",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW04", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW04", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW04", reversed_change(change))
