"""Takes in one stream while a command prints: to disk, and head and tail in memory.

Decides what is kept when there is too much. It must never fail a run because the output does
not fit: a full disk ends the storing, not the command, and what is missing is counted. What is
masked is masked before it is kept anywhere; for that, a line is taken in when it is complete.

Rules for editors: memory stays bounded by the limits however much is printed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from patchsmith.process.output import Captured, OutputLimits

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Mask = Callable[[bytes], bytes]

_MAX_OPEN_BYTES = 64 * 1024


class StreamRecorder:
    """Writes a stream to a file of its own and remembers how it began and ended."""

    __slots__ = (
        "_descriptor",
        "_head",
        "_limits",
        "_mask",
        "_open",
        "_path",
        "_room",
        "_stored",
        "_tail",
        "_total",
    )

    def __init__(self, path: Path, limits: OutputLimits, mask: Mask | None = None) -> None:
        """Create the file, readable by its owner alone.

        Args:
            path: The file.
            limits: How much is kept.
            mask: Returns bytes with the secrets in them replaced; None keeps all as printed.

        Raises:
            OSError: The file can not be created.
        """
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        self._descriptor = os.open(path, flags, 0o600)
        self._path = path
        self._limits = limits
        self._room = limits.max_disk_bytes
        self._mask = mask
        self._open = b""  # the end of what was fed, up to a line's ending: masked with its line
        self._head = bytearray()
        self._tail = bytearray()
        self._stored = 0
        self._total = 0

    def feed(self, data: bytes) -> None:
        """Take in the next bytes of the stream."""
        if self._mask is None:
            self._keep(data)
            return
        pending = self._open + data
        cut = pending.rfind(b"\n") + 1
        if len(pending) - cut > _MAX_OPEN_BYTES:  # no line endings: cut between words, or anywhere
            cut = max(cut, pending.rfind(b" ") + 1, len(pending) - _MAX_OPEN_BYTES)
        self._open = pending[cut:]
        if cut:
            self._keep(self._mask(pending[:cut]))

    def _keep(self, data: bytes) -> None:
        self._total += len(data)
        self._store(data)
        missing = self._limits.head_bytes - len(self._head)
        if missing > 0:
            self._head += data[:missing]
            data = data[missing:]
        self._tail += data
        if len(self._tail) > 2 * self._limits.tail_bytes:
            self._trim_tail()

    def _store(self, data: bytes) -> None:
        left = memoryview(data)[: self._room]
        self._room -= len(left)
        while left:
            try:
                written = os.write(self._descriptor, left)
            except OSError:  # full disk, quota: what is stored stays a beginning of the stream
                self._room = 0
                return
            self._stored += written
            left = left[written:]

    def _trim_tail(self) -> None:
        del self._tail[: max(0, len(self._tail) - self._limits.tail_bytes)]

    def close(self) -> Captured:
        """Close the file and return what was captured; to be called once."""
        if self._open and self._mask is not None:
            self._keep(self._mask(self._open))
        os.close(self._descriptor)
        self._trim_tail()
        return Captured(
            path=self._path,
            total_bytes=self._total,
            stored_bytes=self._stored,
            head=bytes(self._head),
            tail=bytes(self._tail),
            max_line_bytes=self._limits.max_line_bytes,
        )
