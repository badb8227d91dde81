"""SK03: a test that had to pass is expected to fail."""

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

TEST = "import unittest\nimport pytest\nfrom shop import price\n\n\n{}def test_one():\n    assert price(2, 3) == 6\n"


def marked(mark: str) -> Change:
    return changed_tests(TEST.format(""), TEST.format(mark + "\n"))


QUIET: dict[str, Change] = {
    "removed": changed_tests(TEST.format("@pytest.mark.xfail\n"), TEST.format("")),
    "made strict": changed_tests(
        TEST.format("@pytest.mark.xfail\n"), TEST.format("@pytest.mark.xfail(strict=True)\n")
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "a mark": (marked("@pytest.mark.xfail"), BLOCK),
    "a mark with an error": (marked("@pytest.mark.xfail(raises=AssertionError)"), BLOCK),
    "beside a repair": (
        changed_tests(TEST.format(""), TEST.format("@pytest.mark.xfail\n"), fixed=True),
        BLOCK,
    ),
    "unittest's": (marked("@unittest.expectedFailure"), BLOCK),
    "a row": (
        changed_tests(
            TEST.format("@pytest.mark.parametrize('n', [1, 2])\n"),
            TEST.format(
                "@pytest.mark.parametrize('n', [1, pytest.param(2, marks=[pytest.mark.xfail])])\n"
            ),
        ),
        BLOCK,
    ),
    "from inside": (
        one_test(
            "assert price(2, 3) == 6",
            "if price(2, 3) != 6:\n    pytest.xfail('x')\nassert price(2, 3) == 6",
        ),
        BLOCK,
    ),
    "of another language": (
        (
            {
                "a.rs": "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n"
            },
            {
                "a.rs": "#[cfg(test)]\nmod tests {\n    #[test]\n    #[should_panic]\n    fn adds() {\n        assert_eq!(add(1, 2), 3);\n    }\n}\n"
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("SK03", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("SK03", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("SK03", reversed_change(change))
