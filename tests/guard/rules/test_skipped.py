"""SK01: a test that ran is skipped by a mark."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, changed_tests, reversed_change
from patchsmith.findings import Severity

TEST = "import sys\nimport unittest\nimport pytest\nfrom shop import price\n\n\n{}def test_one():\n    assert price(2, 3) == 6\n"
CLASS = """
    import unittest
    from shop import price

    {}class TestPrice(unittest.TestCase):
        def test_one(self):
            self.assertEqual(price(2, 3), 6)
"""


def marked(mark: str) -> Change:
    return changed_tests(TEST.format(""), TEST.format(mark + "\n"))


QUIET: dict[str, Change] = {
    "removed": changed_tests(TEST.format("@pytest.mark.skip\n"), TEST.format("")),
    "another mark": marked("@pytest.mark.slow"),
    "a new test for one platform": changed_tests(
        TEST.format(""),
        TEST.format("") + "\n\n@pytest.mark.skipif(sys.platform == 'win32', reason='x')\n"
        "def test_two():\n    assert price(1, 1) == 1\n",
    ),
    "it was there before": changed_tests(
        TEST.format("@pytest.mark.skip\n"), TEST.format("@pytest.mark.skip(reason='why')\n")
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "skip": (marked("@pytest.mark.skip"), BLOCK),
    "skip with a reason": (marked("@pytest.mark.skip(reason='later')"), BLOCK),
    "beside a repair": (
        changed_tests(TEST.format(""), TEST.format("@pytest.mark.skip\n"), fixed=True),
        BLOCK,
    ),
    "skipif": (marked("@pytest.mark.skipif(not hasattr(sys, 'nope'), reason='x')"), BLOCK),
    "unittest": (marked("@unittest.skip('x')"), BLOCK),
    "unless": (marked("@unittest.skipUnless(False, 'x')"), BLOCK),
    "the module": (
        changed_tests(TEST.format(""), TEST.format("pytestmark = [pytest.mark.skip]\n\n\n")),
        BLOCK,
    ),
    "the class": (
        changed_tests(CLASS.format(""), CLASS.format("@unittest.skip('x')\n    ")),
        BLOCK,
    ),
    "a renamed test": (
        changed_tests(
            TEST.format(""), TEST.format("@pytest.mark.skip\n").replace("test_one", "test_uno")
        ),
        BLOCK,
    ),
    "a row": (
        changed_tests(
            TEST.format("@pytest.mark.parametrize('n', [1, 2])\n"),
            TEST.format(
                "@pytest.mark.parametrize('n', [1, pytest.param(2, marks=pytest.mark.skip)])\n"
            ),
        ),
        BLOCK,
    ),
    "of another language": (
        (
            {"a.test.ts": "it('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n"},
            {"a.test.ts": "it.skip('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n"},
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("SK01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("SK01", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("SK01", reversed_change(change))
