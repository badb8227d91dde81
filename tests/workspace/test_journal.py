"""The folder of a commit's record, and folders that only look like one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from killing import picture
from patchsmith.changes.paths import RECORD_DIR, RelPath
from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.disk import Disk, identity
from patchsmith.workspace.journal import Journal
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.record import MAX_BYTES, Record, encode
from patchsmith.workspace.steps import Step, free_name
from trees import lay


@pytest.fixture
def root_fd(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "root").mkdir()
    lay(tmp_path / "root", {"precious": "p", "victim": "v", "sub/deep": "d"})
    lay(tmp_path, {"outside/secret": "s"})
    fd = os.open(tmp_path / "root", os.O_RDONLY | os.O_DIRECTORY)
    yield fd
    os.close(fd)


def deletion(path: str, root_fd: int) -> Step:
    """Return a step that would remove a file that is just as the step says."""
    found = identity(path, root_fd)
    assert found is not None
    step = Step(RelPath(path), "delete", found)
    step.aside, step.aside_ino = free_name(), found.ino
    return step


def planted(root: Path, root_fd: int, *, foreign: bool = False) -> Path:
    """Leave a record that deletes `victim`, as good as one can be; return its folder."""
    journal = Journal.begun(root_fd, Disk())
    root_ino, folder_ino = journal.inodes
    steps = (deletion("victim", root_fd),)
    journal.write(Record(True, root_ino + foreign, folder_ino, (), steps))
    journal.close()
    return root / RECORD_DIR


def test_a_commit_that_was_decided_is_believed(tmp_path: Path, root_fd: int) -> None:
    """The record below, without anything wrong with it, is carried out."""
    planted(tmp_path / "root", root_fd)
    journal = Journal.found(root_fd, Disk())
    assert journal is not None
    assert (journal.state, journal.is_decided(), journal.is_done()) == ("record", True, False)
    journal.close()
    LocalWorkspace(tmp_path / "root")
    assert sorted(os.listdir(tmp_path / "root")) == ["precious", "sub"]


def test_states_follow_each_other_and_leave_nothing(tmp_path: Path, root_fd: int) -> None:
    """One file says the state; ending takes the folder with it."""
    folder = planted(tmp_path / "root", root_fd)
    for state in ("undo", "done"):
        journal = Journal.found(root_fd, Disk())
        assert journal is not None
        os.rename(folder / str(journal.state), folder / "record")
        journal.turn(state)
        assert (os.listdir(folder), journal.is_done()) == ([state], state == "done")
        journal.close()
    journal = Journal.found(root_fd, Disk())
    assert journal is not None
    assert journal.state == "done"
    journal.end()
    assert not folder.exists()
    assert Journal.found(root_fd, Disk()) is None


Damage = Callable[[Path, Path, int], object]


def _a_pipe(folder: Path, _root: Path, _root_fd: int) -> None:
    (folder / "record").unlink()
    os.mkfifo(folder / "record")


def _a_file(folder: Path, _root: Path, _root_fd: int) -> None:
    shutil.rmtree(folder)
    folder.write_bytes(b"left behind")


def _undone_undecided(folder: Path, root: Path, root_fd: int) -> None:
    _edited(b"state decided", b"state staging")(folder, root, root_fd)
    os.rename(folder / "record", folder / "undo")


def _copy_of(folder: Path, root: Path, _root_fd: int) -> None:
    """Copy the record's folder, as unpacking an archive would."""
    shutil.copytree(folder, root / "copy")
    shutil.rmtree(folder)
    os.rename(root / "copy", folder)


def _from_another_root(folder: Path, root: Path, _root_fd: int) -> None:
    other = root.parent / "other"
    other.mkdir()
    fd = os.open(other, os.O_RDONLY)
    lay(other, {"victim": "v"})
    planted(other, fd)
    os.close(fd)
    shutil.rmtree(folder)
    os.rename(other / RECORD_DIR, folder)


def _record_is_a_link(folder: Path, root: Path, _root_fd: int) -> None:
    os.rename(folder / "record", root.parent / "outside" / "record")
    (folder / "record").symlink_to(root.parent / "outside" / "record")


def _hard_linked(folder: Path, root: Path, _root_fd: int) -> None:
    os.link(folder / "record", root / "second")


def _folder_is_a_link(folder: Path, root: Path, _root_fd: int) -> None:
    os.rename(folder, root.parent / "outside" / "txn")
    folder.symlink_to(root.parent / "outside" / "txn")


def _edited(old: bytes, new: bytes) -> Damage:
    def damage(folder: Path, _root: Path, _root_fd: int) -> None:
        content = (folder / "record").read_bytes()
        assert old in content
        (folder / "record").write_bytes(content.replace(old, new))

    return damage


def _steps(*paths: str) -> Damage:
    """Write a record that is right in all but the paths it names."""

    def damage(folder: Path, _root: Path, root_fd: int) -> None:
        steps = []
        for path in paths:
            step = deletion("victim", root_fd)
            step.path, step.folder, step.name = RelPath(path), "", path
            steps.append(step)
        inodes = os.fstat(root_fd).st_ino, folder.stat().st_ino
        (folder / "record").write_bytes(encode(Record(True, *inodes, (), tuple(steps))))

    return damage


PLANTED: dict[str, Damage] = {
    "a copy of the folder": _copy_of,
    "the folder of another root": _from_another_root,
    "a record that is a link": _record_is_a_link,
    "a record with a second name": _hard_linked,
    "a folder that is a link": _folder_is_a_link,
    "a folder others can write": lambda folder, *_: folder.chmod(0o777),
    "a record others can write": lambda folder, *_: (folder / "record").chmod(0o666),
    "a record that is a folder": lambda folder, *_: (
        (folder / "record").unlink(), (folder / "record").mkdir()),
    "a record that is a pipe": _a_pipe,
    "a file more": lambda folder, *_: (folder / "hook").touch(),
    "a thousand files": lambda folder, *_: [(folder / str(n)).touch() for n in range(1000)],
    "two states": lambda folder, *_: shutil.copy(folder / "record", folder / "undo"),
    "garbage": lambda folder, *_: (folder / "record").write_bytes(b"\xff\0" * 99),
    "nothing in it": lambda folder, *_: (folder / "record").write_bytes(b""),
    "a huge one": lambda folder, *_: os.truncate(folder / "record", MAX_BYTES + 1),
    "a terabyte": lambda folder, *_: os.truncate(folder / "record", 1 << 40),
    "a file in the folder's place": _a_file,
    "undone before it was decided": _undone_undecided,
    "a path outside": _steps("../outside/secret"),
    "an absolute path": _steps("/etc/hostname"),
    "git's own": _steps(".git/config"),
    "a path through the record": _steps(".patchsmith-txn/record"),
    "the same file twice": _steps("victim", "victim"),
    "another kind of step": _edited(b"step delete", b"step erase"),
    "somebody's file as temporary": _edited(b".patchsmith-", b"./../x/smith"),
}  # fmt: skip


@pytest.mark.parametrize("damage", PLANTED.values(), ids=PLANTED.keys())
def test_a_planted_record_touches_nothing(tmp_path: Path, root_fd: int, damage: Damage) -> None:
    """Not even the record itself; the refusal names the folder and what to do with it."""
    root = tmp_path / "root"
    folder = planted(root, root_fd)
    damage(folder, root, root_fd)
    before = picture(tmp_path)
    for open_root in (lambda: LocalWorkspace(root), lambda: Journal.found(root_fd, Disk())):
        with pytest.raises(EnvironmentFault, match="Nothing was touched") as caught:
            open_root()
        assert (caught.value.code, caught.value.path) == ("conflict", RECORD_DIR)
    assert picture(tmp_path) == before


def test_a_record_of_another_place_touches_nothing(tmp_path: Path, root_fd: int) -> None:
    """Its inodes are not those of the root it lies in."""
    planted(tmp_path / "root", root_fd, foreign=True)
    before = picture(tmp_path)
    with pytest.raises(EnvironmentFault, match="another place"):
        LocalWorkspace(tmp_path / "root")
    assert picture(tmp_path) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_record_of_another_user_touches_nothing(tmp_path: Path, root_fd: int) -> None:
    """Neither their folder nor their file is believed."""
    folder = planted(tmp_path / "root", root_fd)
    for path in (folder / "record", folder):
        os.chown(path, 12345, 12345)
        with pytest.raises(EnvironmentFault, match="another user"):
            LocalWorkspace(tmp_path / "root")
        os.chown(path, 0, 0)
    assert (tmp_path / "root/victim").exists()


def test_a_foreign_step_deletes_no_file_that_is_another_one(tmp_path: Path, root_fd: int) -> None:
    """Should all else be right, files are still told by what they were."""
    folder = planted(tmp_path / "root", root_fd)
    (tmp_path / "root/victim").write_bytes(b"changed since")
    assert LocalWorkspace(tmp_path / "root").recovered is not None
    assert (tmp_path / "root/victim").read_bytes() == b"changed since"
    assert not folder.exists()


@pytest.mark.parametrize("content", [None, b"", b"half a rec"])
def test_a_folder_without_a_record_is_removed(tmp_path: Path, content: bytes | None) -> None:
    """A commit that was killed then had touched nothing else."""
    folder = tmp_path / RECORD_DIR
    folder.mkdir(0o700)
    if content is not None:
        (folder / "new").write_bytes(content)
        (folder / "new").chmod(0o600)
    recovered = LocalWorkspace(tmp_path).recovered
    assert recovered is not None
    assert (recovered.outcome, recovered.paths) == ("undone", ())
    assert list(tmp_path.iterdir()) == []


def test_a_cloned_record_is_none_of_ours(tmp_path: Path) -> None:
    """As it comes with a repository: copied byte for byte, with everything it names."""
    source, clone = tmp_path / "source", tmp_path / "clone"
    source.mkdir()
    lay(source, {"victim": "v"})
    fd = os.open(source, os.O_RDONLY)
    planted(source, fd)
    os.close(fd)
    subprocess.run(["cp", "-a", source, clone], check=True)
    before = picture(clone)
    with pytest.raises(EnvironmentFault, match="another place"):
        LocalWorkspace(clone)
    assert picture(clone) == before
