"""The folder in the root that a commit keeps its record in, and the states it goes through.

    nothing or new     nothing was staged yet, or all is over
    record (staging)   temporary files may lie about; the files themselves are untouched
    record (decided)   all is staged and checked: the commit is carried out, whatever happens
    undo               the commit could not be carried out: it is taken back
    done               the commit is carried out: what waited beside the files can go

The file that is there says the state, and only a rename changes it, so that a kill at any moment
leaves one of them. `new` is a record half written.

Rules for editors: a folder found in a root is hostile until `found` has accepted it; until then
nothing in it is believed and nothing removed.
"""

from __future__ import annotations

import os
from stat import S_ISREG

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.record import MAX_BYTES, NotARecord, Record, decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.workspace.disk import Disk

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_STATES = ("record", "undo", "done")
_WRITABLE_BY_OTHERS = 0o022


class Journal:
    """The record of the one commit that runs, or was cut off, below a root."""

    __slots__ = ("_disk", "_fd", "_root_fd", "record", "state")

    def __init__(self, root_fd: int, fd: int, disk: Disk) -> None:
        self._root_fd = root_fd
        self._fd = fd
        self._disk = disk
        self.state: str | None = None
        """Name of the file that says the state; None when there is none."""
        self.record: Record | None = None
        """What that file holds; set for a journal that was found."""

    @classmethod
    def begun(cls, root_fd: int, disk: Disk) -> Journal:
        """Make the folder and return its journal.

        Raises:
            OSError: The system refuses.
        """
        disk.make_folder(RECORD_DIR, root_fd, 0o700)
        return cls(root_fd, os.open(RECORD_DIR, _FOLDER, dir_fd=root_fd), disk)

    @classmethod
    def found(cls, root_fd: int, disk: Disk) -> Journal | None:
        """Return the journal that lies in a root; None for none.

        Raises:
            EnvironmentFault: `conflict` for a folder that no commit of this user's in this
                root has left.
        """
        try:
            fd = os.open(RECORD_DIR, _FOLDER, dir_fd=root_fd)
        except FileNotFoundError:
            return None
        except OSError:
            raise _untrusted("it is no folder that can be opened") from None
        journal = cls(root_fd, fd, disk)
        try:
            journal._believe()
        except NotARecord as error:
            journal.close()
            raise _untrusted(str(error)) from None
        except OSError as error:
            journal.close()
            raise _untrusted(f"it can not be read: {error.strerror}") from None
        return journal

    @property
    def inodes(self) -> tuple[int, int]:
        """Inodes of the root and of the folder itself."""
        return os.fstat(self._root_fd).st_ino, os.fstat(self._fd).st_ino

    def write(self, record: Record) -> None:
        """Bring a record to the disk and let it take the place of the one before."""
        fd = self._disk.create("new", self._fd, 0o600)
        try:
            self._disk.write(fd, encode(record))
            self._disk.flush(fd)
        finally:
            os.close(fd)
        self._disk.rename("new", "record", self._fd)
        self._disk.flush_folder(self._fd)

    def is_decided(self) -> bool:
        """Return what the disk says, whatever interrupted the writing of it."""
        try:
            return decode(_content("record", self._fd)).decided
        except (OSError, NotARecord):
            return False

    def turn(self, state: str) -> None:
        """Go on to `undo` or `done`."""
        self._disk.rename("record", state, self._fd)
        self._disk.flush_folder(self._fd)

    def is_done(self) -> bool:
        """Return whether the disk says that the commit was carried out."""
        return "done" in os.listdir(self._fd)

    def end(self) -> None:
        """Remove the folder.

        Raises:
            OSError: The system refuses; the next commit tries again.
        """
        for name in ("new", *_STATES):
            try:
                self._disk.unlink(name, self._fd)
            except FileNotFoundError:
                continue
        self._disk.remove_folder(RECORD_DIR, self._root_fd)
        self.close()

    def close(self) -> None:
        """Let go of the folder and leave it where it is."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _believe(self) -> None:
        """Accept the folder as one of our own, or say why not."""
        _refuse_foreign(os.fstat(self._fd), "the folder")
        names = _names(self._fd)
        if not names.issubset({"new", *_STATES}):
            raise NotARecord("it holds files that no commit leaves there")
        for name in names:
            status = os.stat(name, dir_fd=self._fd, follow_symlinks=False)
            _refuse_foreign(status, f"its file {name}")
            if not S_ISREG(status.st_mode) or status.st_nlink != 1:
                raise NotARecord(f"its file {name} is a link, or no file")
        states = [name for name in _STATES if name in names]
        if len(states) > 1:
            raise NotARecord("it says two things at once")
        if not states:
            return
        record = decode(_content(states[0], self._fd))
        if (record.root_ino, record.folder_ino) != self.inodes:
            raise NotARecord("it was written in another place")
        if states[0] != "record" and not record.decided:
            raise NotARecord("nothing was decided, yet it goes on")
        self.state, self.record = states[0], record


def _names(fd: int) -> set[str]:
    """Return the first names in a folder, more than a journal has."""
    names: set[str] = set()
    with os.scandir(fd) as entries:
        for entry in entries:
            names.add(entry.name)
            if len(names) > len(_STATES) + 1:
                break
    return names


def _refuse_foreign(status: os.stat_result, what: str) -> None:
    if status.st_uid != os.geteuid():
        raise NotARecord(f"{what} belongs to another user")
    if status.st_mode & _WRITABLE_BY_OTHERS:
        raise NotARecord(f"{what} can be written by others")


def _content(name: str, dir_fd: int) -> bytes:
    fd = os.open(name, _READ, dir_fd=dir_fd)
    with os.fdopen(fd, "rb", buffering=0) as file:
        if os.fstat(fd).st_size > MAX_BYTES:
            raise NotARecord("it is too long")
        return file.read()


def _untrusted(reason: str) -> EnvironmentFault:
    return EnvironmentFault(
        "conflict",
        f"{RECORD_DIR} in the root was not left by a commit of this user in this folder: {reason}",
        path=RECORD_DIR,
        hint=f"Nothing was touched. Look into {RECORD_DIR}, then remove it.",
    )
