"""Where the print-statement rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.print_statement import PrintStatement
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
    "exec-statement": Quiet({"shop.py": "exec 'n = 1'\n"}, "import shop", None),
    "to-a-file": Quiet({"shop.py": "import sys\nprint >>sys.stderr, 'x'\n"}, "import shop", None),
    "without-newline": Quiet({"shop.py": "print 'x',\n"}, "import shop", "without a newline"),
    "several-statements": Quiet({"shop.py": "print 'x'; n = 1\n"}, "import shop", "more than once"),
    "in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/shop.py": "print 'x'\n"},
        "import tests.shop",
        "tests are never edited",
    ),
}

FIRES = {
    "string": Fires(
        {"shop.py": "print 'total', 3\n"},
        "import shop",
        "shop.py:1:print('total', 3)",
        forms=("script", "unittest", "pytest"),
    ),
    "before-a-comment": Fires(
        {"shop.py": "if True:\n    print 'total'  # of all\n"},
        "import shop",
        "shop.py:2:    print('total')  # of all",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(PrintStatement(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The rest of the line is printed by a call, and the code runs."""
    check_fires(PrintStatement(), FIRES[name], form, tmp_path)
