"""AW01: a surviving test checks less."""

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
    "added": one_test(
        "assert price(2, 3) == 6", "assert price(2, 3) == 6\nassert price(0, 3) == 0"
    ),
    "in a helper now": changed_tests(
        "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == 6\n    assert price(1, 1) == 1\n",
        "from shop import price\n\n\ndef costs(n, m, total):\n    assert price(n, m) == total\n\n\n"
        "def test_a():\n    costs(2, 3, 6)\n    costs(1, 1, 1)\n",
    ),
    "joined in one": one_test(
        "assert price(2, 3) == 6\nassert price(4, 5) == 20",
        "assert [price(2, 3), price(4, 5)] == [6, 20]",
    ),
    "split with and": one_test(
        "assert price(2, 3) == 6 and price(4, 5) == 20",
        "assert price(2, 3) == 6\nassert price(4, 5) == 20",
    ),
    "a copy of another check": one_test(
        "assert price(2, 3) == 6\nassert price(2, 3) == 6", "assert price(2, 3) == 6"
    ),
    "in another test": changed_tests(
        "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == 6\n    assert price(1, 1) == 1\n",
        "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == 6\n\n\n"
        "def test_b():\n    assert price(1, 1) == 1\n",
    ),
    "unittest's spelling": changed_tests(
        "import unittest\nfrom shop import price\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        assert price(2, 3) == 6\n",
        "import unittest\nfrom shop import price\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(6, price(2, 3))\n",
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "one of two": (
        one_test("assert price(2, 3) == 6\nassert price(1, 1) == 1", "assert price(1, 1) == 1"),
        BLOCK,
    ),
    "all of them": (one_test("assert price(2, 3) == 6", "price(2, 3)"), BLOCK),
    "beside a repair": (
        one_test("assert price(2, 3) == 6", "print(price(2, 3))", fixed=True),
        BLOCK,
    ),
    "an expected error": (
        one_test("with pytest.raises(TypeError):\n    price('a', None)", "price('a', 1)"),
        BLOCK,
    ),
    "made a comment": (
        one_test("x = price(2, 3)\nassert x == 6", "x = price(2, 3)\n# assert x == 6"),
        BLOCK,
    ),
    "made a comparison that nobody reads": (
        one_test("x = price(2, 3)\nassert x == 6", "x = price(2, 3)\nx == 6"),
        BLOCK,
    ),
    "from a helper": (
        changed_tests(
            "from shop import price\n\n\ndef check(n):\n    assert n == 6\n\n\ndef test_a():\n    check(price(2, 3))\n",
            "from shop import price\n\n\ndef check(n):\n    return n\n\n\ndef test_a():\n    check(price(2, 3))\n",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW01", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("AW01", reversed_change(change))
