"""Where the json-trailing-comma rule stays quiet and where it acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.repairers.offline.rules.json_trailing_comma import JsonTrailingComma
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

LOAD = lines(
    """
    import json

    def load(name='config.json'):
        with open(name) as file:
            return json.load(file)
    """
)

QUIET = {
    "another-json-error": Quiet(
        {"shop.py": LOAD, "config.json": "{'a': 1}\n"},
        "import shop\nshop.load()",
        "no JSON file of the project fails at a trailing comma",
    ),
    "text-from-elsewhere": Quiet(
        {"shop.py": "import json\njson.loads('[1,]')\n", "config.json": "[1]\n"},
        "import shop",
        "no JSON file of the project",
    ),
    "file-not-named": Quiet(
        {"shop.py": "import json\njson.loads('[1,]')\n", "config.json": "[1,]\n"},
        "import shop",
        "nothing in the traceback names config.json",
    ),
    "two-files-alike": Quiet(
        {"shop.py": LOAD, "config.json": "[1,]\n", "other.json": "[2,]\n"},
        "import shop\nshop.load()",
        "fail there alike",
    ),
    "comments-besides": Quiet(
        {"shop.py": LOAD, "config.json": "[1,\n]  // one\n"},
        "import shop\nshop.load()",
        "no JSON file of the project",
    ),
    "fixture-of-the-tests": Quiet(
        {"shop.py": LOAD, "tests/config.json": "[1,]\n"},
        "import shop\nshop.load('tests/config.json')",
        "no JSON file of the project",
    ),
    "no-json": Quiet({"shop.py": "int('1,]')\n"}, "import shop", None),
}

FIRES = {
    "object": Fires(
        {"shop.py": LOAD, "config.json": '{\n  "a": ",]",\n  "b": 2,\n}\n'},
        "import shop\nassert shop.load()['b'] == 2",
        'config.json:3:  "b": 2',
        forms=("script", "unittest", "pytest"),
    ),
    "array-with-crlf": Fires(
        {"shop.py": LOAD, "config.json": "[\r\n  1,\r\n  2,\r\n]\r\n"},
        "import shop\nassert shop.load() == [1, 2]",
        "config.json:3:  2",
    ),
}


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    """A look-alike is left alone, and the reason says why."""
    check_quiet(JsonTrailingComma(), QUIET[name], tmp_path)


@pytest.mark.parametrize(("name", "form"), each_form(FIRES))
def test_fires(name: str, form: Form, tmp_path: Path) -> None:
    """The comma is gone, and the code runs."""
    check_fires(JsonTrailingComma(), FIRES[name], form, tmp_path)
