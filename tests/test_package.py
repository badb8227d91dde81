"""Importing the package does no work."""

from __future__ import annotations

import subprocess
import sys

import pytest

import patchsmith


def test_importing_loads_nothing_else() -> None:
    """`import patchsmith` brings in no other module of the package."""
    code = "import sys, patchsmith; print([m for m in sys.modules if m.startswith('patchsmith.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", patchsmith.__all__)
def test_every_public_name_loads(name: str) -> None:
    """Each name of `__all__` is there when asked for."""
    assert getattr(patchsmith, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The lazy table does not swallow misspellings."""
    with pytest.raises(AttributeError, match="aply_patch"):
        _ = patchsmith.aply_patch


def test_the_helpers_for_tests_need_no_test_framework() -> None:
    """`patchsmith.testing` works with whatever runs the tests, and all its names are there."""
    code = (
        "import sys; from patchsmith import testing; "
        "print([getattr(testing, name) for name in testing.__all__] and 'pytest' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
