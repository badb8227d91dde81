"""What a command printed: all of it on disk, its head and tail in memory.

Decides how output is shown (bounded, decoded, without colours) and how it is searched (every
line, in bounded memory). It must never let a cut pass unsaid: what is missing is counted.

Rules for editors: `text` is for people and models, `lines` is for conditions; a success line is
looked for in `lines`, because the head and tail alone would miss it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patchsmith.process.ansi import strip_ansi, visible_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BLOCK_BYTES = 1 << 16
OUTPUT_FILES = ("stdout.txt", "stderr.txt")
"""Names of the files that the two streams of a run are stored in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputLimits:
    """How much of one stream is kept; none of it stops the command."""

    head_bytes: int = 64 * 1024
    """First bytes kept in memory."""
    tail_bytes: int = 64 * 1024
    """Last bytes kept in memory."""
    max_disk_bytes: int = 256 * 1024 * 1024
    """Bytes written to disk; what comes after them is counted and dropped."""
    max_line_bytes: int = 64 * 1024
    """Longest part of one line that is looked at when lines are read."""

    def __post_init__(self) -> None:
        if min(self.head_bytes, self.tail_bytes, self.max_disk_bytes) < 0:
            raise ValueError("output limits are counts of bytes: none may be negative")
        if self.max_line_bytes < 1:
            raise ValueError("max_line_bytes must leave at least one byte of a line")


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """One stream of one run."""

    path: Path
    """File with the bytes as printed, up to the disk limit."""
    total_bytes: int
    """Bytes the command printed, kept or not; secrets count as what stands in their place."""
    stored_bytes: int
    """Bytes that are in the file."""
    head: bytes = field(repr=False)
    """First bytes."""
    tail: bytes = field(repr=False)
    """Last bytes; does not overlap the head."""
    max_line_bytes: int = 64 * 1024
    """Longest part of one line that `lines` yields."""

    @property
    def is_shortened(self) -> bool:
        """Whether head and tail together are less than what was printed."""
        return len(self.head) + len(self.tail) < self.total_bytes

    @property
    def dropped_bytes(self) -> int:
        """Bytes that are not in the file: beyond the disk limit, or the disk was full."""
        return self.total_bytes - self.stored_bytes

    def text(self) -> str:
        r"""Return the output to read: head and tail, and one line that says what is left out.

        Returns:
            Text with `\n` endings, colours and overwritten progress removed; bytes that are not
            UTF-8 as `\xNN`.
        """
        if not self.is_shortened:
            return _readable(self.head + self.tail)
        head = self.head[: self.head.rfind(b"\n") + 1] or self.head
        tail = self.tail[self.tail.find(b"\n") + 1 :] or self.tail
        left_out = self.total_bytes - len(head) - len(tail)
        remark = f"{left_out} bytes left out"
        if self.dropped_bytes:
            remark += f"; the last {self.dropped_bytes} bytes are not on disk"
        shown = _readable(head)
        if shown and not shown.endswith("\n"):
            shown += "\n"
        return f"{shown}[... {remark} ...]\n{_readable(tail)}"

    def lines(self) -> Iterator[str]:
        """Yield every line on disk, then what the tail holds of the lines that were dropped.

        Yields:
            Lines without endings, colours and overwritten progress; of a line longer than
            `max_line_bytes` its beginning. Lines of which only the end is known are left out.

        Raises:
            OSError: The file is gone or can not be read.
        """
        yield from _decoded(self._blocks(), self.max_line_bytes)

    def _blocks(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            left = self.stored_bytes
            while left and (block := file.read(min(_BLOCK_BYTES, left))):
                left -= len(block)
                yield block
        if self.dropped_bytes:
            yield from self._remembered()

    def _remembered(self) -> Iterator[bytes]:
        """Yield what memory still has of the bytes that are not in the file."""
        kept = self.head + self.tail
        if self.dropped_bytes <= len(self.tail) or not self.is_shortened:
            yield kept[len(kept) - self.dropped_bytes :]
            return
        ending = self.tail.find(b"\n")
        if ending >= 0:
            yield b"\n" + self.tail[ending + 1 :]


def stored_output(path: Path, limits: OutputLimits | None = None) -> Captured:
    """Return a stream of an earlier run by the file it was stored in, which may lack its end.

    Raises:
        OSError: The file is gone or can not be read.
    """
    limits = limits or OutputLimits()
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        head = file.read(limits.head_bytes)
        file.seek(max(len(head), size - limits.tail_bytes))
        tail = file.read(limits.tail_bytes)
    return Captured(
        path=path,
        total_bytes=size,
        stored_bytes=size,
        head=head,
        tail=tail,
        max_line_bytes=limits.max_line_bytes,
    )


def _readable(data: bytes) -> str:
    text = strip_ansi(data.decode("utf-8", "backslashreplace"))
    if "\r" not in text:
        return text
    return "\n".join(visible_line(line) for line in text.split("\n"))


def _decoded(blocks: Iterator[bytes], max_line_bytes: int) -> Iterator[str]:
    """Yield the lines of a stream of blocks, holding one block and one capped line at most."""
    pending = _OpenLine(max_line_bytes)
    for block in blocks:
        first, ending, rest = block.partition(b"\n")
        pending.extend(first)
        if not ending:
            continue
        yield pending.take()
        whole, ending, rest = rest.rpartition(b"\n")
        if ending:
            text = _readable(whole)
            if len(text) <= max_line_bytes:
                yield from text.split("\n")
            else:
                yield from (line[:max_line_bytes] for line in text.split("\n"))
        pending.extend(rest)
    if last := pending.take():
        yield last


class _OpenLine:
    r"""A line whose ending has not been read yet; keeps its visible part, capped."""

    __slots__ = ("_cap", "_earlier", "_kept")

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._kept = bytearray()
        self._earlier = b""

    def extend(self, data: bytes) -> None:
        *overwritten, last = data.split(b"\r")
        for part in overwritten:
            self._append(part)
            if _readable(bytes(self._kept)):
                self._earlier = bytes(self._kept)
            self._kept.clear()
        self._append(last)

    def _append(self, data: bytes) -> None:
        self._kept += data[: self._cap - len(self._kept)]

    def take(self) -> str:
        line = _readable(self._earlier + b"\r" + bytes(self._kept))
        self._earlier = b""
        self._kept.clear()
        return line
