"""Where the missing-self rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.missing_self import MissingSelf
from repairers.offline.project_runs import (
    Fires,
    Form,
    Quiet,
    check_fires,
    check_quiet,
    each_form,
)

if TYPE_CHECKING:
    from pathlib import Path

QUIET = {
    "plain-function": Quiet({"shop.py": "def f():\n    return 1\n\n\nf(1)\n"}, "import shop", None),
    "two-arguments-too-many": Quiet(
        {"shop.py": "class A:\n    def f():\n        return self\n\n\nA().f(1)\n"},
        "import shop",
        None,
    ),
    "self-is-there": Quiet(
        {"shop.py": "class A:\n    def f(self):\n        return self\n\n\nA().f(1)\n"},
        "import shop",
        "takes `self` already",
    ),
    "static-method": Quiet(
        {
            "shop.py": "class A:\n    @staticmethod\n    def f(a):\n        return self\n"
            "\n\nA().f(1, 2)\n"
        },
        "import shop",
        "decorated with `@staticmethod`",
    ),
    "could-be-static": Quiet(
        {"shop.py": "class A:\n    def f(a):\n        return a\n\n\nA().f(1)\n"},
        "import shop",
        "`@staticmethod`",
    ),
    "class-in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/a.py": "class A:\n    def f():\n        return self\n"},
        "import tests.a\ntests.a.A().f()",
        "tests are never edited",
    ),
}

FIRES = {
    "no-parameters": Fires(
        {"shop.py": "class A:\n    n = 1\n\n    def f():\n        return self.n\n"},
        "import shop\nassert shop.A().f() == 1",
        "shop.py:4:    def f(self):",
        forms=("script", "unittest", "pytest"),
    ),
    "one-parameter": Fires(
        {
            "shop.py": "class A:\n    n = 1\n\n    async def g(self):\n        return 0\n\n"
            "    def f(k: int) -> int:\n        return self.n + k\n"
        },
        "import shop\nassert shop.A().f(2) == 3",
        "shop.py:7:    def f(self, k: int) -> int:",
    ),
    "property": Fires(
        {"shop.py": "class A:\n    n = 1\n\n    @property\n    def f():\n        return self.n\n"},
        "import shop\nassert shop.A().f == 1",
        "shop.py:5:    def f(self):",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(MissingSelf(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The method takes self, and the code runs."""
    check_fires(MissingSelf(), FIRES[name], form, tmp_path)
