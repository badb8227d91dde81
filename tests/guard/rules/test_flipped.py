"""AW05: the same thing is expected to be another value."""

from __future__ import annotations

import pytest

from guard_changes import (
    BLOCK,
    FIXED,
    WARN,
    Change,
    assert_fires,
    assert_quiet,
    changed_tests,
    one_test,
)
from patchsmith.findings import Severity

QUIET: dict[str, Change] = {
    "a name for the value": one_test(
        "assert price(2, 3) == 6", "want = 6\nassert price(2, 3) == want"
    ),
    "more is put in": one_test(
        "assert label('ann') == 'Ann'", "assert label('ann bo') == 'Ann Bo'"
    ),
    "documented, with the code": (
        {
            "tests/test_shop.py": "from shop import label\n\n\ndef test_a():\n    assert label('ann') == 'ann'\n",
            "README.md": "Names are shown with capitals: `Ann`.\n",
        },
        {
            "tests/test_shop.py": "from shop import label\n\n\ndef test_a():\n    assert label('ann') == 'Ann'\n",
            "README.md": "Names are shown with capitals: `Ann`.\n",
            "shop.py": FIXED,
        },
    ),
    "pinned": one_test("assert price(2, 3) == pow(6, 1)", "assert price(2, 3) == 6"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "another number": (one_test("assert price(2, 3) == 6", "assert price(2, 3) == 5"), BLOCK),
    "beside a repair": (
        one_test("assert price(2, 3) == 6", "assert price(2, 3) == 5", fixed=True),
        WARN,
    ),
    "a value for an error": (
        one_test(
            "with pytest.raises(TypeError):\n    price(None, 1)", "assert price(None, 1) == 0"
        ),
        BLOCK,
    ),
    "the opposite truth": (one_test("assert price(2, 3)", "assert not price(2, 3)"), BLOCK),
    "documented by the repair itself": (
        (
            {
                "tests/test_shop.py": "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == 6\n"
            },
            {
                "tests/test_shop.py": "from shop import price\n\n\ndef test_a():\n    assert price(2, 3) == 55\n",
                "README.md": "A shop. The price of 2 by 3 is 55.\n",
            },
        ),
        BLOCK,
    ),
    "a row": (
        changed_tests(
            "import pytest\nfrom shop import label\n\n\n@pytest.mark.parametrize('a, b', [('x', 'X'), ('y', 'Y')])\n"
            "def test_a(a, b):\n    assert label(a) == b\n",
            "import pytest\nfrom shop import label\n\n\n@pytest.mark.parametrize('a, b', [('x', 'X'), ('y', 'y')])\n"
            "def test_a(a, b):\n    assert label(a) == b\n",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("AW05", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("AW05", change, weight)
