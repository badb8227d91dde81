"""SK04: a focus makes every other test not run."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity

SPEC = "describe('cart', () => {{\n  {}('adds', () => {{\n    expect(add(1, 2)).toBe(3);\n  }});\n}});\n"
QUIET: dict[str, Change] = {
    "removed": ({"a.test.js": SPEC.format("it.only")}, {"a.test.js": SPEC.format("it")}),
    "a word that looks like it": (
        {"a.test.js": SPEC.format("it")},
        {"a.test.js": SPEC.format("it") + "const outfit = benefit('x');\n"},
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "only": (({"a.test.js": SPEC.format("it")}, {"a.test.js": SPEC.format("it.only")}), BLOCK),
    "a focused example": (
        (
            {"a_spec.rb": "it 'a' do\n  expect(f(1)).to eq(2)\nend\n"},
            {"a_spec.rb": "fit 'a' do\n  expect(f(1)).to eq(2)\nend\n"},
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("SK04", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("SK04", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("SK04", reversed_change(change))
