"""A commit that leaves a record while it runs, so that a kill at any instant can be mended.

The record is written before the first temporary file. Then everything is staged and checked.
Writing the record anew, as decided, is the one moment before which a recovery removes what was
staged and after which it carries the commit out. A failure behind that moment turns the record
to `undo`, and all is taken back, last first (design/0007).
"""

from __future__ import annotations

import errno

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.journal import Journal
from patchsmith.workspace.record import Record
from patchsmith.workspace.steps import check_unchanged, free_name, stage
from patchsmith.workspace.swaps import drop_leftovers, stage_aside, swap, take_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from patchsmith.changes.paths import RelPath
    from patchsmith.workspace.disk import Disk
    from patchsmith.workspace.local import LocalWorkspace
    from patchsmith.workspace.open_folders import Folders
    from patchsmith.workspace.steps import Step

_NOT_OURS_TO_REMOVE = (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR, errno.ELOOP)


class RecordedCommit:
    """One commit of prepared steps."""

    __slots__ = ("_disk", "_folders", "_made", "_steps", "_workspace", "current")

    def __init__(
        self, workspace: LocalWorkspace, folders: Folders, steps: list[Step], disk: Disk
    ) -> None:
        self._workspace = workspace
        self._folders = folders
        self._steps = steps
        self._disk = disk
        self._made: list[RelPath] = []
        self.current: str = RECORD_DIR
        """What is being worked on, for errors."""

    def run(self) -> None:
        """Commit, or raise with the tree as it was."""
        journal = Journal.begun(self._workspace.root_fd, self._disk)
        try:
            journal.write(self._planned(journal))
            self._stage()
            self._check()
            self.current = RECORD_DIR
            journal.write(Record(True, *journal.inodes, tuple(self._made), tuple(self._steps)))
            self._swap()
            journal.turn("done")
        except BaseException:
            if not journal.is_done():
                self._take_back(journal)
                raise
            self._finish(journal)
            raise
        self._finish(journal)

    def _planned(self, journal: Journal) -> Record:
        """Choose the names of all files to come and return the first record."""
        folders: dict[RelPath, None] = {}
        for step in self._steps:
            folders.update(dict.fromkeys(step.new_folders))
            step.temp = free_name() if step.kind != "delete" else None
            step.aside = free_name() if step.kind != "add" else None
            step.after, step.aside_ino = None, 0
        return Record(False, *journal.inodes, tuple(folders), tuple(self._steps))

    def _stage(self) -> None:
        for step in self._steps:
            self.current = step.path
            for folder in step.new_folders:
                if self._folders.make(folder, self._disk):
                    self._made.append(folder)
            fd = self._folders.opened(step.folder)
            stage(step, self._workspace, fd, self._disk)
            stage_aside(step, fd, self._disk)
        flush_folders(self._steps, self._folders, self._disk)

    def _check(self) -> None:
        for step in self._steps:
            self.current = step.path
            check_unchanged(step, self._folders.opened(step.folder))

    def _swap(self) -> None:
        for step in self._steps:
            self.current = step.path
            self._folders.refuse_moved(step.folder, step.path)
            swap(step, self._folders.opened(step.folder), self._disk)
        flush_folders(self._steps, self._folders, self._disk)

    def _take_back(self, journal: Journal) -> None:
        """Make the tree what it was; what can not be done is left to the next call's recovery."""
        decided = journal.is_decided()
        try:
            if decided:
                journal.turn("undo")
            undo(self._steps, self._made, self._folders, self._disk, decided=decided)
            journal.end()
        except OSError:
            journal.close()

    def _finish(self, journal: Journal) -> None:
        """Remove what is not needed any more; the change has landed, whatever happens here."""
        try:
            for step in self._steps:
                drop_leftovers(step, self._folders.opened(step.folder), self._disk)
            journal.end()
        except OSError:
            journal.close()


def undo(
    steps: Sequence[Step],
    made: Sequence[RelPath],
    folders: Folders,
    disk: Disk,
    *,
    decided: bool,
) -> list[RelPath]:
    """Take all steps back, last first, and remove the folders that were made.

    Args:
        steps: The files of the commit.
        made: Folders that it has made, or may have made, outermost first.
        folders: The open folders.
        disk: The disk.
        decided: Whether files may have been swapped; else only staged content is removed.

    Returns:
        Files that somebody else has changed since; they were left alone.

    Raises:
        OSError: The first refusal of the system, after all else was taken back.
    """
    refusal: OSError | None = None
    changed: list[RelPath] = []
    for step in reversed(steps):
        try:
            fd = folders.opened(step.folder)
        except OSError:  # not made yet, or somebody has removed it
            if decided:
                changed.append(step.path)
            continue
        try:
            if not decided:
                drop_leftovers(step, fd, disk)
            elif not take_back(step, fd, disk):
                changed.append(step.path)
        except OSError as error:
            refusal = refusal or error
    try:
        _remove_folders(made, folders, disk)
    except OSError as error:
        refusal = refusal or error
    if refusal is not None:
        raise refusal
    return changed


def refuse_one_file_twice(steps: list[Step]) -> None:
    """Refuse two steps on one file: hard links, or spellings that the file system takes for one.

    The first would change what the second was planned on.
    """
    seen: dict[tuple[int, int], str] = {}
    paths: set[str] = set()
    for step in steps:
        status = step.status
        if step.path in paths:
            raise _one_file(step.path, step.path)
        paths.add(step.path)
        if status is not None:
            first = seen.setdefault((status.st_dev, status.st_ino), step.path)
            if first is not step.path:
                raise _one_file(step.path, first)


def _one_file(path: str, first: str) -> EnvironmentFault:
    return EnvironmentFault(
        "conflict",
        f"it is the same file as {first!r} of the same change"
        if path != first
        else "the change names the file twice",
        path=path,
        hint="Change it once, under one of its names.",
    )


def flush_folders(steps: Iterable[Step], folders: Folders, disk: Disk) -> None:
    """Bring the names in all folders of a commit to the disk."""
    for folder in dict.fromkeys(step.folder for step in steps):
        disk.flush_folder(folders.opened(folder))


def _remove_folders(made: Sequence[RelPath], folders: Folders, disk: Disk) -> None:
    """Remove folders, innermost first; one that is not empty is used by somebody else."""
    for folder in reversed(made):
        try:
            disk.remove_folder(folder.name, folders.opened(folder.parent))
        except OSError as error:
            if error.errno not in _NOT_OURS_TO_REMOVE:
                raise
