"""Handlers in production code."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.handlers import handlers_of
from patchsmith.guard.facts.syntax import Module, parsed


@pytest.mark.parametrize(
    ("handler", "broad", "silent", "default"),
    [
        ("except Exception:\n        pass", True, True, None),
        ("except:\n        return {}", True, False, "{}"),
        ("except ValueError:\n        pass", False, True, None),
        ("except Exception as e:\n        log(e)", True, False, None),
        ("except Exception:\n        raise", True, False, None),
        ("except (OSError, Exception):\n        x = None", True, False, "None"),
    ],
)
def test_what_a_handler_does(handler: str, broad: bool, silent: bool, default: str | None) -> None:
    """Type and body decide."""
    module = parsed("a.py", f"def f():\n    try:\n        g()\n    {handler}\n")
    assert isinstance(module, Module)
    (found,) = handlers_of(module)
    assert (found.function, found.broad, found.silent, found.default) == (
        "f",
        broad,
        silent,
        default,
    )
