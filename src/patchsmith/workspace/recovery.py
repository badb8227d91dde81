"""Mending what a commit left when its process was killed: all of it lands, or nothing.

A decided commit is carried out to its end; when that can not be done, because somebody has
changed one of its files since or the system refuses, it is taken back. One that was not decided
yet is taken back, and one that was carried out only has its leftovers removed. Being killed while
recovering changes nothing about that: the record stays until the end.

Rules for editors: the caller holds the root's lock. Nothing is touched before `Journal.found` has
accepted the record.
"""

from __future__ import annotations

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EnvironmentFault
from patchsmith.values import Value
from patchsmith.workspace.disk import fault
from patchsmith.workspace.journal import Journal
from patchsmith.workspace.open_folders import Folders
from patchsmith.workspace.recorded import flush_folders, undo
from patchsmith.workspace.swaps import Stuck, drop_leftovers, is_pending, swap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from patchsmith.changes.paths import RelPath
    from patchsmith.workspace.disk import Disk
    from patchsmith.workspace.record import Record

    Outcome = Literal["completed", "undone"]


class Recovered(Value):
    """What a recovery did."""

    __slots__ = ("outcome", "paths", "changed")  # noqa: RUF023 - the order of the fields

    outcome: Outcome
    """`completed` when the commit was carried out, `undone` when it was taken back."""
    paths: tuple[RelPath, ...]
    """The files of the commit; none when it had not begun with them."""
    changed: tuple[RelPath, ...]
    """Files among them that somebody else has changed since; they were left alone."""

    def to_dict(self) -> dict[str, object]:
        """Return the result as agents get it."""
        return {
            "outcome": self.outcome,
            "paths": list(self.paths),
            "changed": list(self.changed),
        }


def recover(root_fd: int, disk: Disk) -> Recovered | None:
    """Mend what a killed commit left below a root.

    Args:
        root_fd: Descriptor of the root.
        disk: The disk.

    Returns:
        What was done; None when nothing was left.

    Raises:
        EnvironmentFault: `conflict` for a record that is not to be believed: nothing was
            touched. `read-only`, `io` when the system refuses; calling again goes on.
    """
    journal = Journal.found(root_fd, disk)
    if journal is None:
        return None
    folders = Folders(root_fd)
    try:
        record = journal.record
        if record is None:
            journal.end()
            return Recovered("undone", (), ())
        return _recovered(journal, record, folders, disk)
    except OSError as error:
        raise fault(error, RECORD_DIR, "can not mend a commit that was cut off") from None
    finally:
        folders.close()
        journal.close()


def _recovered(journal: Journal, record: Record, folders: Folders, disk: Disk) -> Recovered:
    paths = tuple(step.path for step in record.steps)
    if journal.state == "done" or _carried_out(journal, record, folders, disk):
        for step in record.steps:
            try:
                fd = folders.opened(step.folder)
            except OSError:
                continue  # somebody has removed the folder
            drop_leftovers(step, fd, disk)
        journal.end()
        return Recovered("completed", paths, ())
    changed = undo(record.steps, record.made, folders, disk, decided=record.decided)
    journal.end()
    return Recovered("undone", paths, tuple(changed))


def _carried_out(journal: Journal, record: Record, folders: Folders, disk: Disk) -> bool:
    """Carry a decided commit out; False when it is to be taken back, which the record then says."""
    if journal.state == "undo" or not record.decided:
        return False
    try:
        pending = [s for s in record.steps if is_pending(s, folders.opened(s.folder))]
        for step in pending:
            swap(step, folders.opened(step.folder), disk)
        flush_folders(record.steps, folders, disk)
    except (Stuck, EnvironmentFault, OSError):
        journal.turn("undo")
        return False
    journal.turn("done")
    return True
