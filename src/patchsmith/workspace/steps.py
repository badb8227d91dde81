"""One file of a commit: what lies there, what is staged beside it, and whether it is unchanged.

A step is made from a file change when a commit begins, or from a commit's record when a recovery
does. What a commit of several files does with it later stands in `swaps`.
"""

from __future__ import annotations

import os
from stat import S_IMODE, S_ISDIR, S_ISLNK, S_ISREG

from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, EnvironmentFault
from patchsmith.workspace.disk import Identity, fill, first_mode, identity
from patchsmith.workspace.local import holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import FileChange, Kind
    from patchsmith.workspace.disk import Disk
    from patchsmith.workspace.local import LocalWorkspace
    from patchsmith.workspace.open_folders import Folders
    from patchsmith.workspace.places import Place

PREFIX = ".patchsmith-"
"""How every file that a commit puts beside others begins."""


class Step:
    """One file of a commit on its way."""

    __slots__ = ("after", "aside", "aside_ino", "before", "change", "folder", "in_place", "kind",
                 "name", "new_folders", "path", "status", "temp")  # fmt: skip

    def __init__(self, path: RelPath, kind: Kind, before: Identity | None) -> None:
        self.path: RelPath = path
        """The file itself, links resolved; for a deleted link the link."""
        self.folder: str = path.parent
        """The folder that holds it, relative to the root."""
        self.name: str = path.name
        """Its name there."""
        self.kind: Kind = kind
        """What becomes of it."""
        self.before: Identity | None = before
        """What lay there when the commit began; None for nothing."""
        self.in_place = False
        """Whether the file keeps its inode because it has other names."""
        self.temp: str | None = None
        """Name of the new content beside it."""
        self.after: Identity | None = None
        """What lies there, and later in the file's place; None while it is not staged."""
        self.aside: str | None = None
        """Name under which the old file, or a copy of it, waits for the end of the commit."""
        self.aside_ino = 0
        """Inode of what will lie there; 0 while it is not staged."""
        self.new_folders: list[RelPath] = []
        """Folders on the way to it that are still to be made, outermost first."""
        self.change: FileChange | None = None
        """What the step was made from; None in a recovery."""
        self.status: os.stat_result | None = None
        """All that the system says of the file; None for nothing, and in a recovery."""


def prepared(workspace: LocalWorkspace, folders: Folders, change: FileChange) -> Step:
    """Look up the file of a change and return its step; nothing is written.

    Raises:
        PatchsmithError: What lies there can not become what the change says.
    """
    with workspace.place(change.path, follow=change.after is not None) as place:
        path, status, missing = place.path, None, _missing(place)
        if not place.missing:
            try:
                status = os.stat(place.name, dir_fd=place.dir_fd, follow_symlinks=False)
            except FileNotFoundError:
                pass
            folders.keep(place.folder, place.keep_folder())
    _refuse_wrong_target(change, status)
    step = Step(path, change.kind, None if status is None else Identity.of(status))
    step.change, step.status, step.new_folders = change, status, missing
    if status is not None and change.kind == "update":
        _refuse_protected(step, folders.opened(step.folder))
        step.in_place = status.st_nlink > 1
    return step


def free_name() -> str:
    """Return a name for a file beside another one: hidden, ours, never used before."""
    return PREFIX + os.urandom(8).hex()


def stage(step: Step, workspace: LocalWorkspace, fd: int, disk: Disk) -> None:
    """Write the new content beside the file, with the mode and owner that it will have."""
    change = step.change
    if change is None or change.after is None:
        return
    if step.temp is None:
        step.temp = free_name()
    step.after = create_like(step.temp, fd, change.after, model_of(step, workspace), disk)


def create_like(
    name: str, dir_fd: int, content: bytes, status: os.stat_result | None, disk: Disk
) -> Identity:
    """Write a new file that takes over mode and, best effort, owner; return what lies there."""
    fd = disk.create(name, dir_fd, first_mode(status))
    try:
        fill(fd, content, status, disk)
        return Identity.of(os.fstat(fd))
    finally:
        os.close(fd)


def check_unchanged(step: Step, fd: int) -> None:
    """Refuse when the file does not hold the bytes that the change was planned on."""
    change = step.change
    if change is None or change.before is None:
        return
    if step.before is not None and S_ISLNK(step.before.mode):
        return  # its content is what it names; that it is the same link is seen later
    if not holds(step.name, fd, change.before, change.path):
        raise _changed(step)


def refuse_changed(step: Step, fd: int) -> None:
    """Refuse when another file, or nothing, lies where the step's file was looked at."""
    now = identity(step.name, fd)
    if now == step.before:
        return
    if now is None:
        raise _gone(step.path)
    raise appeared(step.path) if step.before is None else _changed(step)


def put_new(step: Step, fd: int, disk: Disk) -> None:
    """Give the staged content its name; a file that appeared there meanwhile is not replaced."""
    assert step.temp is not None
    try:
        disk.link(step.temp, step.name, fd)
    except FileExistsError:
        raise appeared(step.path) from None
    except OSError:  # no hard links here: one look, then the rename
        refuse_changed(step, fd)
        disk.rename(step.temp, step.name, fd)
        return
    try:
        disk.unlink(step.temp, fd)
    except BaseException:
        disk.unlink(step.name, fd)  # a failure leaves things as they were
        raise


def _missing(place: Place) -> list[RelPath]:
    known = len(place.trail) + 1
    return [RelPath("/".join(place.parts[: known + n])) for n in range(len(place.missing))]


def _status_of(workspace: LocalWorkspace, path: RelPath) -> os.stat_result | None:
    with workspace.place(path) as place:
        if place.missing:
            return None
        try:
            return os.stat(place.name, dir_fd=place.dir_fd, follow_symlinks=False)
        except FileNotFoundError:
            return None


def model_of(step: Step, workspace: LocalWorkspace) -> os.stat_result | None:
    """Return what the new file takes mode and owner from: itself, or the source of a move."""
    if step.change is None or step.change.origin is None:
        return step.status
    return _status_of(workspace, step.change.origin) or step.status


def _refuse_wrong_target(change: FileChange, status: os.stat_result | None) -> None:
    if status is None:
        if change.before is not None:
            raise _gone(change.path)
        return
    if S_ISDIR(status.st_mode):
        raise EditError("is-directory", "the path is a folder, not a file", path=change.path)
    if change.before is None:
        raise appeared(change.path)
    if S_ISLNK(status.st_mode):
        if change.after is not None:
            raise EnvironmentFault(
                "conflict", "the file became a symbolic link meanwhile", path=change.path
            )
        return
    if not S_ISREG(status.st_mode):
        raise EditError("not-text", "the path is a device, pipe or socket", path=change.path)
    if not status.st_mode & 0o222:
        raise EnvironmentFault(
            "read-only",
            f"the file is write-protected (mode {S_IMODE(status.st_mode):04o})",
            path=change.path,
            hint="It may be generated: edit its source, or make it writable first.",
        )


def _refuse_protected(step: Step, fd: int) -> None:
    """Refuse a file that the user may not write: a rename would go round that."""
    effective = os.access in os.supports_effective_ids
    if not os.access(step.name, os.W_OK, dir_fd=fd, effective_ids=effective):
        raise EnvironmentFault(
            "read-only",
            "the file may not be written by this user, or its file system is read-only",
            path=step.path,
            hint="Ask for write permission on it, or choose another file.",
        )


def _gone(path: str) -> EnvironmentFault:
    return EnvironmentFault("conflict", "the file has gone meanwhile", path=path)


def appeared(path: str) -> EnvironmentFault:
    """Return the error for a file in the place of a new one."""
    return EnvironmentFault("conflict", "a file appeared there meanwhile", path=path)


def _changed(step: Step) -> EnvironmentFault:
    return EnvironmentFault(
        "conflict",
        "the file was changed by somebody else meanwhile",
        path=step.path,
        hint="Read it again and plan the change anew.",
    )
