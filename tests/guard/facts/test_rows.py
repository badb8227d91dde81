"""Cases a test runs over."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.rows import rows_of
from patchsmith.guard.facts.syntax import Module, parsed


@pytest.mark.parametrize(
    "text",
    [
        "@pytest.mark.parametrize('a, b', [(1, 'x'), (2, 'y')])\ndef test_a(a, b): pass\n",
        "T = [(1, 'x'), (2, 'y')]\n@pytest.mark.parametrize('a, b', T)\ndef test_a(a, b): pass\n",
        "T = {1: 'x', 2: 'y'}\n@pytest.mark.parametrize('a, b', T.items())\ndef test_a(a, b): pass\n",
        "def test_a():\n    for a, b in [(1, 'x'), (2, 'y')]:\n        pass\n",
        "T = [(1, 'x'), (2, 'y'), (3, 'z')]\ndef test_a():\n    for a, b in T[:2]:\n        pass\n",
        "@pytest.mark.parametrize('a, b', [pytest.param(1, 'x', id='n'), (2, 'y')])\ndef test_a(a, b): pass\n",
    ],
)
def test_rows_are_found_wherever_they_are_written(text: str) -> None:
    """Decorators, constants one hop away, loops and slices."""
    module = parsed("a.py", text)
    assert isinstance(module, Module)
    assert [row.values for row in rows_of(module, module.functions[0])] == [
        ("1", "'x'"),
        ("2", "'y'"),
    ]
