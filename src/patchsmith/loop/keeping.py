"""The run's own folder, kept so that a repairer that removes it can still be rolled back.

A repairer is any program of the user's: it may clear the state folder as well as the tree. Before
an attempt everything in the folder is held: small files as a copy in a file without a name, large
ones open, so that their bytes outlive their names. After it, what is gone or changed is put back.

Decides what was changed by identity, size and time, since nobody but the repairer is at work in
between. A large file that was rewritten in place is lost; that is said, and never passed over.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MAX_COPIED_BYTES = 1 << 20
_MAX_OPEN = 256
_BLOCK_BYTES = 1 << 20


class _Identity(NamedTuple):
    inode: int
    size: int
    mtime_ns: int
    mode: int

    @classmethod
    def of(cls, found: os.stat_result) -> _Identity:
        return cls(found.st_ino, found.st_size, found.st_mtime_ns, found.st_mode)


class _Held(NamedTuple):
    identity: _Identity
    offset: int | None
    """Where its copy begins; None where the file itself is open."""
    descriptor: int | None
    """The open file; None for a copy, or where no more could be opened."""


class Meddling(NamedTuple):
    """What was not as it had been left."""

    names: tuple[str, ...]
    """Files, relative to the folder."""
    is_lost: bool
    """Whether one of them could not be put back."""


class Kept:
    """What is held of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copies = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._end = 0
        self._held: dict[str, _Held] = {}
        self._folders: dict[str, int] = {}

    def hold(self) -> None:
        """Hold what is in the folder now, and let go of what is not."""
        earlier, self._held, self._folders = self._held, {}, {}
        for path, found in self._walk():
            identity, known = _Identity.of(found), earlier.pop(path, None)
            if known is not None and known.identity != identity:
                _let_go(known)
                known = None
            with suppress(OSError):  # it is gone again
                self._held[path] = known or self._taken(path, identity)
        for gone in earlier.values():
            _let_go(gone)

    def put_back(self) -> Meddling:
        """Make the folder what it was when it was held."""
        names, is_lost = [], False
        for folder, mode in self._folders.items():
            with suppress(OSError):  # most of the time: it is there
                (self._folder / folder).mkdir(parents=True)
                (self._folder / folder).chmod(mode)
        for path, held in self._held.items():
            if self._is_as_held(path, held):
                continue
            names.append(path)
            try:
                self._write(path, held)
            except OSError:
                is_lost = True
        return Meddling(tuple(sorted(names)), is_lost)

    def close(self) -> None:
        """Let go of everything."""
        for held in self._held.values():
            _let_go(held)
        self._held = {}
        self._copies.close()

    def _walk(self) -> Iterator[tuple[str, os.stat_result]]:
        for place, folders, files in os.walk(self._folder):
            below = os.path.relpath(place, self._folder)
            self._folders[below] = stat.S_IMODE(os.lstat(place).st_mode)
            folders.sort()
            for name in files:
                path = name if below == "." else f"{below}/{name}"
                with suppress(OSError):
                    found = os.lstat(self._folder / path)
                    if stat.S_ISREG(found.st_mode):
                        yield path, found

    def _taken(self, path: str, identity: _Identity) -> _Held:
        if identity.size <= _MAX_COPIED_BYTES:
            content = (self._folder / path).read_bytes()
            offset, self._end = self._end, self._end + len(content)
            self._copies.seek(offset)
            self._copies.write(content)
            return _Held(identity._replace(size=len(content)), offset, None)
        if sum(held.descriptor is not None for held in self._held.values()) >= _MAX_OPEN:
            return _Held(identity, None, None)
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
        return _Held(identity, None, os.open(self._folder / path, flags))

    def _is_as_held(self, path: str, held: _Held) -> bool:
        try:
            return _Identity.of(os.lstat(self._folder / path)) == held.identity
        except OSError:
            return False

    def _write(self, path: str, held: _Held) -> None:
        place = self._folder / path
        half = place.with_name(f"{place.name}.put-back")
        place.parent.mkdir(parents=True, exist_ok=True)
        with half.open("wb") as file:
            for block in self._blocks(held):
                file.write(block)
        half.chmod(stat.S_IMODE(held.identity.mode))
        # git trusts an index that is younger than a file, and would miss an edit of that second
        os.utime(half, ns=(held.identity.mtime_ns, held.identity.mtime_ns))
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        half.replace(place)

    def _blocks(self, held: _Held) -> Iterator[bytes]:
        if held.offset is not None:
            self._copies.seek(held.offset)
            yield self._copies.read(held.identity.size)
            return
        if held.descriptor is None:
            raise OSError("it was not held")
        now = os.fstat(held.descriptor)
        if (now.st_size, now.st_mtime_ns) != (held.identity.size, held.identity.mtime_ns):
            raise OSError("it was rewritten in place")
        at = 0
        while block := os.pread(held.descriptor, _BLOCK_BYTES, at):
            at += len(block)
            yield block


def _let_go(held: _Held) -> None:
    if held.descriptor is not None:
        os.close(held.descriptor)
