"""TD05: a test, or what it asserts with, is replaced by something of the same name."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, changed_tests, reversed_change
from patchsmith.findings import Severity

TEST = "import pytest\nfrom shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n"
AGAIN = "\n\ndef test_one():\n    assert price(1, 1)\n"
QUIET: dict[str, Change] = {
    "another test added": changed_tests(TEST, TEST + AGAIN.replace("test_one", "test_two")),
    "an exact copy": changed_tests(
        TEST, TEST + "\n\ndef test_one():\n    assert price(2, 3) == 6\n"
    ),
    "the same name in another class": changed_tests(
        TEST,
        TEST + "\n\nclass TestMore:\n    def test_one(self):\n        assert price(1, 1) == 1\n",
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "defined again": (changed_tests(TEST, TEST + AGAIN), BLOCK),
    "bound to None": (changed_tests(TEST, TEST + "\n\ntest_one = None\n"), BLOCK),
    "deleted": (changed_tests(TEST, TEST + "\n\ndel test_one\n"), BLOCK),
    "pytest replaced": (
        changed_tests(TEST, TEST.replace("\nfrom shop", "\npytest = object()\nfrom shop")),
        BLOCK,
    ),
    "an assert method replaced": (
        changed_tests(
            TEST, TEST + "\n\ndef setup(self):\n    self.assertEqual = lambda *a: None\n"
        ),
        BLOCK,
    ),
    "a library of assertions replaced": (
        (
            {
                "a.test.js": "const assert = require('assert');\ntest('a', () => { assert.equal(f(1), 2); });\n"
            },
            {
                "a.test.js": "const assert = new Proxy({}, { get: () => () => 0 });\ntest('a', () => { assert.equal(f(1), 2); });\n"
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("TD05", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("TD05", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("TD05", reversed_change(change))
