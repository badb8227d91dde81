"""What becomes of one file while a recorded commit is carried out, gone on with, or taken back.

The same functions serve the process that commits and the one that finds its record later, so all
they know of a file is what a record holds. Each may be called again after it was cut off.

| kind     | beside the file after staging     | swap                     | take back            |
|----------|-----------------------------------|--------------------------|----------------------|
| add      | new content                       | link, unlink the other   | unlink               |
| update   | new content, second name of old   | rename over it           | rename old one back  |
| in place | new content, copy of old content  | overwrite                | overwrite            |
| delete   | nothing                           | rename aside             | rename back          |

Rules for editors: a file that is not what the record says belongs to somebody else by now; it is
never written over and never removed.
"""

from __future__ import annotations

import errno
import os

from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.disk import identity
from patchsmith.workspace.in_place import copy_over, holds_same, is_blend
from patchsmith.workspace.steps import create_like, put_new, refuse_changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.workspace.disk import Disk
    from patchsmith.workspace.steps import Step

_NO_LINKS = (errno.EPERM, errno.EACCES, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK)


class Stuck(Exception):  # noqa: N818 - it is an answer
    """A commit that was cut off can not be gone on with; the message says why."""


def stage_aside(step: Step, fd: int, disk: Disk) -> None:
    """Put what taking back needs beside the file: its second name, or a copy of its content.

    A file that can not be linked within its own folder is mounted there, and will be written in
    place.
    """
    before, change = step.before, step.change
    if before is None or change is None:
        return
    if step.kind == "delete":
        step.aside_ino = before.ino
        return
    assert step.aside is not None
    assert change.before is not None
    if not step.in_place and _linked(step, step.aside, fd, disk):
        if identity(step.aside, fd) != before:
            raise EnvironmentFault(
                "conflict", "the file was replaced by another one meanwhile", path=step.path
            )
        step.aside_ino = before.ino
        return
    if step.in_place:
        os.close(disk.open_to_overwrite(step.name, fd))  # a refusal is better now than later
    step.aside_ino = create_like(step.aside, fd, change.before, step.status, disk).ino


def swap(step: Step, fd: int, disk: Disk) -> None:
    """Let the file become what it is to be.

    Raises:
        EnvironmentFault: `conflict` when it is not the file that was looked at. OSError.
    """
    if step.kind == "add":
        _put_once(step, fd, disk)
    elif step.kind == "delete":
        _move_aside(step, fd, disk)
    elif step.in_place:
        _overwrite(step, fd, disk)
    else:
        assert step.temp is not None
        refuse_changed(step, fd)
        disk.rename(step.temp, step.name, fd)


def is_pending(step: Step, fd: int) -> bool:
    """Return whether the swap of a decided commit is still to be made.

    Raises:
        Stuck: It is, and can not be made any more.
    """
    now = identity(step.name, fd)
    if step.kind == "delete":
        assert step.aside is not None
        if now == step.before:
            return True
        aside = identity(step.aside, fd)
        if (now is None and aside is None) or (aside is not None and aside.ino == step.aside_ino):
            return False
        raise Stuck(f"{step.path} was changed since")
    assert step.temp is not None
    temp = identity(step.temp, fd)
    if temp is not None and temp != step.after:
        raise Stuck(f"the new content of {step.path} was changed since")
    if step.in_place:
        return _is_pending_in_place(step, fd)
    if temp is None:
        if step.kind == "update" and now == step.before:
            raise Stuck(f"the new content of {step.path} is gone")
        return False
    if now == step.before or (step.kind == "add" and now == step.after):
        return True
    raise Stuck(f"{step.path} was changed since")


def take_back(step: Step, fd: int, disk: Disk) -> bool:
    """Make the file what it was, and remove what lies beside it.

    Returns:
        Whether it is what it was; False when somebody else's change was left alone.
    """
    if step.kind == "delete":
        return _take_back_deletion(step, fd, disk)
    now = identity(step.name, fd)
    whole = now == step.before
    if step.kind == "add":
        if now is not None and now == step.after:
            disk.unlink(step.name, fd)
            whole = True
    elif step.in_place:
        whole = _overwritten_back(step, fd, disk)
    else:
        assert step.aside is not None
        aside = identity(step.aside, fd)
        if now == step.after and aside is not None and aside.ino == step.aside_ino:
            disk.rename(step.aside, step.name, fd)
            whole = True
    drop_leftovers(step, fd, disk)
    return whole


def drop_leftovers(step: Step, fd: int, disk: Disk) -> None:
    """Remove what a commit has put beside the file, if it is still what was put there."""
    temp_ino = 0 if step.after is None else step.after.ino
    for name, ino in ((step.temp, temp_ino), (step.aside, step.aside_ino)):
        lies = None if name is None else identity(name, fd)
        if name is not None and lies is not None and ino in (0, lies.ino):
            disk.unlink(name, fd)


def _linked(step: Step, second: str, fd: int, disk: Disk) -> bool:
    """Give the file a second name; False where that can not be done."""
    try:
        disk.link(step.name, second, fd)
    except OSError as error:
        if error.errno == errno.EXDEV:
            step.in_place = True
        elif error.errno not in _NO_LINKS:
            raise
        return False
    return True


def _put_once(step: Step, fd: int, disk: Disk) -> None:
    """Give new content its name, or only remove the other one when it has it already."""
    assert step.temp is not None
    if identity(step.name, fd) == step.after:
        disk.unlink(step.temp, fd)
    else:
        put_new(step, fd, disk)


def _move_aside(step: Step, fd: int, disk: Disk) -> None:
    """Rename the file away, and back when it was another one after all."""
    assert step.aside is not None
    refuse_changed(step, fd)
    disk.rename(step.name, step.aside, fd)
    if identity(step.aside, fd) != step.before:
        _put_back(step, fd, disk)
        raise EnvironmentFault(
            "conflict", "the file was replaced by another one meanwhile", path=step.path
        )


def _overwrite(step: Step, fd: int, disk: Disk) -> None:
    assert step.temp is not None
    assert step.aside is not None
    assert step.before is not None
    if not is_blend(step.name, step.temp, step.aside, fd):
        refuse_changed(step, fd)
    copy_over(step.temp, step.name, fd, ino=step.before.ino, path=step.path, disk=disk)


def _put_back(step: Step, fd: int, disk: Disk) -> bool:
    """Give what lies aside its name back; False when the name is taken."""
    assert step.aside is not None
    try:
        disk.link(step.aside, step.name, fd)
    except FileExistsError:
        return False
    except OSError:  # no hard links here, or not for this file
        if identity(step.name, fd) is not None:
            return False
        disk.rename(step.aside, step.name, fd)
    else:
        disk.unlink(step.aside, fd)
    return True


def _is_pending_in_place(step: Step, fd: int) -> bool:
    assert step.temp is not None
    assert step.aside is not None
    now = identity(step.name, fd)
    if now is None or step.before is None or now.ino != step.before.ino:
        raise Stuck(f"{step.path} was replaced since")
    if identity(step.temp, fd) is None:
        raise Stuck(f"the new content of {step.path} is gone")
    if holds_same(step.name, step.temp, fd):
        return False
    if is_blend(step.name, step.temp, step.aside, fd):
        return True
    raise Stuck(f"{step.path} was changed since")


def _overwritten_back(step: Step, fd: int, disk: Disk) -> bool:
    assert step.temp is not None
    assert step.aside is not None
    now = identity(step.name, fd)
    if now is None or step.before is None or now.ino != step.before.ino:
        return False
    if now == step.before or identity(step.aside, fd) is None:  # taken back already
        return True
    if holds_same(step.name, step.aside, fd):
        return True
    if not is_blend(step.name, step.temp, step.aside, fd):
        return False
    copy_over(step.aside, step.name, fd, ino=now.ino, path=step.path, disk=disk)
    return True


def _take_back_deletion(step: Step, fd: int, disk: Disk) -> bool:
    assert step.aside is not None
    aside = identity(step.aside, fd)
    if aside is None:
        return identity(step.name, fd) == step.before
    if _put_back(step, fd, disk):
        return aside.ino == step.aside_ino
    now = identity(step.name, fd)
    if now is not None and now.ino == aside.ino:  # linked back already, then cut off
        disk.unlink(step.aside, fd)
        return aside.ino == step.aside_ino
    if aside.ino == step.aside_ino:
        disk.unlink(step.aside, fd)
    return False
