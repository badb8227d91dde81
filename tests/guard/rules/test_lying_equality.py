"""HC06: an object says it is equal, true or full whatever it holds."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, CODE, Change, assert_fires, assert_quiet
from patchsmith.findings import Severity


def cls(body: str) -> Change:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return {}, {"shop.py": CODE + f"\n\nclass Total:\n{lines}"}


QUIET: dict[str, Change] = {
    "fields": cls(
        "def __eq__(self, other):\n    return isinstance(other, Total) and self.n == other.n"
    ),
    "after a check": cls(
        "def __eq__(self, other):\n    if not isinstance(other, Total):\n        return NotImplemented\n    return self.n == other.n"
    ),
    "step by step": cls(
        "def __eq__(self, other):\n    if self.n != other.n:\n        return False\n    return True"
    ),
    "never equal": cls("def __hash__(self):\n    return 1"),
    "its length": cls("def __len__(self):\n    return len(self.items)"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "always": (cls("def __eq__(self, other):\n    return True"), BLOCK),
    "by type": (cls("def __eq__(self, other):\n    return isinstance(other, (int, Total))"), BLOCK),
    "by class": (cls("def __eq__(self, other):\n    return type(self) is type(other)"), BLOCK),
    "never unequal": (cls("def __ne__(self, other):\n    return False"), BLOCK),
    "always true": (cls("def __bool__(self):\n    return True"), BLOCK),
    "one length": (cls("def __len__(self):\n    return 3"), BLOCK),
    "holds everything": (cls("def __contains__(self, item):\n    return True"), BLOCK),
    "a lambda": (cls("__eq__ = lambda self, other: True"), BLOCK),
    "in steps": (
        cls(
            "def __eq__(self, other):\n    if other is None:\n        return False\n    return True"
        ),
        BLOCK,
    ),
    "rust": (
        (
            {"a.rs": "struct A;\n"},
            {
                "a.rs": "struct A;\nimpl PartialEq for A {\n    fn eq(&self, _: &Self) -> bool {\n        true\n    }\n}\n"
            },
        ),
        BLOCK,
    ),
    "java": (
        (
            {"A.java": "class A {}\n"},
            {
                "A.java": "class A {\n    public boolean equals(Object o) {\n        return true;\n    }\n}\n"
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("HC06", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("HC06", change, weight)
