"""TD02: a test file is gone, or has a name that no runner collects."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, FIXED, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

FILE = "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n"
QUIET: dict[str, Change] = {
    "renamed to another collected name": (
        {"test_a.py": FILE},
        {"test_a.py": "", "test_b.py": FILE},
    ),
    "split with all tests kept": (
        {"test_a.py": FILE + "\n\ndef test_two():\n    assert price(1, 1) == 1\n"},
        {
            "test_a.py": "",
            "test_b.py": FILE,
            "test_c.py": "from shop import price\n\n\ndef test_two():\n    assert price(1, 1) == 1\n",
        },
    ),
    "a helper": ({"tests/helping.py": "def make():\n    return 1\n"}, {"tests/helping.py": ""}),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "deleted": (({"test_a.py": FILE}, {"test_a.py": ""}), BLOCK),
    "deleted beside a repair": (
        ({"test_a.py": FILE}, {"test_a.py": "", "shop.py": FIXED}),
        BLOCK,
    ),
    "renamed to a name nobody collects": (
        ({"test_a.py": FILE}, {"test_a.py": "", "a_old.py": FILE}),
        BLOCK,
    ),
    "of another language": (
        (
            {"cart.test.js": "test('a', () => { expect(cart(2)).toBe(4); });\n"},
            {"cart.test.js": ""},
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("TD02", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("TD02", change, weight)
