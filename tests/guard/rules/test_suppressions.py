"""CF05: a comment silences a checker."""

from __future__ import annotations

import pytest

from guard_changes import WARN, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity


def code(new: str, path: str = "shop.py", old: str = "x = price(1, 2)\n") -> Change:
    return {path: old}, {path: new}


QUIET: dict[str, Change] = {
    "removed": code("x = price(1, 2)\n", old="x = price(1, 2)  # noqa\n"),
    "one named case": code("x = price(1, 2)  # noqa: E501\n"),
    "a named type error": code("x = price(1, 2)  # type: ignore[arg-type]\n"),
    "an expected one": code("// @ts-expect-error only strings\nf(5);\n", "a.ts", "f(5);\n"),
    "one named rule": code("//nolint:errcheck // closed twice\nf()\n", "a.go", "f()\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "noqa": (code("x = price(1, 2)  # noqa\n"), WARN),
    "type": (code("x = price(1, 2)  # type: ignore\n"), WARN),
    "the file": (code("# ruff: noqa\nx = price(1, 2)\n"), WARN),
    "the file's types": (code("# mypy: ignore-errors\nx = price(1, 2)\n"), WARN),
    "coverage": (code("x = price(1, 2)  # pragma: no cover\n"), WARN),
    "typescript": (code("// @ts-nocheck\nf(5);\n", "a.ts", "f(5);\n"), WARN),
    "eslint": (code("/* eslint-disable */\nf(5);\n", "a.js", "f(5);\n"), WARN),
    "rust": (code("#![allow(warnings)]\nfn f() {}\n", "a.rs", "fn f() {}\n"), WARN),
    "java": (code('@SuppressWarnings("all")\nclass A {}\n', "A.java", "class A {}\n"), WARN),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF05", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF05", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF05", reversed_change(change))
