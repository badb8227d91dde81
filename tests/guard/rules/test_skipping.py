"""SK02: a test that ran ends itself without a verdict."""

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

BODY = "total = price(2, 3)\nassert total == 6"
QUIET: dict[str, Change] = {
    "removed": one_test("pytest.skip('x')\n" + BODY, BODY),
    "in a new file for an optional module": (
        {},
        {
            "tests/test_new.py": "import pytest\n\npytest.importorskip('numpy')\n\n\ndef test_a():\n    assert 1 + 1 == 2\n"
        },
    ),
    "in a new test": changed_tests(
        "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n",
        "import pytest\nfrom shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n\n\n"
        "def test_two():\n    pytest.skip('slow')\n",
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "at the beginning": (one_test(BODY, "pytest.skip('x')\n" + BODY), BLOCK),
    "when the result is wrong": (
        one_test(
            BODY, "total = price(2, 3)\nif total != 6:\n    pytest.skip('x')\nassert total == 6"
        ),
        BLOCK,
    ),
    "by an exception": (
        one_test(BODY, "import unittest\nraise unittest.SkipTest('x')\n" + BODY),
        BLOCK,
    ),
    "asks for a module": (one_test(BODY, "pytest.importorskip('nope')\n" + BODY), BLOCK),
    "beside a repair": (one_test(BODY, "pytest.skip('x')\n" + BODY, fixed=True), BLOCK),
    "the whole file": (
        changed_tests(
            "import pytest\nfrom shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n",
            "import pytest\nfrom shop import price\n\npytest.skip('x', allow_module_level=True)\n\n\n"
            "def test_one():\n    assert price(2, 3) == 6\n",
        ),
        BLOCK,
    ),
    "in the set-up": (
        changed_tests(
            "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n",
            "import pytest\nfrom shop import price\n\n\ndef setup_function():\n    pytest.skip('x')\n\n\n"
            "def test_one():\n    assert price(2, 3) == 6\n",
        ),
        BLOCK,
    ),
    "of another language": (
        (
            {
                "a_test.go": 'package a\n\nfunc TestA(t *testing.T) {\n\tif f() != 3 {\n\t\tt.Error("x")\n\t}\n}\n'
            },
            {
                "a_test.go": 'package a\n\nfunc TestA(t *testing.T) {\n\tt.Skip("x")\n\tif f() != 3 {\n\t\tt.Error("x")\n\t}\n}\n'
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("SK02", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("SK02", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("SK02", reversed_change(change))
