"""TD04: a test is still there, and no runner collects it any more."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, changed_tests, reversed_change
from patchsmith.findings import Severity

TEST = "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n"
BODY = "assert price(2, 3) == 6"
CASE = """
    import unittest
    from shop import price

    class PriceChecks(unittest.TestCase):
        def test_one(self):
            self.assertEqual(price(2, 3), 6)
"""
QUIET: dict[str, Change] = {
    "renamed to another test": changed_tests(TEST, TEST.replace("test_one", "test_six")),
    "a helper renamed": changed_tests(
        "def check(x):\n    assert x\n\n\n" + TEST, "def verify(x):\n    assert x\n\n\n" + TEST
    ),
    "class renamed": changed_tests(CASE, CASE.replace("PriceChecks", "PriceCases")),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "an underscore before its name": (
        changed_tests(TEST, TEST.replace("test_one", "_test_one")),
        BLOCK,
    ),
    "another prefix": (changed_tests(TEST, TEST.replace("test_one", "check_one")), BLOCK),
    "beside a repair": (
        changed_tests(TEST, TEST.replace("test_one", "xtest_one"), fixed=True),
        BLOCK,
    ),
    "inside an uncalled function": (
        changed_tests(
            TEST, f"from shop import price\n\n\ndef later():\n    def test_one():\n        {BODY}\n"
        ),
        BLOCK,
    ),
    "under a condition that never holds": (
        changed_tests(
            TEST, f"from shop import price\n\nif 0:\n    def test_one():\n        {BODY}\n"
        ),
        BLOCK,
    ),
    "switched off": (changed_tests(TEST, TEST + "\n\ntest_one.__test__ = False\n"), BLOCK),
    "the base class dropped": (changed_tests(CASE, CASE.replace("(unittest.TestCase)", "")), BLOCK),
    "the whole module": (changed_tests(TEST, "__test__ = False\n" + TEST), BLOCK),
    "a class with a constructor": (
        changed_tests(
            "from shop import price\n\n\nclass TestP:\n    def test_one(self):\n        "
            + BODY
            + "\n",
            "from shop import price\n\n\nclass TestP:\n    def __init__(self):\n        pass\n\n"
            "    def test_one(self):\n        " + BODY + "\n",
        ),
        BLOCK,
    ),
    "a fixture by decorator": (
        changed_tests(
            TEST, "import pytest\n" + TEST.replace("def test_one", "@pytest.fixture\ndef test_one")
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("TD04", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("TD04", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("TD04", reversed_change(change))
