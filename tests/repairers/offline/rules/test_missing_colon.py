"""Where the missing-colon rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.missing_colon import MissingColon
from repairers.offline.project_runs import (
    Fires,
    Form,
    Quiet,
    check_fires,
    check_quiet,
    each_form,
    lines,
)

if TYPE_CHECKING:
    from pathlib import Path

QUIET = {
    "another-syntax-error": Quiet({"shop.py": "total = (1\n"}, "import shop", None),
    "two-faults-in-one-file": Quiet(
        {"shop.py": "def a()\n    return 1\n\n\ndef b()\n    return 2\n"},
        "import shop",
        "no place for a colon",
    ),
    "in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/test_shop.py": "def test_a()\n    pass\n"},
        "import tests.test_shop",
        "tests are never edited",
    ),
    "code-given-as-text": Quiet(
        {"shop.py": "exec('if 1\\n  pass')\n"}, "import shop", "outside the project"
    ),
    "raised-by-hand": Quiet(
        {"shop.py": "raise SyntaxError(\"expected ':'\")\n"}, "import shop", "parses here"
    ),
}

FIRES = {
    "function": Fires(
        {"shop.py": "def total(prices)\n    return sum(prices)\n"},
        "import shop\nassert shop.total([1, 2]) == 3",
        "shop.py:1:def total(prices):",
        forms=("script", "unittest", "pytest"),
    ),
    "before-a-comment": Fires(
        {"shop.py": "for n in (1, 2)  # '#' twice\n    pass\n"},
        "import shop",
        "shop.py:1:for n in (1, 2):  # '#' twice",
    ),
    "else-if": Fires(
        {
            "shop.py": lines(
                """
                def sign(n):
                    if n < 0:
                        return -1
                    else if n > 0:
                        return 1
                    return 0
                """
            )
        },
        "import shop\nassert shop.sign(3) == 1",
        "shop.py:4:    elif n > 0:",
    ),
    "on-the-same-line": Fires(
        {"shop.py": "try:\n    n = 1\nfinally n = 2\n"}, "import shop", "shop.py:3:finally: n = 2"
    ),
    "crlf-endings": Fires(
        {"shop.py": "class Cart\r\n    pass\r\n"}, "import shop", "shop.py:1:class Cart:"
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(MissingColon(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The colon goes where the parser missed it, in one line, and the code runs."""
    check_fires(MissingColon(), FIRES[name], form, tmp_path)
