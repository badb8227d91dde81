"""Where an error may be mended, and that two ways of mending it are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.repairers.offline.evidence import ErrorReport, Frame
from patchsmith.repairers.offline.fix import (
    Broken,
    LineEdit,
    NoFix,
    Place,
    broken_at,
    only_parsing,
    raised_at,
    sole_edit,
)
from patchsmith.repairers.offline.project import Project
from patchsmith.repairers.offline.source import SourceText
from patchsmith.workspace.local import LocalWorkspace
from repairers.offline.project_runs import write_files

if TYPE_CHECKING:
    from pathlib import Path

FILES = {"a.py": "x = 1\n", "bad.py": "x = (\n", "tests/a.py": "x = 1\n"}


def project(root: Path) -> Project:
    """Return a project with the files above."""
    write_files(root, FILES)
    return Project(LocalWorkspace(str(root)))


def error(path: str | None, line_no: int = 1) -> ErrorReport:
    """Return an error raised at a place."""
    frames = () if path is None else (Frame("a.py", 1, "f"), Frame(path, line_no, "f"))
    return ErrorReport("NameError", "x", "x", frames)


NOT_PLACED = {
    "no-frames": (None, 1, "does not say where"),
    "outside": ("/usr/lib/os.py", 1, "outside the project"),
    "test": ("tests/a.py", 1, "tests are never edited"),
    "line-is-gone": ("a.py", 7, "has no line 7"),
    "broken-file": ("bad.py", 1, "does not parse"),
}


@pytest.mark.parametrize("name", NOT_PLACED)
def test_only_the_innermost_production_frame_is_a_place(name: str, tmp_path: Path) -> None:
    """A frame further out is not where the error was raised."""
    path, line_no, expected = NOT_PLACED[name]
    found = raised_at(error(path, line_no), project(tmp_path))
    assert isinstance(found, NoFix)
    assert expected in found.reason


def test_a_production_line_is_a_place(tmp_path: Path) -> None:
    """It is written as path and line."""
    found = raised_at(error("a.py"), project(tmp_path))
    assert isinstance(found, Place)
    assert str(found) == "a.py:1"


def test_a_syntax_error_is_placed_by_parsing_again(tmp_path: Path) -> None:
    """A file that parses by now has no place."""
    ours = project(tmp_path)
    found = broken_at(error("bad.py"), ours)
    assert isinstance(found, Broken)
    assert (str(found), found.column) == ("bad.py:1", 4)
    assert isinstance(broken_at(error("a.py"), ours), NoFix)
    assert isinstance(broken_at(error("tests/a.py"), ours), NoFix)


def broken(text: str) -> SourceText:
    """Return a file as text."""
    source = SourceText.decoded(RelPath("a.py"), text.encode())
    assert source is not None
    return source


def test_edits_with_one_meaning_are_one_edit() -> None:
    """Syntax trees are compared, not texts."""
    source = broken("x = (1\n")
    edits = [LineEdit(1, "x = (1)"), LineEdit(1, "x = (1 )"), LineEdit(1, "x = )1")]
    assert only_parsing(source, edits) == (LineEdit(1, "x = (1)"),)


def test_no_edit_or_two_are_refused_by_name() -> None:
    """The refusal names both candidates."""
    source = broken("f(1\n")
    none = sole_edit(source, [LineEdit(1, "f(1]")], "a bracket")
    assert isinstance(none, NoFix)
    assert "no place for a bracket" in none.reason
    two = sole_edit(source, [LineEdit(1, "f(1)"), LineEdit(1, "f()1"), LineEdit(1, "f(2)")], "x")
    assert isinstance(two, NoFix)
    assert two.reason == "x fits in 2 ways: line 1 as `f(1)` or line 1 as `f(2)`"
