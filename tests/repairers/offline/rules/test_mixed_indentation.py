"""Where the mixed-indentation rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.mixed_indentation import MixedIndentation
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

TWO_READINGS = "def f(a):\n    if a:\n        a = 2\n\ta = 3\n    return a\n"

QUIET = {
    "another-indentation-error": Quiet({"shop.py": "def f():\nreturn 1\n"}, "import shop", None),
    "two-readings": Quiet({"shop.py": TWO_READINGS}, "import shop", "means different things"),
    "no-reading": Quiet(
        {"shop.py": "def f():\n   a = 1\n\tb = 2\n     c = 3\n"},
        "import shop",
        "does not parse with any",
    ),
    "in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/shop.py": "def f():\n    a = 1\n\tb = 2\n"},
        "import tests.shop",
        "tests are never edited",
    ),
    "consistent-tabs": Quiet(
        {"shop.py": "def f():\n\treturn nothing\n\nf()\n"}, "import shop", None
    ),
}

FIRES = {
    "one-tab-among-spaces": Fires(
        {"shop.py": "def f():\n    a = 1\n\treturn a\n"},
        "import shop\nassert shop.f() == 1",
        "shop.py:3:    return a",
        forms=("script", "unittest", "pytest"),
    ),
    "one-line-of-spaces-among-tabs": Fires(
        {"shop.py": "def f():\n\tif True:\n\t\ta = 1\n        return a\n"},
        "import shop\nassert shop.f() == 1",
        "shop.py:4:\treturn a",
    ),
    "eight-columns": Fires(
        {"shop.py": "def f(a):\n    if a:\n\ta = 2\n    return a\n"},
        "import shop\nassert shop.f(1) == 2",
        "shop.py:3:        a = 2",
    ),
    "text-in-a-string": Fires(
        {"shop.py": "def f():\n    a = '''\n\tkept\n'''\n    b = 1\n\treturn a\n"},
        "import shop\nassert shop.f() == '\\n\\tkept\\n'",
        "shop.py:6:    return a",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(MixedIndentation(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The file is indented in one way, its strings stay, and the code runs."""
    check_fires(MixedIndentation(), FIRES[name], form, tmp_path)
