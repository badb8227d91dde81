"""Rules for the program that is itself to be repaired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.loop.entry import is_program
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = {
    "a crash": ("app.py", "total = 1\nprint(totl)\n"),
    "functions": ("sub/app.py", "import json, sys\n\ndef f(a):\n    return a.x\n\nprint(f(sys))\n"),
    "a syntax error": ("app.py", "print('hello'\n"),
}
JUDGES = {
    "a name that says so": ("check.py", "print(x)\n"),
    "a smoke test": ("run_smoke.py", "print(x)\n"),
    "an assertion": ("app.py", "assert 1 + 1 == 3\n"),
    "a status of its own": ("app.py", "import sys\nsys.exit(1)\n"),
    "a status raised": ("app.py", "raise SystemExit(1)\n"),
    "a framework": ("app.py", "import unittest\nunittest.main()\n"),
    "a verdict": ("app.py", "print('calc: PASS')\n"),
    "other code of the project": ("app.py", "import calc\nprint(calc.add(1, 2))\n"),
    "a package of the project": ("app.py", "from pkg.mod import f\nf()\n"),
    "a neighbour": ("sub/app.py", "import near\n"),
    "a relative import": ("sub/app.py", "from . import x\n"),
    "a file of the project": ("app.py", "import json\njson.load(open('conf.json'))\n"),
    "another program": ("app.py", "import subprocess\nsubprocess.run(['x'])\n"),
    "a shell": ("app.py", "import os\nos.system('x')\n"),
    "code made of text": ("app.py", "exec(input())\n"),
    "a syntax error in a judge": ("app.py", "import calc\nassert calc.add(1, 2) == 3\nprint('x'\n"),
    "another language": ("app.sh", "echo x\n"),
    "a file that is not there": ("gone.py", ""),
}


@pytest.mark.parametrize("case", PROGRAMS.values(), ids=PROGRAMS.keys())
def test_a_file_with_nothing_behind_it_that_judges_nothing_is_the_program(
    case: tuple[str, str], tmp_path: Path
) -> None:
    """Were it protected, nothing could be repaired."""
    lay(tmp_path, {"other.py": "", case[0]: case[1]})
    assert is_program(tmp_path / case[0], tmp_path)


@pytest.mark.parametrize("case", JUDGES.values(), ids=JUDGES.keys())
def test_what_judges_or_has_code_behind_it_is_not(case: tuple[str, str], tmp_path: Path) -> None:
    """Every doubt protects the file."""
    files: dict[str, bytes | str] = {
        "calc.py": "", "pkg/mod.py": "", "conf.json": "{}", "sub/near.py": ""
    }  # fmt: skip
    lay(tmp_path, files | ({} if case[0] == "gone.py" else {case[0]: case[1]}))
    assert not is_program(tmp_path / case[0], tmp_path)


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    """It is protected."""
    lay(tmp_path, {"app.py": "x = 1\n" * 100_000})
    assert not is_program(tmp_path / "app.py", tmp_path)
