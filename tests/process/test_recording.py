"""What is kept of a stream while it comes in."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from patchsmith.process.output import OutputLimits
from patchsmith.process.recording import StreamRecorder

if TYPE_CHECKING:
    from pathlib import Path


def test_everything_is_on_disk_and_the_ends_in_memory(tmp_path: Path) -> None:
    """The file holds the bytes as printed; head and tail do not overlap."""
    recorder = StreamRecorder(tmp_path / "out", OutputLimits(head_bytes=4, tail_bytes=3))
    for data in (b"ab", b"cdef", b"", b"ghij"):
        recorder.feed(data)
    captured = recorder.close()
    assert captured.path.read_bytes() == b"abcdefghij"
    assert (captured.head, captured.tail) == (b"abcd", b"hij")
    assert (captured.total_bytes, captured.stored_bytes) == (10, 10)
    assert captured.is_shortened


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_a_short_stream_is_whole_in_memory(tmp_path: Path, size: int) -> None:
    """Head and tail together give back what fits, however it is cut up."""
    data = bytes(range(10))
    recorder = StreamRecorder(tmp_path / "out", OutputLimits(head_bytes=4, tail_bytes=6))
    for start in range(0, len(data), size):
        recorder.feed(data[start : start + size])
    captured = recorder.close()
    assert captured.head + captured.tail == data
    assert not captured.is_shortened


def test_beyond_the_disk_limit_bytes_are_counted_and_dropped(tmp_path: Path) -> None:
    """The file is a beginning of the stream, and the rest is known by its size."""
    limits = OutputLimits(head_bytes=2, tail_bytes=2, max_disk_bytes=5)
    recorder = StreamRecorder(tmp_path / "out", limits)
    recorder.feed(b"abcdefgh")
    recorder.feed(b"ij")
    captured = recorder.close()
    assert captured.path.read_bytes() == b"abcde"
    assert captured.dropped_bytes == 5
    assert captured.tail == b"ij"


def test_output_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """Output may hold secrets."""
    captured = StreamRecorder(tmp_path / "out", OutputLimits()).close()
    assert stat.S_IMODE(captured.path.stat().st_mode) == 0o600


def test_limits_of_zero_keep_nothing_and_count_all(tmp_path: Path) -> None:
    """Counting needs no memory."""
    limits = OutputLimits(head_bytes=0, tail_bytes=0, max_disk_bytes=0)
    recorder = StreamRecorder(tmp_path / "out", limits)
    recorder.feed(b"abc")
    captured = recorder.close()
    assert (captured.total_bytes, captured.head, captured.tail) == (3, b"", b"")


def masked(data: bytes) -> bytes:
    """Return the bytes with a word replaced."""
    return data.replace(b"hunter2", b"[masked]")


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_secrets_are_masked_however_the_stream_is_cut_up(tmp_path: Path, size: int) -> None:
    """On disk and in memory, also in a last line without an ending."""
    data = b"a hunter2\n" * 20 + b"hunter2"
    recorder = StreamRecorder(tmp_path / "out", OutputLimits(), masked)
    for start in range(0, len(data), size):
        recorder.feed(data[start : start + size])
    captured = recorder.close()
    assert captured.path.read_bytes() == b"a [masked]\n" * 20 + b"[masked]"
    assert b"hunter2" not in captured.head + captured.tail
    assert captured.total_bytes == captured.stored_bytes == len(captured.path.read_bytes())


def test_a_stream_without_line_endings_is_masked_in_bounded_memory(tmp_path: Path) -> None:
    """It is cut between words."""
    recorder = StreamRecorder(tmp_path / "out", OutputLimits(), masked)
    for _ in range(40):
        recorder.feed(b"hunter2 " * 1000)
    assert b"hunter2" not in recorder.close().path.read_bytes()
    assert (tmp_path / "out").read_bytes() == b"[masked] " * 40_000
