"""Where the close-keyword rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.close_keyword import CloseKeyword
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

PAINT = "def paint(item, *, color='red', size=1):\n    return color\n"

QUIET = {
    "another-type-error": Quiet(
        {"paint.py": PAINT, "shop.py": "import paint\npaint.paint()\n"}, "import shop", None
    ),
    "nothing-close": Quiet(
        {"paint.py": PAINT, "shop.py": "import paint\npaint.paint(1, weight=2)\n"},
        "import shop",
        "nothing close",
    ),
    "passed-already": Quiet(
        {"paint.py": PAINT, "shop.py": "import paint\npaint.paint(1, color='a', colour='b')\n"},
        "import shop",
        "not passed already",
    ),
    "something-of-another-name": Quiet(
        {
            "paint.py": PAINT,
            "shop.py": "import paint as p\nbrush = p.paint\nbrush(1, colour=2)\n",
        },
        "import shop",
        "something of another name",
    ),
    "standard-library-class": Quiet(
        {"shop.py": "import textwrap\ntextwrap.TextWrapper(widht=3)\n"},
        "import shop",
        "not one function",
    ),
    "called-in-a-test-file": Quiet(
        {"paint.py": PAINT},
        "import paint\npaint.paint(1, colour='b')",
        "tests are never edited",
        form="unittest",
    ),
    "two-functions-of-that-name": Quiet(
        {"paint.py": PAINT, "old.py": PAINT, "shop.py": "import paint\npaint.paint(1, colour=2)\n"},
        "import shop",
        "not one function",
    ),
}

FIRES = {
    "function": Fires(
        {
            "paint.py": PAINT,
            "shop.py": "import paint\n\n\ndef f():\n    return paint.paint(1, colour='blue')\n",
        },
        "import shop\nassert shop.f() == 'blue'",
        "shop.py:5:    return paint.paint(1, color='blue')",
        forms=("script", "unittest", "pytest"),
    ),
    "method": Fires(
        {
            "shop.py": "class Box:\n    def __init__(self, width):\n        self.width = width\n"
            "\n\nbox = Box(widht=3)\nassert box.width == 3\n"
        },
        "import shop",
        "shop.py:6:box = Box(width=3)",
    ),
    "dataclass-field": Fires(
        {
            "shop.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass Box:\n"
            "    width: int\n\n\nbox = Box(widht=3)\nassert box.width == 3\n"
        },
        "import shop",
        "shop.py:9:box = Box(width=3)",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(CloseKeyword(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The call names the parameter the function has, and the code runs."""
    check_fires(CloseKeyword(), FIRES[name], form, tmp_path)
