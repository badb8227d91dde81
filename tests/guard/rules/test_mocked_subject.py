"""HC03: a test replaces what it is about."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, changed_tests, reversed_change
from patchsmith.findings import Severity

HEAD = "from unittest import mock\nimport pytest\nimport shop\nfrom shop import price\n\n\n"
OLD = HEAD + "def test_a(monkeypatch):\n    assert shop.price(2, 3) == 6\n"


def replaced(line: str) -> Change:
    return changed_tests(OLD, OLD.replace("    assert", f"    {line}\n    assert"))


QUIET: dict[str, Change] = {
    "a clock": replaced("monkeypatch.setattr('time.time', lambda: 0)"),
    "a collaborator": replaced("monkeypatch.setattr(shop, 'rate', lambda: 2, raising=False)"),
    "the environment": replaced("monkeypatch.setenv('A', 'b')"),
    "a new test": changed_tests(
        OLD, OLD + "\n\ndef test_b():\n    with mock.patch('shop.price'):\n        pass\n"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "setattr": (replaced("monkeypatch.setattr(shop, 'price', lambda n, m: 6)"), BLOCK),
    "setattr by name": (replaced("monkeypatch.setattr('shop.price', lambda n, m: 6)"), BLOCK),
    "assigned": (replaced("shop.price = mock.Mock(return_value=6)"), BLOCK),
    "patch.object": (
        changed_tests(
            OLD,
            OLD.replace(
                "    assert shop.price(2, 3) == 6",
                "    with mock.patch.object(shop, 'price', return_value=6):\n        assert shop.price(2, 3) == 6",
            ),
        ),
        BLOCK,
    ),
    "patch": (
        changed_tests(
            OLD,
            OLD.replace(
                "    assert shop.price(2, 3) == 6",
                "    with mock.patch('shop.price', return_value=6):\n        assert shop.price(2, 3) == 6",
            ),
        ),
        BLOCK,
    ),
    "a fixture for all": (
        (
            {"tests/test_shop.py": OLD},
            {
                "tests/test_shop.py": OLD,
                "conftest.py": "import pytest\nimport shop\n\n\n@pytest.fixture(autouse=True)\ndef quick(monkeypatch):\n    monkeypatch.setattr(shop, 'price', lambda n, m: 6)\n",
            },
        ),
        BLOCK,
    ),
    "a decorator": (
        changed_tests(
            OLD,
            OLD.replace(
                "def test_a(monkeypatch)",
                "@mock.patch('shop.price', return_value=6)\ndef test_a(fake)",
            ),
        ),
        BLOCK,
    ),
    "vitest": (
        (
            {
                "src/cart.test.ts": "import { add } from './cart';\nit('a', () => { expect(add(1)).toBe(2); });\n"
            },
            {
                "src/cart.test.ts": "import { add } from './cart';\nvi.mock('./cart', () => ({ add: () => 2 }));\nit('a', () => { expect(add(1)).toBe(2); });\n"
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC03", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC03", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("HC03", reversed_change(change))
