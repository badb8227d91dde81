"""The tool multi_edit on real files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patchsmith import PatchsmithError, multi_edit
from patchsmith.tools.multi_edit import Replacement

if TYPE_CHECKING:
    from pathlib import Path


def test_all_edits_land_together(tmp_path: Path) -> None:
    """One change set holds the bytes before the first and after the last."""
    path = tmp_path / "u.go"
    path.write_text("a := get(x)\nb := get(y)\n")
    edits = [Replacement("get(", "fetch(", True), Replacement("fetch(y)", "fetch(y, now)", False)]
    done = multi_edit("u.go", edits, root=tmp_path)
    assert path.read_text() == "a := fetch(x)\nb := fetch(y, now)\n"
    assert [change.before for change in done.change_set] == [b"a := get(x)\nb := get(y)\n"]
    assert [entry.count for entry in done.edits] == [2, 1]
    assert done.to_dict()["status"] == "M"


def test_one_that_fails_spoils_all(tmp_path: Path) -> None:
    """The file keeps its bytes, and the edit is named."""
    path = tmp_path / "f"
    path.write_text("a\nb\n")
    with pytest.raises(PatchsmithError) as caught:
        multi_edit("f", [Replacement("a", "x", False), Replacement("q", "r", False)], root=tmp_path)
    assert caught.value.op == 2
    assert path.read_text() == "a\nb\n"


def test_what_can_never_work_is_named_before_the_file_is_read(tmp_path: Path) -> None:
    """An empty text in the middle, of a file that does not even exist."""
    edits = [Replacement("a", "b", False), Replacement("", "x", False)]
    with pytest.raises(PatchsmithError) as caught:
        multi_edit("ghost", edits, root=tmp_path)
    assert (caught.value.code, caught.value.op) == ("empty-old-string", 2)


def test_no_edits_at_all_are_a_mistake(tmp_path: Path) -> None:
    """An empty list changes nothing, so it is not taken for success."""
    with pytest.raises(PatchsmithError) as caught:
        multi_edit("f", [], root=tmp_path)
    assert caught.value.code == "bad-request"


def test_an_edit_of_another_kind_is_a_bad_request(tmp_path: Path) -> None:
    """A dict is what the tool call takes, not the function; the message names what to pass."""
    (tmp_path / "f").write_text("a\n")
    with pytest.raises(PatchsmithError, match="Replacement") as caught:
        multi_edit("f", [{"old_string": "a"}], root=tmp_path)  # type: ignore[list-item]
    assert caught.value.code == "bad-request"
