"""Where the missing-import rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.missing_import import MissingImport
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
    "no-standard-library-module": Quiet({"shop.py": "print(numpy.pi)\n"}, "import shop", None),
    "used-as-a-value": Quiet(
        {"shop.py": "def f():\n    return str(time)\n"},
        "import shop\nshop.f()",
        "used as a value",
    ),
    "module-lacks-the-attribute": Quiet(
        {"shop.py": "def f():\n    return json.laods('1')\n"},
        "import shop\nshop.f()",
        "has no `laods`",
    ),
    "bound-elsewhere-in-the-file": Quiet(
        {"shop.py": "def f():\n    import json\n    return json\n\n\nprint(json.dumps(1))\n"},
        "import shop",
        "bound elsewhere",
    ),
    "project-has-that-name": Quiet(
        {"secrets.py": "", "shop.py": "print(secrets.choice([1]))\n"},
        "import shop",
        "of its own",
    ),
    "close-name-in-scope": Quiet(
        {"shop.py": "def f(times):\n    return time.sleep(0)\n"},
        "import shop\nshop.f([1])",
        "`times` is in scope",
    ),
    "in-a-test-file": Quiet(
        {"shop.py": ""}, "json.loads('1')", "tests are never edited", form="unittest"
    ),
}

FIRES = {
    "among-other-imports": Fires(
        {
            "shop.py": lines(
                """
                '''Stock.'''
                from __future__ import annotations

                import abc
                import os

                def load(text):
                    return json.loads(text)
                """
            )
        },
        "import shop\nassert shop.load('[1]') == [1]",
        "shop.py:5:import json",
        forms=("script", "unittest", "pytest"),
    ),
    "after-the-docstring": Fires(
        {"shop.py": "'''Stock.'''\n\nprint(math.pi)\n"}, "import shop", "shop.py:3:import math"
    ),
    "first-line-of-the-file": Fires(
        {"shop.py": "#!/usr/bin/env python3\n# Stock.\nprint(math.pi)\n"},
        "import shop",
        "shop.py:3:import math",
    ),
    "submodule": Fires(
        {"shop.py": "import abc\n\nprint(concurrent.futures.ThreadPoolExecutor)\n"},
        "import shop",
        "shop.py:2:import concurrent.futures",
    ),
    "before-a-from-import": Fires(
        {"shop.py": "from abc import ABC\n\n\ndef f():\n    return os.path.join('a', 'b')\n"},
        "import shop\nassert shop.f() == 'a/b'",
        "shop.py:1:import os",
    ),
    "crlf-endings": Fires(
        {"shop.py": "import abc\r\n\r\nprint(math.pi)\r\n"}, "import shop", "shop.py:2:import math"
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(MissingImport(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """One import line is inserted where imports belong, and the code runs."""
    check_fires(MissingImport(), FIRES[name], form, tmp_path)
