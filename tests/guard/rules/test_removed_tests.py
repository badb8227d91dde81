"""TD01: a test that was there is gone."""

from __future__ import annotations

import pytest

from guard_changes import (
    BLOCK,
    WARN,
    Change,
    assert_fires,
    assert_quiet,
    changed_tests,
    reversed_change,
)
from patchsmith.findings import Severity

ONE = "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n"
TWO = ONE + "\n\ndef test_two():\n    assert price(4, 5) == 20\n"
CLASSES = """
    import unittest
    from shop import price

    class TestPrice(unittest.TestCase):
        def test_one(self):
            self.assertEqual(price(2, 3), 6)

        def test_two(self):
            self.assertEqual(price(4, 5), 20)
"""
QUIET: dict[str, Change] = {
    "moved to a file of its own": (
        {"tests/test_shop.py": TWO},
        {"tests/test_shop.py": ONE, "tests/test_two.py": TWO.replace("test_one", "test_three")},
    ),
    "renamed": changed_tests(TWO, TWO.replace("test_two", "test_twenty")),
    "renamed and a message added": changed_tests(
        TWO, TWO.replace("test_two", "test_twenty").replace("== 20", "== 20, 'no'")
    ),
    "a row of a table now": changed_tests(
        TWO,
        """
        import pytest
        from shop import price

        @pytest.mark.parametrize("count, each, total", [(2, 3, 6), (4, 5, 20)])
        def test_price(count, each, total):
            assert price(count, each) == total
        """,
    ),
    "from unittest to pytest": changed_tests(CLASSES, TWO),
    "a table made tests": changed_tests(
        """
        import pytest
        from shop import price

        @pytest.mark.parametrize("n, m, total", [(12, 3, 36), (4, 5, 20)])
        def test_price(n, m, total):
            assert price(n, m) == total
        """,
        """
        from shop import price

        def test_twelve():
            assert price(12, 3) == 36

        def test_four():
            assert price(4, 5) == 20
        """,
    ),
    "joined in one test": changed_tests(
        TWO,
        """
        from shop import price

        def test_all():
            assert price(2, 3) == 6
            assert price(4, 5) == 20
        """,
    ),
    "put in a class": changed_tests(
        TWO,
        """
        from shop import price

        class TestPrice:
            def test_one(self):
                assert price(2, 3) == 6

            def test_two(self):
                assert price(4, 5) == 20
        """,
    ),
    "an exact copy under another name": changed_tests(
        TWO + "\n\ndef test_again():\n    assert price(4, 5) == 20\n", TWO
    ),
    "one that said nothing": changed_tests(TWO + "\n\ndef test_there():\n    assert price\n", TWO),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "gone without a repair": (changed_tests(TWO, ONE), BLOCK),
    "gone beside a repair": (changed_tests(TWO, ONE, fixed=True), WARN),
    "a method": (
        changed_tests(CLASSES, CLASSES.partition("        def test_two")[0]),
        BLOCK,
    ),
    "commented out": (
        changed_tests(TWO, ONE + "\n\n# def test_two():\n#     assert price(4, 5) == 20\n"),
        BLOCK,
    ),
    "replaced by one that says nothing": (
        changed_tests(TWO, ONE + "\n\ndef test_other():\n    assert True\n"),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("TD01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("TD01", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("TD01", reversed_change(change))
