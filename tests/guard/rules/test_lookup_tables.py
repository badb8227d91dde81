"""HC02: the code holds a table of the tests' inputs and answers."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, WARN, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity

TESTS = {
    "tests/test_shop.py": """
        import pytest
        from shop import label

        @pytest.mark.parametrize("raw, want", [("ann", "Ann"), ("bob", "Bob"), ("cy", "Cy")])
        def test_label(raw, want):
            assert label(raw) == want

        def test_more():
            assert label("dee dee") == "Dee Dee"
    """
}


def code(new: str) -> Change:
    return TESTS, TESTS | {"shop.py": CODE + new}


QUIET: dict[str, Change] = {
    "a table of the field": code(
        "\nKINDS = {'ann': 'Ann', 'b': 'B', 'c': 'C', 'd': 'D', 'e': 'E', 'f': 'F'}\n"
    ),
    "other pairs": code("\nKINDS = {'mr': 'Mr.', 'dr': 'Dr.'}\n"),
    "one pair of another test": code("\nKINDS = {'zoe': 'Zoe'}\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "all of them": (code("\nKNOWN = {'ann': 'Ann', 'bob': 'Bob', 'dee dee': 'Dee Dee'}\n"), BLOCK),
    "pairs": (code("\nKNOWN = [('ann', 'Ann'), ('bob', 'Bob')]\n"), BLOCK),
    "in a function": (
        code("\n\ndef known(name):\n    return {'ann': 'Ann', 'cy': 'Cy'}.get(name)\n"),
        BLOCK,
    ),
    "a match": (
        code(
            "\n\ndef known(name):\n    match name:\n        case 'ann':\n            return 'Ann'\n        case 'bob':\n            return 'Bob'\n"
        ),
        BLOCK,
    ),
    "the one of a test": (code("\nKNOWN = {'dee dee': 'Dee Dee'}\n"), WARN),
    "most of them": (code("\nKNOWN = {'ann': 'Ann', 'bob': 'Bob', 'x': 'Y'}\n"), WARN),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC02", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC02", change, weight)
