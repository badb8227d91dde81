"""Where the assignment-in-condition rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.assignment_in_condition import AssignmentInCondition
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
    "another-syntax-error": Quiet({"shop.py": "total = (1\n"}, "import shop", None),
    "new-name-in-if": Quiet(
        {"shop.py": "import re\nif found = re.match('a', 'a'):\n    pass\n"},
        "import shop",
        "`:=` may be meant",
    ),
    "reading-loop": Quiet(
        {"shop.py": "import io\nwhile chunk = io.StringIO().read():\n    pass\n"},
        "import shop",
        "`:=` may be meant",
    ),
    "not-a-condition": Quiet({"shop.py": "n = 1\nprint(n.real = 1)\n"}, "import shop", None),
    "condition-inside-an-expression": Quiet(
        {"shop.py": "n = 1\nm = [n for n in (1, 2) if n = 1]\n"}, "import shop", None
    ),
    "second-line-of-a-condition": Quiet(
        {"shop.py": "n = 1\nif (n\n    and (n = 1)):\n    pass\n"},
        "import shop",
        "not the first line",
    ),
    "in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/shop.py": "n = 1\nif n = 1:\n    pass\n"},
        "import tests.shop",
        "tests are never edited",
    ),
}

FIRES = {
    "if": Fires(
        {"shop.py": "def one(n):\n    if n = 1:\n        return True\n    return n <= 1\n"},
        "import shop\nassert shop.one(1)",
        "shop.py:2:    if n == 1:",
        forms=("script", "unittest", "pytest"),
    ),
    "elif": Fires(
        {"shop.py": "n = 1\nif n >= 2:\n    pass\nelif n = 1:\n    n = 3\nassert n == 3\n"},
        "import shop",
        "shop.py:4:elif n == 1:",
    ),
    "attribute": Fires(
        {"shop.py": "n = 1\nif n.real = 1:\n    n = 3\nassert n == 3\n"},
        "import shop",
        "shop.py:2:if n.real == 1:",
    ),
    "call-with-a-keyword": Fires(
        {"shop.py": "n = [2, 1]\nif sorted(n, key=None) = [1, 2]:\n    n = 3\nassert n == 3\n"},
        "import shop",
        "shop.py:2:if sorted(n, key=None) == [1, 2]:",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(AssignmentInCondition(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The condition compares, and the code runs."""
    check_fires(AssignmentInCondition(), FIRES[name], form, tmp_path)
