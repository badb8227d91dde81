"""Which test is which."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.matching import matched
from patchsmith.guard.facts.syntax import Module, parsed
from patchsmith.guard.facts.units import Unit, units_of

OLD = "def test_a():\n    assert f(12) == 24\n"


def units(text: str, path: str = "test_a.py") -> list[Unit]:
    module = parsed(path, text)
    assert isinstance(module, Module)
    return units_of(module)


@pytest.mark.parametrize(
    ("new", "path"),
    [
        (OLD, "test_b.py"),
        (OLD.replace("test_a", "test_z"), "test_a.py"),
        (OLD.replace("test_a", "test_z").replace("== 24", "== 24, 'm'"), "test_b.py"),
        (OLD.replace("== 24", "== 25"), "test_a.py"),
        (
            "@pytest.mark.parametrize('a, b', [(12, 24)])\ndef test_z(a, b):\n    assert f(a) == b\n",
            "test_a.py",
        ),
    ],
    ids=["moved", "renamed", "renamed with a message", "changed", "folded"],
)
def test_a_test_is_found_again(new: str, path: str) -> None:
    """By name, by body, by checks, as a row."""
    (match,) = matched(units(OLD), units(new, path)).matches
    assert match.after is not None


def test_what_is_gone_has_no_counterpart() -> None:
    """Another test on other values stands for nothing."""
    found = matched(units(OLD), units("def test_z():\n    assert g(1) == 5\n"))
    assert found.matches[0].after is None
    assert [unit.qualname for unit in found.added] == ["test_z"]
