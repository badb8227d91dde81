"""Where the close-name rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.close_name import CloseName
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
    "a-class-that-is-not-imported": Quiet(
        {"shop.py": "def name(path):\n    return Path(path).name\n"},
        "import shop\nshop.name('a')",
        "reads like a class",
    ),
    "a-parameter-is-called": Quiet(
        {"shop.py": "def f(prices):\n    return pricse(prices)\n"},
        "import shop\nshop.f([])",
        "is called",
    ),
    "a-look-alike": Quiet(
        {"shop.py": "def f(items, itens):\n    return itms\n"},
        "import shop\nshop.f([], [])",
        "is close to `items` and `itens`",
    ),
    "another-error": Quiet({"shop.py": "print({}['totl'])\n"}, "import shop", None),
    "nothing-close": Quiet(
        {"shop.py": "def f(prices):\n    return amount\n"},
        "import shop\nshop.f([])",
        "no name in scope is close",
    ),
    "two-close-names": Quiet(
        {"shop.py": "def f(price_a, price_s):\n    return price\n"},
        "import shop\nshop.f(1, 2)",
        "is close to `price_a` and `price_s`",
    ),
    "bound-elsewhere": Quiet(
        {"shop.py": "def f(total):\n    return totl\n\n\ndef g():\n    totl = 1\n"},
        "import shop\nshop.f(1)",
        "bound elsewhere",
    ),
    "differs-in-digits-only": Quiet(
        {"shop.py": "def f(price1):\n    return price2\n"},
        "import shop\nshop.f(1)",
        "no name in scope is close",
    ),
    "opposite-word": Quiet(
        {"shop.py": "def f(min_price):\n    return max_price\n"},
        "import shop\nshop.f(1)",
        "no name in scope is close",
    ),
    "attribute-of-the-class": Quiet(
        {"shop.py": "class A:\n    total = 1\n\n    def f(self):\n        return totl\n"},
        "import shop\nshop.A().f()",
        "no name in scope is close",
    ),
    "attribute-of-self": Quiet(
        {
            "shop.py": "class A:\n    def f(self, totals):\n        self.total = 1\n"
            "        return total\n"
        },
        "import shop\nshop.A().f([])",
        "`self.total` may be meant",
    ),
    "star-import": Quiet(
        {"shop.py": "from os import *\n\n\ndef f(total):\n    return totl\n"},
        "import shop\nshop.f(1)",
        "star import",
    ),
    "in-a-test-file": Quiet(
        {"shop.py": ""}, "total = 1\nprint(totl)", "tests are never edited", form="pytest"
    ),
    "installed-package": Quiet(
        {"vendor/site-packages/shop.py": "total = 1\nprint(totl)\n"},
        "import sys\nsys.path.insert(0, 'vendor/site-packages')\nimport shop",
        "outside the project",
    ),
}

FIRES = {
    "parameter": Fires(
        {"shop.py": "def total(prices):\n    return sum(prcies)\n"},
        "import shop\nassert shop.total([1, 2]) == 3",
        "shop.py:2:    return sum(prices)",
        forms=("script", "unittest", "pytest"),
    ),
    "twice-on-the-line": Fires(
        {"shop.py": "def f(value):\n    return valu + valu  # valu\n"},
        "import shop\nassert shop.f(2) == 4",
        "shop.py:2:    return value + value  # valu",
    ),
    "function-defined-below": Fires(
        {"shop.py": "def f():\n    return comptue(1)\n\n\ndef compute(n):\n    return n\n"},
        "import shop\nassert shop.f() == 1",
        "shop.py:2:    return compute(1)",
    ),
    "builtin": Fires(
        {"shop.py": "def f(n):\n    return true if n else None\n"},
        "import shop\nassert shop.f(1) is True",
        "shop.py:2:    return True if n else None",
    ),
    "inside-an-f-string": Fires(
        {"shop.py": "def f(name):\n    return f'Hello {nmae}'\n"},
        "import shop\nassert shop.f('Ann') == 'Hello Ann'",
        "shop.py:2:    return f'Hello {name}'",
    ),
    "wide-characters-before": Fires(
        {"shop.py": "def f(name):\n    return 'Grüße, 你好 ' + nmae\n"},
        "import shop\nassert shop.f('Ann').endswith('Ann')",
        "shop.py:2:    return 'Grüße, 你好 ' + name",
    ),
    "latin-1-file": Fires(
        {"shop.py": "# coding: latin-1\ndef f(name):\n    return 'Gr\udcfc\udcdfe ' + nmae\n"},
        "import shop\nassert shop.f('Ann') == 'Grüße Ann'",
        "shop.py:3:    return 'Grüße ' + name",
    ),
    "byte-order-mark": Fires(
        {"shop.py": "\ufefftotal = 1\nprint(totl)\n"}, "import shop", "shop.py:2:print(total)"
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(CloseName(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The line uses the one close name in scope, and the code runs."""
    check_fires(CloseName(), FIRES[name], form, tmp_path)
