"""Where the missing-comma rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.missing_comma import MissingComma
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
    "a-colon-would-do": Quiet(
        {"shop.py": "x = {'a' 3}\nassert x['a'] == 3\n"}, "import shop", "a colon would do"
    ),
    "another-syntax-error": Quiet({"shop.py": "total = (1\n"}, "import shop", None),
    "operator-missing-outside-brackets": Quiet({"shop.py": "total = 1 2\n"}, "import shop", None),
    "string-ends-early": Quiet(
        {"shop.py": "name = 'x'\nprint('it' name 's')\n"}, "import shop", "no place for one comma"
    ),
    "two-commas": Quiet({"shop.py": "prices = [1 2 3]\n"}, "import shop", "no place for one comma"),
    "in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/shop.py": "prices = [1 2]\n"},
        "import tests.shop",
        "tests are never edited",
    ),
}

FIRES = {
    "between-arguments": Fires(
        {"shop.py": "total = max(1 2)\nassert total == 2\n"},
        "import shop",
        "shop.py:1:total = max(1, 2)",
        forms=("script", "unittest", "pytest"),
    ),
    "end-of-a-dict-entry": Fires(
        {"shop.py": "stock = {\n    'a': 1  # first\n    'b': 2,\n}\nassert stock['b'] == 2\n"},
        "import shop",
        "shop.py:2:    'a': 1,  # first",
    ),
    "end-of-a-list-item": Fires(
        {"shop.py": "names = [\n    'a',\n    str(1)\n    'c',\n]\nassert len(names) == 3\n"},
        "import shop",
        "shop.py:3:    str(1),",
    ),
    "after-a-string": Fires(
        {"shop.py": "n = 2\nprint('total: ' n)\n"}, "import shop", "shop.py:2:print('total: ', n)"
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(MissingComma(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The comma goes into the one gap that parses, and the code runs."""
    check_fires(MissingComma(), FIRES[name], form, tmp_path)
