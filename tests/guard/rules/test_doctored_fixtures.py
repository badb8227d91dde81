"""HC04: the test's input was changed so that the fault is not met."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, changed_tests, one_test
from patchsmith.findings import Severity

QUIET: dict[str, Change] = {
    "beside a repair": one_test(
        "assert price(12, 34) == 408", "assert price(56, 78) == 4368", fixed=True
    ),
    "more is put in": one_test(
        "assert label('ann') == 'Ann'", "assert label('ann lee') == 'Ann Lee'"
    ),
    "a case added": one_test(
        "assert price(12, 34) == 408", "assert price(12, 34) == 408\nassert price(0, 1) == 0"
    ),
    "a variable for the input": one_test(
        "assert price(12, 34) == 408", "count = 12\nassert price(count, 34) == 408"
    ),
    "data added": ({"tests/data/in.csv": "a,1\n"}, {"tests/data/in.csv": "a,1\nb,2\n"}),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "an easier input": (
        one_test("assert label('ann o-neil') == 'Ann O-Neil'", "assert label('ann') == 'Ann'"),
        BLOCK,
    ),
    "another input": (one_test("assert price(12, 34) == 408", "assert price(0, 34) == 0"), BLOCK),
    "prepared differently": (
        one_test(
            "data = dict(name='ann lee')\nassert label(**data) == 'Ann Lee'",
            "data = dict(name='Ann')\nassert label(**data) == 'Ann Lee'",
        ),
        BLOCK,
    ),
    "data": (({"tests/data/in.csv": "a,1\nb,x\n"}, {"tests/data/in.csv": "a,1\n"}), BLOCK),
    "a helper that answers": (
        changed_tests(
            "from shop import price\n\n\ndef fake(n):\n    return price(n, 1)\n\n\ndef test_a():\n    assert fake(6) == 6\n",
            "from shop import price\n\n\ndef fake(n):\n    return 6\n\n\ndef test_a():\n    assert fake(6) == 6\n",
        ),
        BLOCK,
    ),
    "a mock that raises": (
        changed_tests(
            "from unittest import mock\nfrom shop import price\n\n\ndef fake():\n    m = mock.Mock()\n    return m\n\n\ndef test_a():\n    assert price(fake(), 2)\n",
            "from unittest import mock\nfrom shop import price\n\n\ndef fake():\n    m = mock.Mock()\n    m.side_effect = ValueError\n    return m\n\n\ndef test_a():\n    assert price(fake(), 2)\n",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC04", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC04", change, weight)
