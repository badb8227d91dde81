"""Commits land whole or leave the tree as it was."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from killing import Change, FaultyDisk, change_set, picture
from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from trees import lay, tree


def commit(root: Path, *changes: tuple[str, bytes | None, bytes | None, str | None]) -> None:
    LocalWorkspace(root).commit(
        ChangeSet(
            tuple(
                FileChange(RelPath(path), before, after, RelPath(origin) if origin else None)
                for path, before, after, origin in changes
            )
        )
    )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_all_kinds_of_changes_land_together(tmp_path: Path) -> None:
    """Add, update, delete and move in one commit; no temporary file stays behind."""
    lay(tmp_path, {"up": "1", "del": "2", "src": "3"})
    commit(
        tmp_path,
        ("x/y/new", None, b"n", None), ("up", b"1", b"u", None), ("dst", None, b"3", "src"),
        ("del", b"2", None, None), ("src", b"3", None, None),
    )  # fmt: skip
    assert tree(tmp_path) == {"x/y/new": b"n", "up": b"u", "dst": b"3"}


@pytest.mark.parametrize("bad", ["conflict", "appeared", "gone", "folder", "parent-is-a-file"])
def test_a_failing_change_takes_everything_back(tmp_path: Path, bad: str) -> None:
    """The tree is byte-equal afterwards, new folders and temporary files included."""
    lay(tmp_path, {"up": "1", "del": "2", "other": "theirs", "dir/f": "f", "src": "3"})
    last: dict[str, tuple[tuple[str, bytes | None, bytes | None, str | None], str]] = {
        "conflict": (("other", b"mine", b"x", None), "conflict"),
        "appeared": (("other", None, b"x", None), "conflict"),
        "gone": (("none", b"was", b"x", None), "conflict"),
        "folder": (("dir", None, b"x", None), "is-directory"),
        "parent-is-a-file": (("up/x", None, b"x", None), "io"),
    }
    change, code = last[bad]
    before = tree(tmp_path)
    folders = sorted(p for p in tmp_path.rglob("*") if p.is_dir())
    with pytest.raises(PatchsmithError) as caught:
        commit(
            tmp_path, ("a/b/new", None, b"n", None), ("up", b"1", b"u", None),
            ("dst", None, b"3", "src"), ("del", b"2", None, None), change,
        )  # fmt: skip
    assert caught.value.code == code
    assert tree(tmp_path) == before
    assert sorted(p for p in tmp_path.rglob("*") if p.is_dir()) == folders


def test_modes_survive_updates_and_moves(tmp_path: Path) -> None:
    """The executable bit goes with the content; new files follow the umask."""
    lay(tmp_path, {"run": "1", "tool": "2"})
    os.chmod(tmp_path / "run", 0o755)
    os.chmod(tmp_path / "tool", 0o750)
    old = os.umask(0o027)
    try:
        commit(tmp_path, ("run", b"1", b"11", None), ("moved", None, b"2", "tool"),
               ("tool", b"2", None, None), ("new", None, b"n", None))  # fmt: skip
    finally:
        os.umask(old)
    assert (mode(tmp_path / "run"), mode(tmp_path / "moved"), mode(tmp_path / "new")) == (
        0o755, 0o750, 0o640,
    )  # fmt: skip


def test_write_protected_files_are_refused(tmp_path: Path) -> None:
    """Replacing one by a rename would go round its protection, for root too."""
    lay(tmp_path, {"gen": "1"})
    os.chmod(tmp_path / "gen", 0o444)
    with pytest.raises(PatchsmithError) as caught:
        commit(tmp_path, ("gen", b"1", b"2", None))
    assert caught.value.code == "read-only"
    assert tree(tmp_path) == {"gen": b"1"}


def test_hard_links_see_the_change(tmp_path: Path) -> None:
    """A file with several names is written in place."""
    lay(tmp_path, {"a": "one\n"})
    os.link(tmp_path / "a", tmp_path / "b")
    commit(tmp_path, ("a", b"one\n", b"2\n", None), ("c", None, b"c", None))
    assert tree(tmp_path) == {"a": b"2\n", "b": b"2\n", "c": b"c"}
    assert (tmp_path / "a").stat().st_nlink == 2


def test_a_link_is_deleted_itself(tmp_path: Path) -> None:
    """What it names stays."""
    lay(tmp_path, {"a": "1", "l": "@@SYMLINK a"})
    commit(tmp_path, ("l", b"1", None, None))
    assert tree(tmp_path) == {"a": b"1"}


def test_a_small_change_leaves_no_record_while_it_runs(tmp_path: Path) -> None:
    """One rename is all or nothing by itself: these are all the calls it makes."""
    lay(tmp_path, {"a": "1"})
    expected = {
        "update": ["create", "write", "write", "fsync", "rename", "fsync folder"],
        "add": ["create", "write", "write", "fsync", "link", "unlink", "fsync folder"],
        "delete": ["unlink", "fsync folder"],
    }
    for path, before, after in [("a", b"1", b"2"), ("b", None, b"n"), ("a", b"2", None)]:
        disk = FaultyDisk(flushing=True)
        change = FileChange(RelPath(path), before, after, None)
        LocalWorkspace(tmp_path, disk=disk).commit(ChangeSet((change,)))
        assert disk.trace == expected[change.kind]
    assert tree(tmp_path) == {"b": b"n"}


@pytest.mark.parametrize(
    "change",
    [("a", b"1", b"22", None), ("n", None, b"n", None), ("a", b"1", None, None)],
    ids=["update", "add", "delete"],
)
def test_a_small_change_survives_every_refusal(
    tmp_path: Path, change: tuple[str, bytes | None, bytes | None, str | None]
) -> None:
    """Whatever call the system refuses, the tree is as it was, without a file more."""
    for number in range(1, 20):
        lay(tmp_path, {"a": "1"})
        before = picture(tmp_path)
        disk = FaultyDisk(refused=number, flushing=True)
        try:
            LocalWorkspace(tmp_path, disk=disk).commit(change_set((change,)))
        except PatchsmithError:
            assert picture(tmp_path) == before
        else:
            break
    assert 2 <= number < 19
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_a_file_that_appears_at_the_last_moment_is_not_replaced(tmp_path: Path) -> None:
    """An addition is a link, which no existing name gives way to."""

    def appear() -> None:
        (tmp_path / "n").write_bytes(b"theirs")

    with pytest.raises(PatchsmithError, match="appeared"):
        LocalWorkspace(tmp_path, disk=Meddled("link", appear)).commit(
            change_set((("n", None, b"mine", None),))
        )
    assert tree(tmp_path) == {"n": b"theirs"}


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_file_systems_without_hard_links_will_do(tmp_path: Path, links: bool) -> None:
    """Additions are renamed then, and old files copied aside."""
    lay(tmp_path, {"a": "1", "b": "2", "c": "3"})
    disk = Disk() if links else Linkless()
    for changes in (MIXED[:1], MIXED[1:]):
        LocalWorkspace(tmp_path, disk=disk).commit(change_set(changes))
    assert tree(tmp_path) == {"a": b"one", "new": b"n", "new2": b"n", "c": b"3"}
    for number in range(1, 60):
        lay(tmp_path, {"a": "1", "b": "2", "c": "3"})
        for name in ("new", "new2"):
            (tmp_path / name).unlink(missing_ok=True)
        before = picture(tmp_path)
        faulty: FaultyDisk = Linkless(refused=number) if not links else FaultyDisk(refused=number)
        try:
            LocalWorkspace(tmp_path, disk=faulty).commit(change_set(MIXED[1:]))
        except PatchsmithError:
            assert picture(tmp_path) == before
        else:
            LocalWorkspace(tmp_path)
            assert tree(tmp_path) == {"a": b"one", "new2": b"n", "c": b"3"}


MIXED: tuple[Change, ...] = (
    ("new", None, b"n", None),
    ("a", b"1", b"one", None),
    ("new2", None, b"n", None),
    ("b", b"2", None, None),
)


class Linkless(FaultyDisk):
    """A file system that knows no hard links."""

    __slots__ = ()

    def link(self, name: str, second: str, dir_fd: int) -> None:
        self.before("link")
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))


class Meddled(Disk):
    """A disk on which somebody does something just before one kind of call, once."""

    __slots__ = ("_call", "_meddle")

    def __init__(self, call: str, meddle: Callable[[], object]) -> None:
        super().__init__(flushing=False)
        self._call: str | None = call
        self._meddle = meddle

    def before(self, call: str) -> None:
        if call == self._call:
            self._call = None
            self._meddle()


def test_a_name_twice_in_one_change_is_refused(tmp_path: Path) -> None:
    """Hard links, links and odd spellings can make two paths one file; nothing is written."""
    lay(tmp_path, {"a": "1", "l": "@@SYMLINK a", "other": "o"})
    os.link(tmp_path / "a", tmp_path / "second")
    before = picture(tmp_path)
    for path in ("second", "l", "a"):
        with pytest.raises(PatchsmithError, match=r"same file|twice") as caught:
            commit(tmp_path, ("a", b"1", b"x", None), (path, b"1", b"y", None))
        assert caught.value.code == "conflict"
    assert picture(tmp_path) == before


def test_thousands_of_files_fit_into_one_commit(tmp_path: Path) -> None:
    """More than a process may have open at once."""
    files = {f"d{n % 300}/f{n}": "1" for n in range(3000)}
    lay(tmp_path, dict(files))
    changes = [FileChange(RelPath(path), b"1", b"2", None) for path in files]
    LocalWorkspace(tmp_path, fsync=False).commit(ChangeSet(tuple(changes)))
    assert tree(tmp_path) == dict.fromkeys(files, b"2")


def test_new_content_is_never_more_open_than_the_file(tmp_path: Path) -> None:
    """Not even while it is being written."""
    lay(tmp_path, {".env": "1"})
    (tmp_path / ".env").chmod(0o600)
    seen: list[int] = []

    def look() -> None:
        seen.extend(mode(p) for p in tmp_path.iterdir() if p.name.startswith(".patchsmith-"))

    LocalWorkspace(tmp_path, disk=Meddled("write", look)).commit(
        change_set(((".env", b"1", b"2", None),))
    )
    assert seen == [0o600]
    assert mode(tmp_path / ".env") == 0o600


def test_folders_that_hand_their_group_down_do_so(tmp_path: Path) -> None:
    """New files and folders in a setgid folder get its group; set-id bits of files stay."""
    lay(tmp_path, {"d/tool": "1"})
    group = next((g for g in os.getgroups() if g != os.getegid()), os.getegid())
    if os.geteuid() == 0:
        group = 12345
    os.chown(tmp_path / "d", -1, group)
    os.chown(tmp_path / "d/tool", -1, group)
    (tmp_path / "d").chmod(0o2775)
    (tmp_path / "d/tool").chmod(0o2755)
    commit(tmp_path, ("d/new", None, b"n", None), ("d/x/deep", None, b"n", None),
           ("d/tool", b"1", b"2", None))  # fmt: skip
    assert {(tmp_path / p).stat().st_gid for p in ("d/new", "d/x", "d/x/deep", "d/tool")} == {group}
    assert (mode(tmp_path / "d/x") & 0o2000, mode(tmp_path / "d/tool")) == (0o2000, 0o2755)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_owner_and_group_are_kept_by_root(tmp_path: Path) -> None:
    """In one file and in several, and from the source of a move."""
    lay(tmp_path, {"a": "1", "src": "2"})
    for name in ("a", "src"):
        os.chown(tmp_path / name, 1234, 2345)
    commit(tmp_path, ("a", b"1", b"2", None))
    commit(tmp_path, ("a", b"2", b"3", None), ("dst", None, b"2", "src"), ("src", b"2", None, None))
    for name in ("a", "dst"):
        status = (tmp_path / name).stat()
        assert (status.st_uid, status.st_gid) == (1234, 2345)


def test_devices_and_pipes_are_refused(tmp_path: Path) -> None:
    """A file that became one since it was read, too; nothing blocks."""
    for after in (b"x", None):
        (tmp_path / "f").unlink(missing_ok=True)
        os.mkfifo(tmp_path / "f")
        for other in ((), (("n", None, b"n", None),)):
            with pytest.raises(PatchsmithError) as caught:
                commit(tmp_path, *other, ("f", b"1", after, None))
            assert caught.value.code == "not-text"
    assert os.listdir(tmp_path) == ["f"]


def test_names_with_newlines_stay_on_one_line_of_a_message(tmp_path: Path) -> None:
    """Else a name could pose as a message of ours."""
    lay(tmp_path, {"a\nError: b": "1"})
    with pytest.raises(PatchsmithError) as caught:
        commit(tmp_path, ("a\nError: b", b"old", b"2", None))
    assert str(caught.value).splitlines()[0].startswith("a\\nError: b: the file was changed")
