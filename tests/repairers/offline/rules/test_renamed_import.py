"""Where the renamed-import rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.renamed_import import RenamedImport
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

CART = "def total_price():\n    return 1\n"

QUIET = {
    "module-not-found": Quiet({"shop.py": "import crat\n"}, "import shop", None),
    "nothing-close": Quiet(
        {"cart.py": CART, "shop.py": "from cart import discount\n"}, "import shop", "nothing close"
    ),
    "two-close-names": Quiet(
        {"cart.py": "total = 1\ntotals = [1]\n", "shop.py": "from cart import tota\n"},
        "import shop",
        "has `total` and `totals`",
    ),
    "circular-import": Quiet(
        {
            "cart.py": "import shop\n\n\ndef total():\n    return 1\n",
            "shop.py": "from cart import total\n",
        },
        "import cart",
        None,
    ),
    "star-import-in-the-module": Quiet(
        {"cart.py": "from math import *\n", "shop.py": "from cart import ceill\n"},
        "import shop",
        "can not be known",
    ),
    "in-a-test-file": Quiet(
        {"cart.py": CART}, "from cart import totl_price", "tests are never edited", form="pytest"
    ),
    "opposite-word": Quiet(
        {"cart.py": "min_price = 1\n", "shop.py": "from cart import max_price\n"},
        "import shop",
        "nothing close",
    ),
}

FIRES = {
    "used-under-the-right-name": Fires(
        {
            "cart.py": CART,
            "shop.py": "from cart import totl_price\n\n\ndef f():\n    return total_price()\n",
        },
        "import shop\nassert shop.f() == 1",
        "shop.py:1:from cart import total_price",
        forms=("script", "unittest", "pytest"),
    ),
    "used-under-the-wrong-name": Fires(
        {
            "cart.py": CART,
            "shop.py": "from cart import totl_price\n\n\ndef f():\n    return totl_price()\n",
        },
        "import shop\nassert shop.f() == 1",
        "shop.py:1:from cart import total_price as totl_price",
    ),
    "with-an-alias": Fires(
        {"cart.py": CART, "shop.py": "from cart import totl_price as price\nassert price() == 1\n"},
        "import shop",
        "shop.py:1:from cart import total_price as price",
    ),
    "among-others": Fires(
        {"shop.py": "from os.path import (join, exist,\n    isfile)\nprint(join, exists)\n"},
        "import shop",
        "shop.py:1:from os.path import (join, exists,",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(RenamedImport(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The import names what the module has, and the code runs."""
    check_fires(RenamedImport(), FIRES[name], form, tmp_path)
