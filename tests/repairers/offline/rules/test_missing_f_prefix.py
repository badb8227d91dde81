"""Where the missing-f-prefix rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.missing_f_prefix import MissingFPrefix
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
    "no-assertion": Quiet(
        {"shop.py": "def f(name):\n    raise ValueError('Hello {name}')\n"},
        "import shop\nshop.f('Ann')",
        None,
    ),
    "template-is-expected-too": Quiet(
        {"shop.py": "def f(name):\n    return 'Hello {name}'\n"},
        "import shop\nself.assertEqual(shop.f('Ann'), 'Hallo {name}')",
        "not on exactly one side",
        form="unittest",
    ),
    "name-not-in-scope": Quiet(
        {"shop.py": "def f():\n    return 'Hello {name}'\n"},
        "import shop\nself.assertEqual(shop.f(), 'Hello Ann')",
        "`name` is not in scope",
        form="unittest",
    ),
    "written-twice": Quiet(
        {
            "shop.py": "def f(name):\n    return 'Hello {name}'\n\n\n"
            "def g(name):\n    return 'Hello {name}'\n"
        },
        "import shop\nself.assertEqual(shop.f('Ann'), 'Hello Ann')",
        "in 2 places: shop.py:2 and shop.py:6",
        form="unittest",
    ),
    "formatted-otherwise": Quiet(
        {
            "shop.py": "def f(name, polite):\n    text = 'Hello {name}'\n"
            "    return text.format(name=name) if polite else text\n"
        },
        "import shop\nself.assertEqual(shop.f('Ann', False), 'Hello Ann')",
        "formats strings by itself",
        form="unittest",
    ),
    "only-in-the-test": Quiet(
        {"shop.py": ""},
        "self.assertEqual('Hello {name}', 'Hello Ann')",
        "no plain string of a production file",
        form="unittest",
    ),
    "docstring-over-lines": Quiet(
        {"shop.py": "def f(name):\n    return '''Hello {name}'''\n"},
        "import shop\nself.assertEqual(shop.f('Ann'), 'Hello Ann')",
        "not a plain one-line string",
        form="unittest",
    ),
}

FIRES = {
    "assert-equal": Fires(
        {"shop.py": "def f(name):\n    return 'Hello {name}'\n"},
        "import shop\nself.assertEqual(shop.f('Ann'), 'Hello Ann')",
        "shop.py:2:    return f'Hello {name}'",
        forms=("unittest",),
    ),
    "plain-assert": Fires(
        {"shop.py": "def f(name):\n    return 'Hello {name}'\n"},
        "import shop\nassert shop.f('Ann') == 'Hello Ann'",
        "shop.py:2:    return f'Hello {name}'",
        forms=("pytest",),
    ),
    "attribute-and-format": Fires(
        {"shop.py": 'def f(n):\n    text = "{n.real:.2f} in all"\n    return text\n'},
        "import shop\nself.assertEqual(shop.f(2), '2.00 in all')",
        'shop.py:2:    text = f"{n.real:.2f} in all"',
        forms=("unittest",),
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(MissingFPrefix(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The string becomes an f-string, and the assertion holds."""
    check_fires(MissingFPrefix(), FIRES[name], form, tmp_path)
