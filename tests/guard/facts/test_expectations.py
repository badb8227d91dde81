"""What tests put in and expect, and what code branches on."""

from __future__ import annotations

from patchsmith.guard.facts.expectations import branches_of, expectations_of
from patchsmith.guard.facts.syntax import Module, parsed


def module(text: str) -> Module:
    found = parsed("test_a.py", text)
    assert isinstance(found, Module)
    return found


def test_inputs_and_outputs_of_a_test_and_of_its_rows() -> None:
    """Arguments go in, what they are compared with comes out."""
    text = "@parametrize('a, b', [('x', 'y')])\ndef test_a(a, b):\n    assert f(a, 12) == b\n    assert g(3) == 34\n"
    whole, row = expectations_of([module(text)])
    assert whole.inputs == {"12", "3"}
    assert whole.outputs == {"34"}
    assert "'x'" in row.inputs
    assert "'y'" in row.outputs


def test_branches_on_literals() -> None:
    """A condition has what it compares with and what follows."""
    (branch,) = branches_of(
        module("def f(x):\n    if x == 'a' or 'part' in x:\n        return 3\n    return x\n")
    )
    assert [*branch.compared, *branch.parts, *branch.outcome] == ["'a'", "'part'", "3"]


def test_ranges_are_no_special_cases() -> None:
    """An inequality decides by no single input."""
    assert branches_of(module("def f(x):\n    if x > 100:\n        return 3\n")) == []
