"""The tree as the file ops so far leave it; test_planner.py tries the ops themselves."""

from __future__ import annotations

import pytest

from patchsmith.changes.mapping_tree import MappingTree
from patchsmith.errors import EditError, PatchsmithError
from patchsmith.v4a.model import AddFile, DeleteFile, Hunk, UpdateFile
from patchsmith.v4a.view import View


def view_of(files: dict[str, bytes | str]) -> View:
    return View(MappingTree(files), overwrite=False, strict=False)


def test_an_op_that_fails_leaves_the_view_as_it_was() -> None:
    """What earlier ops made stays, what the failing one began does not."""
    view = view_of({"a": "x\n", "b": "y\n"})
    view.carry_out(DeleteFile("a", 1))
    with pytest.raises(PatchsmithError):
        view.carry_out(UpdateFile("b", "a/c", (Hunk((), ("-no",), False, False, 3),), 2))
    assert [(c.path, c.after) for c in view.change_set()] == [("a", None)]


@pytest.mark.parametrize("paths", [("f", "f/g"), ("f/g", "f"), ("f", "f/g/h")])
def test_one_path_can_not_be_a_file_and_a_folder(paths: tuple[str, str]) -> None:
    """Found before anything is written, whatever the order of the sections."""
    view = view_of({})
    for path in paths:
        view.carry_out(AddFile(path, ("x",), 1))
    with pytest.raises(PatchsmithError) as caught:
        view.change_set()
    assert (caught.value.code, caught.value.path) == ("is-directory", "f")


def test_additions_come_before_the_deletions_of_their_origins() -> None:
    """A move's target takes over its mode while the source is still there."""
    view = view_of({"a": "x\n"})
    view.carry_out(UpdateFile("a", "b", (), 1))
    assert [(c.path, c.origin) for c in view.change_set()] == [("b", "a"), ("a", None)]


def test_a_missing_file_is_spelled_as_the_patch_does() -> None:
    """The error names the path the caller wrote."""
    with pytest.raises(EditError) as caught:
        view_of({}).carry_out(DeleteFile("./no", 1))
    assert caught.value.path == "./no"
