"""Committing a change set: everything lands, or the tree is as it was.

Three passes. *Stage* writes every new content into a temporary file beside its target, so that
full disks and missing permissions show before anything changed. *Check* reads each target once
more and refuses when its bytes are not the ones the change was planned on. *Swap* renames the
temporary files over their targets and moves deleted files aside, remembering how to take each
step back; the first failure takes all of them back, last first.

A file with several hard links is written in place, so that its other names see the change.
"""

from __future__ import annotations

import os
from stat import S_IMODE, S_ISDIR, S_ISLNK

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EditError, EnvironmentFault
from patchsmith.workspace.faults import fault
from patchsmith.workspace.local import holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from patchsmith.changes.change_set import ChangeSet, FileChange
    from patchsmith.workspace.local import LocalWorkspace
    from patchsmith.workspace.places import Place

    Undo = Callable[[], None]

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Step:
    """One file of the change set while it is being committed."""

    __slots__ = ("aside", "change", "in_place", "place", "status", "temp")

    def __init__(self, change: FileChange, place: Place, status: os.stat_result | None) -> None:
        self.change = change
        self.place = place
        self.status = status
        """What lies at the target now, the link itself for a deleted link; None for nothing."""
        self.temp: str | None = None
        """Name of the staged content beside the target."""
        self.aside: str | None = None
        """Name under which the old file waits for the end of the commit."""
        self.in_place = status is not None and status.st_nlink > 1 and change.after is not None
        """Whether the file keeps its inode because it has other names."""


class Transaction:
    """One commit; made, run once, thrown away."""

    __slots__ = ("_change_set", "_steps", "_undo", "_workspace")

    def __init__(self, workspace: LocalWorkspace, change_set: ChangeSet) -> None:
        self._workspace = workspace
        self._change_set = change_set
        self._steps: list[Step] = []
        self._undo: list[Undo] = []

    def run(self) -> None:
        """Commit, or raise with the tree as it was."""
        _refuse_unfinished_commit(self._workspace.root_fd)
        current = self._change_set.changes[0].path
        try:
            for change in self._change_set:
                current = change.path
                self._stage(change)
            for step in self._steps:
                current = step.change.path
                _check_unchanged(step)
            for step in self._steps:
                current = step.change.path
                self._swap(step)
        except BaseException as error:
            self._take_back()
            if isinstance(error, OSError):
                raise fault(error, current, "can not write the file") from None
            raise
        self._tidy()

    def check(self) -> None:
        """Refuse what `run` would refuse before it writes anything."""
        _refuse_unfinished_commit(self._workspace.root_fd)
        current = self._change_set.changes[0].path
        try:
            for change in self._change_set:
                current = change.path
                _refuse_wrong_target(self._step(change))
            for step in self._steps:
                current = step.change.path
                _check_unchanged(step)
        except OSError as error:
            raise fault(error, current, "can not write the file") from None
        finally:
            self._close()

    def _step(self, change: FileChange) -> Step:
        place = self._workspace.place(change.path, follow=change.after is not None)
        step = Step(change, place, _status(place))
        self._steps.append(step)
        return step

    # --- stage

    def _stage(self, change: FileChange) -> None:
        step = self._step(change)
        place = step.place
        _refuse_wrong_target(step)
        if change.after is None:
            return
        for folder in place.make_folders():
            self._undo.append(_remover_of_folder(self._workspace, folder))
        step.temp = _free_name(place.dir_fd)
        fd = os.open(step.temp, _CREATE, 0o666, dir_fd=place.dir_fd)
        try:
            _write_all(fd, change.after)
            self._take_over_mode(fd, step)
            if self._workspace.fsync:
                os.fsync(fd)
        finally:
            os.close(fd)

    def _take_over_mode(self, fd: int, step: Step) -> None:
        """Give the staged file the mode and, best effort, the owner of what it replaces."""
        status = step.status
        if step.change.origin is not None:
            with self._workspace.place(step.change.origin) as origin:
                status = _status(origin) or status
        if status is None:
            return
        mine = os.fstat(fd)
        if (mine.st_uid, mine.st_gid) != (status.st_uid, status.st_gid):
            try:
                os.fchown(fd, status.st_uid, status.st_gid)
            except OSError:
                pass  # only root may give files away; the content is what was asked for
        if S_IMODE(mine.st_mode) != S_IMODE(status.st_mode):
            os.fchmod(fd, S_IMODE(status.st_mode))

    # --- swap

    def _swap(self, step: Step) -> None:
        fd, name = step.place.dir_fd, step.place.name
        if step.in_place:
            self._write_in_place(step)
            return
        if step.change.after is None:
            self._set_aside(step, keep=False)
        elif step.status is None:
            self._undo.append(_unlinker(fd, name))
        elif len(self._steps) > 1:  # alone, the rename below is all or nothing by itself
            self._set_aside(step, keep=True)
        if step.temp is not None:
            os.replace(step.temp, name, src_dir_fd=fd, dst_dir_fd=fd)
            step.temp = None
        if self._workspace.fsync:
            _flush_folder(fd)

    def _set_aside(self, step: Step, *, keep: bool) -> None:
        """Give the old file a second name (keep) or another name, to take the step back with."""
        fd, name = step.place.dir_fd, step.place.name
        aside = _free_name(fd)
        if not keep:
            os.rename(name, aside, src_dir_fd=fd, dst_dir_fd=fd)
        elif not _linked(name, aside, fd):
            _refuse_another_file(step, name)
            self._undo.append(lambda: self._write_back(step))
            return
        step.aside = aside
        self._undo.append(_renamer(fd, aside, name))
        _refuse_another_file(step, aside)

    def _write_back(self, step: Step) -> None:
        """Restore a file from memory, where the file system knows no hard links."""
        assert step.change.before is not None
        assert step.status is not None
        fd, name = step.place.dir_fd, step.place.name
        temp = _free_name(fd)
        file = os.open(temp, _CREATE, S_IMODE(step.status.st_mode), dir_fd=fd)
        try:
            _write_all(file, step.change.before)
            os.fchmod(file, S_IMODE(step.status.st_mode))
        finally:
            os.close(file)
        os.replace(temp, name, src_dir_fd=fd, dst_dir_fd=fd)

    def _write_in_place(self, step: Step) -> None:
        before, after = step.change.before, step.change.after
        assert before is not None
        assert after is not None
        self._undo.append(lambda: _overwrite(step.place, before))
        _overwrite(step.place, after)

    # --- ends

    def _take_back(self) -> None:
        self._drop_temps()  # before the folders that were made for them
        while self._undo:
            try:
                self._undo.pop()()
            except OSError:
                continue  # go on with the others: each step taken back is one less to lose
        self._close()

    def _tidy(self) -> None:
        for step in self._steps:
            if step.aside is not None:
                _unlink_quietly(step.aside, step.place.dir_fd)
        self._drop_temps()
        self._close()

    def _drop_temps(self) -> None:
        for step in self._steps:
            if step.temp is not None:
                _unlink_quietly(step.temp, step.place.dir_fd)
                step.temp = None

    def _close(self) -> None:
        for step in self._steps:
            step.place.__exit__()
        self._steps.clear()


def _refuse_unfinished_commit(root_fd: int) -> None:
    try:
        os.stat(RECORD_DIR, dir_fd=root_fd, follow_symlinks=False)
    except FileNotFoundError:
        return
    raise EnvironmentFault(
        "conflict",
        f"an earlier commit below this root was cut off: {RECORD_DIR} is still there",
        hint=f"Look at the files named in {RECORD_DIR}, then remove the folder.",
    )


def _status(place: Place) -> os.stat_result | None:
    if place.missing:
        return None
    try:
        return os.stat(place.name, dir_fd=place.dir_fd, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _refuse_wrong_target(step: Step) -> None:
    change, status = step.change, step.status
    if status is None:
        if change.before is not None:
            raise EnvironmentFault("conflict", "the file has gone meanwhile", path=change.path)
        return
    if S_ISDIR(status.st_mode):
        raise EditError("is-directory", "the path is a folder, not a file", path=change.path)
    if change.before is None:
        raise EnvironmentFault("conflict", "a file appeared there meanwhile", path=change.path)
    if not status.st_mode & 0o222 and not S_ISLNK(status.st_mode):
        raise EnvironmentFault(
            "read-only",
            f"the file is write-protected (mode {S_IMODE(status.st_mode):04o})",
            path=change.path,
            hint="It may be generated: edit its source, or make it writable first.",
        )


def _check_unchanged(step: Step) -> None:
    change, status = step.change, step.status
    if status is None or change.before is None or S_ISLNK(status.st_mode):
        return
    if not holds(step.place.name, step.place.dir_fd, change.before, change.path):
        raise EnvironmentFault(
            "conflict",
            "the file was changed by somebody else meanwhile",
            path=change.path,
            hint="Read it again and plan the change anew.",
        )


def _refuse_another_file(step: Step, name: str) -> None:
    """Refuse when what lies under a name is not the file that was checked."""
    now = os.stat(name, dir_fd=step.place.dir_fd, follow_symlinks=False)
    was = step.status
    assert was is not None
    if (now.st_dev, now.st_ino, now.st_mode) != (was.st_dev, was.st_ino, was.st_mode):
        raise EnvironmentFault(
            "conflict", "the file was replaced by another one meanwhile", path=step.change.path
        )


def _free_name(dir_fd: int) -> str:
    """Return a name that nothing in the folder has; it starts with a dot and says whose it is."""
    while True:
        name = f".patchsmith-{os.urandom(8).hex()}"
        try:
            os.stat(name, dir_fd=dir_fd, follow_symlinks=False)
        except FileNotFoundError:
            return name


def _linked(name: str, second: str, dir_fd: int) -> bool:
    """Give a file a second name; False where the file system knows no hard links."""
    try:
        os.link(name, second, src_dir_fd=dir_fd, dst_dir_fd=dir_fd, follow_symlinks=False)
    except OSError:
        return False
    return True


def _flush_folder(dir_fd: int) -> None:
    try:
        os.fsync(dir_fd)
    except OSError:
        return  # some file systems can not; the content itself is flushed already


def _write_all(fd: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(fd, view) :]


def _overwrite(place: Place, content: bytes) -> None:
    fd = os.open(place.name, os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=place.dir_fd)
    try:
        _write_all(fd, content)
        os.ftruncate(fd, len(content))
        os.fsync(fd)
    finally:
        os.close(fd)


def _unlink_quietly(name: str, dir_fd: int) -> None:
    try:
        os.unlink(name, dir_fd=dir_fd)
    except OSError:
        return  # gone already, or the folder is read-only by now: nothing else depends on it


def _renamer(dir_fd: int, old: str, new: str) -> Undo:
    return lambda: os.replace(old, new, src_dir_fd=dir_fd, dst_dir_fd=dir_fd)


def _unlinker(dir_fd: int, name: str) -> Undo:
    return lambda: os.unlink(name, dir_fd=dir_fd)


def _remover_of_folder(workspace: LocalWorkspace, folder: str) -> Undo:
    return lambda: os.rmdir(folder, dir_fd=workspace.root_fd)
