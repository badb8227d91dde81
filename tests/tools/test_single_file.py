"""Paths that callers give, and commits that meet another writer."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from patchsmith.changes.paths import RelPath
from patchsmith.edits.whole import Whole
from patchsmith.errors import EnvironmentFault, PatchsmithError
from patchsmith.tools.edit import edit
from patchsmith.tools.single_file import commit_planned, inside, read_if_there
from patchsmith.workspace.local import LocalWorkspace


def test_an_absolute_path_inside_the_root_becomes_relative(tmp_path: Path) -> None:
    """Spelled through the real root or through a link that leads to it."""
    root = tmp_path / "root"
    root.mkdir()
    link = tmp_path / "link"
    link.symlink_to(root)
    workspace = LocalWorkspace(link)
    assert inside(workspace, link, f"{root}/src//a.py") == "src/a.py"
    assert inside(workspace, link, f"{link}/src/a.py") == "src/a.py"
    assert inside(workspace, link, Path("src") / "a.py") == "src/a.py"


@pytest.mark.parametrize("rest", ["-old/b.txt", "/../b.txt", "/src/../../b.txt"])
def test_an_absolute_path_beside_the_root_is_unsafe(tmp_path: Path, rest: str) -> None:
    """A name that begins like the root's, and paths that climb out, lie outside."""
    root = tmp_path / "root"
    root.mkdir()
    with pytest.raises(PatchsmithError) as caught:
        inside(LocalWorkspace(root), root, f"{root}{rest}")
    assert caught.value.code == "unsafe-path"


REFUSED = {
    "elsewhere": ("/etc/passwd", "unsafe-path"),
    "git": (".git/config", "unsafe-path"),
    "nul": ("a\0b", "bad-text"),
    "half a pair": ("a\ud800b", "bad-text"),
    "a number": (5, "bad-request"),
}


@pytest.mark.parametrize(("path", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_paths_that_name_no_file_below_the_root_are_refused(
    tmp_path: Path, path: object, code: str
) -> None:
    """Each with the code of its fault, and no traceback."""
    with pytest.raises(PatchsmithError) as caught:
        inside(LocalWorkspace(tmp_path), tmp_path, path)
    assert caught.value.code == code


def test_the_root_itself_is_a_folder(tmp_path: Path) -> None:
    """Named as what it is."""
    with pytest.raises(PatchsmithError) as caught:
        inside(LocalWorkspace(tmp_path), tmp_path, str(tmp_path))
    assert caught.value.code == "is-directory"


def test_writers_of_one_file_at_the_same_time_all_get_through(tmp_path: Path) -> None:
    """Each of many edits that report success is in the file afterwards."""
    path = tmp_path / "board.md"
    path.write_text("".join(f"task {number:02}: open\n" for number in range(12)))

    def close(number: int) -> None:
        old = f"task {number:02}: open"
        edit("board.md", old, f"task {number:02}: done", root=tmp_path, fsync=False)

    threads = [threading.Thread(target=close, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert path.read_text() == "".join(f"task {number:02}: done\n" for number in range(12))


def test_a_change_is_planned_anew_on_what_another_writer_left(tmp_path: Path) -> None:
    """The plan is called again with the bytes that are there now."""
    path = tmp_path / "f"
    path.write_bytes(b"1")
    workspace = LocalWorkspace(tmp_path)
    seen: list[bytes] = []

    def plan(before: bytes) -> Whole:
        seen.append(before)
        if len(seen) == 1:
            path.write_bytes(b"2")
        return Whole(before + b"!", "M")

    target = RelPath("f")
    commit_planned(workspace, target, read=lambda: workspace.read(target), plan=plan, dry_run=False)
    assert seen == [b"1", b"2"]
    assert path.read_bytes() == b"2!"


def test_a_conflict_that_is_no_change_of_the_file_is_reported(tmp_path: Path) -> None:
    """A commit that was cut off earlier is not tried again and again."""
    (tmp_path / "f").write_bytes(b"a\n")
    (tmp_path / ".patchsmith-txn").write_bytes(b"left behind")
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(PatchsmithError):
        edit("f", "a", "b", root=tmp_path)
    assert (tmp_path / "f").read_bytes() == b"a\n"
    assert sorted(os.listdir(tmp_path)) == before


def test_a_file_that_never_rests_is_given_up(tmp_path: Path) -> None:
    """After many lost races the call says who is in the way."""
    path = tmp_path / "f"
    path.write_bytes(b"0")
    workspace = LocalWorkspace(tmp_path, fsync=False)
    target = RelPath("f")

    def plan(before: bytes | None) -> Whole:
        path.write_bytes(b"%d" % (int(before or b"0") + 1))
        return Whole(b"mine", "M")

    with pytest.raises(EnvironmentFault, match="other writers"):
        commit_planned(
            workspace,
            target,
            read=lambda: read_if_there(workspace, target),
            plan=plan,
            dry_run=False,
        )


def test_reading_what_may_not_be_there_follows_links(tmp_path: Path) -> None:
    """A dangling link inside the root names a file that does not exist yet."""
    (tmp_path / "link").symlink_to("target.txt")
    workspace = LocalWorkspace(tmp_path)
    assert read_if_there(workspace, RelPath("link")) is None
    (tmp_path / "target.txt").write_bytes(b"x")
    assert read_if_there(workspace, RelPath("link")) == b"x"
