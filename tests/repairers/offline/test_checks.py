"""No fix passes that is larger than a line, unsound, or in a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.repairers.offline.checks import reason_to_refuse
from patchsmith.repairers.offline.fix import Fix
from patchsmith.repairers.offline.project import Project
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import write_files

if TYPE_CHECKING:
    from pathlib import Path

REFUSED = {
    "nothing-changes": ("a.py", "a = 1\n", "a = 1\n", "leave"),
    "a-test": ("tests/a.py", "a = 1\n", "a = 2\n", "never edited"),
    "test-data": ("tests/a.json", "[1,]\n", "[1]\n", "never edited"),
    "two-lines": ("a.py", "a = 1\nb = 1\n", "a = 2\nb = 2\n", "more than one line"),
    "two-lines-inserted": ("a.py", "a = 1\n", "import b\nimport c\na = 1\n", "more than one line"),
    "a-line-removed": ("a.py", "a = 1\nassert a\n", "a = 1\n", "more than one line"),
    "a-statement-inserted": ("a.py", "a = 1\n", "a = 1\na = 2\n", "more than one line"),
    "an-import-and-a-change": ("a.py", "a = 1\n", "import b\na = 2\n", "more than one line"),
    "does-not-parse": ("a.py", "a = 1\n", "a = (\n", "not parse"),
    "does-not-compile": ("a.py", "a = 1\n", "return 1\n", "not parse"),
    "does-not-load": ("a.json", "[1,]\n", "[1,,]\n", "not load"),
    "not-in-its-encoding": (
        "a.py",
        "# coding: ascii\na = 1\n",
        "# coding: ascii\na = 'é'\n",
        "ascii",
    ),
    "another-encoding": ("a.py", "# x\na = 1\n", "# coding: rot13\na = 1\n", "not be readable"),
}
PASSED = {
    "one-line": ("a.py", "a = 1\nb = 1\n", "a = 1\nb = 2\n"),
    "an-import-first": ("a.py", "a = 1\n", "import b\na = 1\n"),
    "an-import-last": ("a.py", "a = 1\n", "a = 1\nimport b\n"),
    "indentation-only": ("a.py", "if a:\n\tb\n\tc\n", "if a:\n    b\n    c\n"),
    "json": ("a.json", "[1,]\n", "[1]\n"),
}


def reason(root: Path, path: str, before: str, after: str) -> str | None:
    """Return why a change of one file is refused."""
    write_files(root, {path: before})
    project = Project(LocalWorkspace(str(root)))
    source = project.source(RelPath(path))
    assert source is not None
    return reason_to_refuse(Fix(source, after, "x"), project)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    """A fix that breaks a rule of the house is refused, whatever rule made it."""
    path, before, after, expected = REFUSED[name]
    said = reason(tmp_path, path, before, after)
    assert said is not None
    assert expected in said


@pytest.mark.parametrize("name", PASSED)
def test_passed(name: str, tmp_path: Path) -> None:
    """One line, one import, or white space at the beginning of lines may change."""
    assert reason(tmp_path, *PASSED[name]) is None
