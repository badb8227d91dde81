"""Committing a change set: everything lands, or the tree is as it was (design/0007).

Everything is looked up first. The change of one file that a rename can make is made right here:
the new content is staged beside the file, the file is read once more and refused when its bytes
are not the ones the change was planned on, and one system call lets it land. All else, several
files, new folders, files that must keep their inode, is a recorded commit.

Rules for editors: the caller holds the root's lock. What only recorded commits need is imported
when there is one.
"""

from __future__ import annotations

import errno
import os

from patchsmith.workspace.disk import fault, fill, first_mode
from patchsmith.workspace.open_folders import Folders
from patchsmith.workspace.steps import (
    appeared,
    check_unchanged,
    free_name,
    model_of,
    prepared,
    put_new,
    refuse_changed,
    stage,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.workspace.disk import Disk
    from patchsmith.workspace.local import LocalWorkspace
    from patchsmith.workspace.steps import Step

_NOT_REPLACEABLE = (errno.EBUSY, errno.EXDEV)  # mounted where it lies, as containers do it


class Transaction:
    """One commit; made, run once, thrown away."""

    __slots__ = ("_change_set", "_current", "_disk", "_folders", "_steps", "_workspace")

    def __init__(self, workspace: LocalWorkspace, change_set: ChangeSet, disk: Disk) -> None:
        self._workspace = workspace
        self._change_set = change_set
        self._disk = disk
        self._folders = Folders(workspace.root_fd)
        self._steps: list[Step] = []
        self._current: str = change_set.changes[0].path

    def run(self) -> None:
        """Commit, or raise with the tree as it was."""
        try:
            self._prepare()
            first = self._steps[0]
            if len(self._steps) == 1 and not first.in_place and not first.new_folders:
                if self._commit_alone(first):
                    return
                first.in_place = True
            self._commit_recorded()
        except OSError as error:
            raise fault(error, self._current, "can not write the file") from None
        finally:
            self._folders.close()

    def check(self) -> None:
        """Refuse what `run` would refuse before it writes anything."""
        try:
            self._prepare()
            for step in self._steps:
                self._current = step.path
                if not step.new_folders:
                    check_unchanged(step, self._folders.opened(step.folder))
        except OSError as error:
            raise fault(error, self._current, "can not write the file") from None
        finally:
            self._folders.close()

    def _prepare(self) -> None:
        for change in self._change_set:
            self._current = change.path
            self._steps.append(prepared(self._workspace, self._folders, change))
        if len(self._steps) > 1:
            from patchsmith.workspace.recorded import refuse_one_file_twice

            refuse_one_file_twice(self._steps)

    def _commit_alone(self, step: Step) -> bool:
        """Commit a change that one system call makes; False when the file can not be replaced."""
        fd, disk, file = self._folders.opened(step.folder), self._disk, -1
        try:
            if step.kind != "delete":
                file = _staged_unnamed(step, self._workspace, fd, disk)
                if file < 0:
                    stage(step, self._workspace, fd, disk)
            check_unchanged(step, fd)
            self._folders.refuse_moved(step.folder, step.path)
            refuse_changed(step, fd)
            self._land(step, fd, file)
        except BaseException as error:
            _drop_quietly(step, fd, disk)
            if step.kind == "update" and getattr(error, "errno", 0) in _NOT_REPLACEABLE:
                return False
            raise
        finally:
            if file >= 0:
                os.close(file)
        disk.flush_folder(fd)
        return True

    def _land(self, step: Step, fd: int, file: int) -> None:
        """Let a checked change happen.

        Args:
            step: The change.
            fd: Its folder.
            file: Descriptor of the new content when that has no name yet, else -1. Giving it one
                comes last, so that a kill hardly ever leaves a file that nobody knows of.
        """
        disk = self._disk
        if step.kind == "delete":
            disk.unlink(step.name, fd)
            return
        if file >= 0:
            if step.kind == "add" and _is_named(file, step, step.name, fd, disk):
                return
            step.temp = free_name()
            if step.kind == "add" or not _is_named(file, step, step.temp, fd, disk):
                stage(step, self._workspace, fd, disk)
        assert step.temp is not None
        if step.kind == "add":
            put_new(step, fd, disk)
        else:
            disk.rename(step.temp, step.name, fd)

    def _commit_recorded(self) -> None:
        from patchsmith.workspace.recorded import RecordedCommit

        commit = RecordedCommit(self._workspace, self._folders, self._steps, self._disk)
        try:
            commit.run()
        finally:
            self._current = commit.current


def _staged_unnamed(step: Step, workspace: LocalWorkspace, fd: int, disk: Disk) -> int:
    """Write the new content into a file without a name and return its descriptor.

    Returns:
        -1 where the file system knows no such files.
    """
    assert step.change is not None
    assert step.change.after is not None
    status = model_of(step, workspace)
    try:
        file = disk.create_unnamed(fd, first_mode(status))
    except OSError:
        return -1
    try:
        fill(file, step.change.after, status, disk)
    except BaseException:
        os.close(file)
        raise
    return file


def _is_named(file: int, step: Step, name: str, fd: int, disk: Disk) -> bool:
    """Give content without a name one; False where that can not be done."""
    if file < 0:
        return False
    try:
        disk.name(file, name, fd)
    except FileExistsError:
        raise appeared(step.path) from None
    except OSError:
        return False
    return True


def _drop_quietly(step: Step, fd: int, disk: Disk) -> None:
    if step.temp is not None:
        try:
            disk.unlink(step.temp, fd)
        except OSError:
            return  # never made, landed already, or kept by what stopped the commit
