"""Where the unclosed-bracket rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.unclosed_bracket import UnclosedBracket
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
    "another-syntax-error": Quiet({"shop.py": "if 1\n    pass\n"}, "import shop", None),
    "closing-bracket-too-many": Quiet({"shop.py": "total = sum((1, 2)))\n"}, "import shop", None),
    "two-brackets-open": Quiet(
        {"shop.py": "total = sum(max((1, 2)\nother = 1\n"}, "import shop", "no place for a closing"
    ),
    "two-places-parse": Quiet(
        {"shop.py": "x = [\n    max(1, 2\n    , 3]\n"}, "import shop", "fits in 2 ways: line 3"
    ),
    "before-or-after-an-operator": Quiet(
        {"shop.py": "n = 2\nif max(n, len('(') == 2:\n    n = 3\n"},
        "import shop",
        "fits in 2 ways: line 2",
    ),
    "value-before-an-operator": Quiet(
        {"shop.py": "n = sum((1, 2) + (3,)[:1]\n"}, "import shop", "fits in 2 ways"
    ),
    "nothing-is-open": Quiet({"shop.py": "total = 1 2\n"}, "import shop", "no bracket is open"),
    "in-a-test-file": Quiet(
        {"tests/__init__.py": "", "tests/shop.py": "total = sum((1, 2)\n"},
        "import tests.shop",
        "tests are never edited",
    ),
}

FIRES = {
    "one-line-call": Fires(
        {"shop.py": "total = round(sum((1, 2)), 2\nassert total == 3\n"},
        "import shop",
        "shop.py:1:total = round(sum((1, 2)), 2)",
        forms=("script", "unittest", "pytest"),
    ),
    "before-a-comment": Fires(
        {"shop.py": "total = sum((1, 2)  # of all\n"},
        "import shop",
        "shop.py:1:total = sum((1, 2))  # of all",
    ),
    "operator-inside-a-call": Fires(
        {"shop.py": "n = []\nn.append(sum((1, 2)) + 3\nassert n == [6]\n"},
        "import shop",
        "shop.py:2:n.append(sum((1, 2)) + 3)",
    ),
    "list-over-lines": Fires(
        {"shop.py": "prices = [\n    1,\n    2,\n\ntotal = sum(prices)\nassert total == 3\n"},
        "import shop",
        "shop.py:3:    2,]",
    ),
    "string-with-brackets": Fires(
        {"shop.py": "n = 2\nif max(n, len('+('):\n    n = 3\nassert n == 3\n"},
        "import shop",
        "shop.py:2:if max(n, len('+(')):",
    ),
    "call-before-the-colon": Fires(
        {"shop.py": "n = [1]\nif len(n:\n    n = [3]\nassert n == [3]\n"},
        "import shop",
        "shop.py:2:if len(n):",
    ),
    "other-bracket-closes": Fires(
        {"shop.py": "total = sum([1, 2)\nassert total == 3\n"},
        "import shop",
        "shop.py:1:total = sum([1, 2])",
    ),
    "entry-of-a-dict": Fires(
        {"shop.py": "stock = {\n    'a': [1, 2,\n    'b': [3],\n}\nassert stock['a'] == [1, 2]\n"},
        "import shop",
        "shop.py:2:    'a': [1, 2],",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(UnclosedBracket(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The bracket is closed in the one place that parses, and the code runs."""
    check_fires(UnclosedBracket(), FIRES[name], form, tmp_path)
