"""Where the close-attribute rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.close_attribute import CloseAttribute
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

CART = lines(
    """
    class Cart:
        def __init__(self):
            self.total = 1

        def add_item(self, item):
            return item
    """
)

QUIET = {
    "another-error": Quiet({"shop.py": "print({}['totl'])\n"}, "import shop", None),
    "value-of-a-builtin-type": Quiet(
        {"shop.py": "print('x'.decode('ascii'))\n"}, "import shop", "can not be known"
    ),
    "none": Quiet({"shop.py": "print(None.total)\n"}, "import shop", "can not be known"),
    "nothing-close": Quiet(
        {"cart.py": CART, "shop.py": "import cart\nprint(cart.Cart().price)\n"},
        "import shop",
        "nothing close",
    ),
    "two-close-names": Quiet(
        {"shop.py": "import cart\nprint(cart.tota)\n", "cart.py": "total = 1\ntotals = [1]\n"},
        "import shop",
        "has `total` and `totals`",
    ),
    "private-name": Quiet(
        {"shop.py": "import cart\nprint(cart.totl)\n", "cart.py": "_total = 1\n"},
        "import shop",
        "nothing close",
    ),
    "dynamic-attributes": Quiet(
        {
            "cart.py": "class Cart:\n    total = 1\n\n    def __getattr__(self, name):\n"
            "        raise AttributeError(f\"'Cart' object has no attribute '{name}'\")\n",
            "shop.py": "import cart\nprint(cart.Cart().totl)\n",
        },
        "import shop",
        "can not be known",
    ),
    "unknown-base-class": Quiet(
        {
            "cart.py": "import threading\n\n\nclass Cart(threading.Thread):\n    total = 1\n",
            "shop.py": "import cart\nprint(cart.Cart().totl)\n",
        },
        "import shop",
        "can not be known",
    ),
    "two-classes-of-that-name": Quiet(
        {"cart.py": CART, "old.py": CART, "shop.py": "import cart\nprint(cart.Cart().totl)\n"},
        "import shop",
        "can not be known",
    ),
    "set-later": Quiet(
        {
            "cart.py": "class Cart:\n    def fill(self):\n        self.totl = 1\n\n    total = 2\n",
            "shop.py": "import cart\nprint(cart.Cart().totl)\n",
        },
        "import shop",
        "a matter of when",
    ),
    "read-in-a-test-file": Quiet(
        {"cart.py": CART},
        "import cart\nprint(cart.Cart().totl)",
        "tests are never edited",
        form="unittest",
    ),
    "on-two-objects": Quiet(
        {"cart.py": CART, "shop.py": "import cart\nprint(cart.Cart().totl, cart.Cart().totl)\n"},
        "import shop",
        "not read exactly once",
    ),
}

FIRES = {
    "project-class": Fires(
        {"cart.py": CART, "shop.py": "import cart\n\n\ndef f():\n    return cart.Cart().totl\n"},
        "import shop\nassert shop.f() == 1",
        "shop.py:5:    return cart.Cart().total",
        forms=("script", "unittest", "pytest"),
    ),
    "self": Fires(
        {"cart.py": CART + "\n    def double(self):\n        return self.totall * 2\n"},
        "import cart\nassert cart.Cart().double() == 2",
        "cart.py:9:        return self.total * 2",
    ),
    "inherited-method": Fires(
        {"cart.py": CART + "\n\nclass Big(Cart): ...\n\n\ndef f():\n    return Big().additem(3)"},
        "import cart\nassert cart.f() == 3",
        "cart.py:13:    return Big().add_item(3)",
    ),
    "class-itself": Fires(
        {"cart.py": "class Cart:\n    LIMIT = 3\n\n\ndef f():\n    return Cart.limit\n"},
        "import cart\nassert cart.f() == 3",
        "cart.py:6:    return Cart.LIMIT",
    ),
    "project-module": Fires(
        {
            "lib/__init__.py": "",
            "lib/cart.py": "def total():\n    return 1\n",
            "shop.py": "from lib import cart\n\n\ndef f():\n    return cart.totla()\n",
        },
        "import shop\nassert shop.f() == 1",
        "shop.py:5:    return cart.total()",
    ),
    "standard-library-module": Fires(
        {"shop.py": "import json\n\n\ndef f():\n    return json.laods('1')\n"},
        "import shop\nassert shop.f() == 1",
        "shop.py:5:    return json.loads('1')",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(CloseAttribute(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The line reads the one close attribute, and the code runs."""
    check_fires(CloseAttribute(), FIRES[name], form, tmp_path)
