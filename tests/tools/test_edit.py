"""The tool edit on real files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from patchsmith import PatchsmithError, edit

if TYPE_CHECKING:
    from pathlib import Path


def test_a_result_says_what_where_and_what_next(tmp_path: Path) -> None:
    """The dictionary is what agents get."""
    (tmp_path / "ok.py").write_text("a = 1\nv = 1\n")
    edited = edit("ok.py", "v = 1", "v = 2", root=tmp_path)
    assert edited.to_dict() == {
        "path": "ok.py",
        "status": "M",
        "tier": "exact",
        "replacements": 1,
        "places": [{"line_no": 2, "new_line_no": 2}],
        "diff": "--- a/ok.py\n+++ b/ok.py\n@@ -1,2 +1,2 @@\n a = 1\n-v = 1\n+v = 2\n",
        "suggestion": "Check the change by running: python3 ok.py",
    }
    assert (tmp_path / "ok.py").read_text() == "a = 1\nv = 2\n"


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path) -> None:
    """The same call without it then does what was said."""
    path = tmp_path / "f.txt"
    path.write_bytes(b"a  \r\nb\r\n")
    dry = edit("f.txt", "a\nb", "a\nc", root=tmp_path, dry_run=True)
    assert path.read_bytes() == b"a  \r\nb\r\n"
    assert edit("f.txt", "a\nb", "a\nc", root=tmp_path) == dry
    assert path.read_bytes() == b"a  \r\nc\r\n"


def test_the_inverse_change_set_restores_the_file(tmp_path: Path) -> None:
    """Every edit can be taken back byte for byte."""
    from patchsmith.workspace.local import LocalWorkspace

    path = tmp_path / "f.txt"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb")
    edited = edit("f.txt", "b", "c\n", root=tmp_path)
    LocalWorkspace(tmp_path).commit(edited.change_set.inverse())
    assert path.read_bytes() == b"\xef\xbb\xbfa\r\nb"


def test_the_file_behind_a_link_is_edited_and_the_link_stays(tmp_path: Path) -> None:
    """The caller's spelling is reported, the target's bytes change."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "AGENTS.md").write_text("old\n")
    (tmp_path / "CLAUDE.md").symlink_to("real/AGENTS.md")
    assert edit("CLAUDE.md", "old", "new", root=tmp_path).path == "CLAUDE.md"
    assert (tmp_path / "CLAUDE.md").is_symlink()
    assert (tmp_path / "real" / "AGENTS.md").read_text() == "new\n"


@pytest.mark.parametrize(
    ("name", "code"),
    [("ghost.py", "missing-file"), ("folder", "is-directory"), ("pipe", "not-text")],
)
def test_what_is_no_file_is_refused_by_its_kind(tmp_path: Path, name: str, code: str) -> None:
    """Nothing is created and nothing blocks."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(PatchsmithError) as caught:
        edit(name, "a", "b", root=tmp_path)
    assert caught.value.code == code
    assert name in str(caught.value)
    assert sorted(os.listdir(tmp_path)) == ["folder", "pipe"]


def test_importing_the_engine_does_not_hide_the_function() -> None:
    """`patchsmith.edit` is the function whatever was imported before."""
    import patchsmith
    import patchsmith.edits.planner

    assert callable(patchsmith.edit)


def test_a_dry_run_refuses_a_protected_file_as_the_real_one_does(tmp_path: Path) -> None:
    """The mode is looked at, for root too."""
    path = tmp_path / "gen.py"
    path.write_text("x = 1\n")
    path.chmod(0o444)
    for dry_run in (True, False):
        with pytest.raises(PatchsmithError) as caught:
            edit("gen.py", "x = 1", "x = 2", root=tmp_path, dry_run=dry_run)
        assert caught.value.code == "read-only"
