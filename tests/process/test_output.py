"""Captured output: to read, and to search."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from patchsmith.process.output import Captured, OutputLimits, stored_output
from patchsmith.process.recording import StreamRecorder

if TYPE_CHECKING:
    from pathlib import Path


def _captured(folder: Path, data: bytes, limits: OutputLimits | None = None) -> Captured:
    recorder = StreamRecorder(folder / "out", limits or OutputLimits())
    recorder.feed(data)
    return recorder.close()


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        pytest.param(b"", "", id="nothing"),
        pytest.param(b"a\nb\n", "a\nb\n", id="plain"),
        pytest.param(b"a\r\nb", "a\nb", id="crlf"),
        pytest.param(b"\x1b[32mok\x1b[0m\n", "ok\n", id="colour"),
        pytest.param(b"1%\r\x1b[K2%\r\x1b[Kdone\n", "done\n", id="progress"),
        pytest.param("é\n".encode(), "é\n", id="utf8"),
        pytest.param(b"\xff\xe9\n", "\\xff\\xe9\n", id="not_utf8"),
    ],
)
def test_short_output_reads_as_a_person_saw_it(tmp_path: Path, raw: bytes, read: str) -> None:
    """Text is decoded, without colours and overwritten progress, and always encodable."""
    captured = _captured(tmp_path, raw)
    assert captured.text() == read
    assert "\n".join(captured.lines()) == read.removesuffix("\n")
    captured.text().encode()


def test_long_output_says_how_much_is_left_out(tmp_path: Path) -> None:
    """Head and tail end at line boundaries; one line between them counts the rest."""
    limits = OutputLimits(head_bytes=10, tail_bytes=10)
    captured = _captured(tmp_path, b"first\nsecond\nthird\nfourth\nfifth\n", limits)
    assert captured.text() == "first\n[... 20 bytes left out ...]\nfifth\n"


def test_long_output_without_line_ends_is_shortened_too(tmp_path: Path) -> None:
    """A single line that is too long is cut where the limits are."""
    limits = OutputLimits(head_bytes=2, tail_bytes=2)
    assert _captured(tmp_path, b"a" * 10, limits).text() == "aa\n[... 6 bytes left out ...]\naa"


def test_what_is_not_on_disk_is_said(tmp_path: Path) -> None:
    """A reader is told that the file is not the whole output either."""
    limits = OutputLimits(head_bytes=2, tail_bytes=2, max_disk_bytes=4)
    said = _captured(tmp_path, b"a\nbcdef\ng\n", limits).text()
    assert said == "a\n[... 6 bytes left out; the last 6 bytes are not on disk ...]\ng\n"


def test_a_line_in_the_middle_is_found(tmp_path: Path) -> None:
    """Lines come from the whole file, not from head and tail."""
    noise = b"noise\n" * 50_000
    captured = _captured(tmp_path, noise + b"\x1b[1mALL OK\x1b[0m\r\n" + noise)
    assert "ALL OK" not in captured.text()
    assert sum(line == "ALL OK" for line in captured.lines()) == 1


def test_the_end_is_found_when_the_disk_limit_was_passed(tmp_path: Path) -> None:
    """The tail in memory stands in for what the file lacks; a half-known line is left out."""
    limits = OutputLimits(head_bytes=0, tail_bytes=12, max_disk_bytes=7)
    captured = _captured(tmp_path, b"start\n" + b"x" * 50 + b"\nALL OK\n", limits)
    assert list(captured.lines()) == ["start", "x", "ALL OK"]


def test_file_and_tail_meet_without_a_seam(tmp_path: Path) -> None:
    """Where the tail reaches back to the file, the line across the border is whole."""
    limits = OutputLimits(head_bytes=4, tail_bytes=20, max_disk_bytes=10)
    captured = _captured(tmp_path, b"one\ntwo\nthree\nfour\n", limits)
    assert list(captured.lines()) == ["one", "two", "three", "four"]


def test_a_very_long_line_is_capped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    """One endless line takes no more memory than the cap."""
    limits = OutputLimits(max_line_bytes=100)
    captured = _captured(tmp_path, b"z" * 300_000 + b"\nnext\n", limits)
    assert list(captured.lines()) == ["z" * 100, "next"]


def test_endless_progress_on_one_line_reads_as_its_last_state(tmp_path: Path) -> None:
    """A progress bar of many blocks keeps what a person sees at the end."""
    bar = b"".join(b"\x1b[2K%d%%\r" % (number % 100) for number in range(100_000))
    captured = _captured(tmp_path, bar + b"done\n" + bar)
    assert list(captured.lines()) == ["done", "99%"]


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\x1b[1m", b"x" * 40_000])).map(b"".join)
)
def test_lines_are_the_lines_of_the_text(tmp_path: Path, data: bytes) -> None:
    """Reading in blocks gives the same lines as reading all at once."""
    limits = OutputLimits(head_bytes=1 << 22, max_line_bytes=1 << 22)
    captured = _captured(tmp_path, data, limits)
    text = captured.text()
    assert list(captured.lines()) == (text.removesuffix("\n").split("\n") if text else [])


def test_lines_take_bounded_memory(tmp_path: Path) -> None:
    """Twenty megabytes are searched within two."""
    captured = _captured(tmp_path, b"some line of output\n" * 1_000_000)
    tracemalloc.start()
    try:
        assert sum(1 for _ in captured.lines()) == 1_000_000
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_impossible_limits_are_refused() -> None:
    """A negative count of bytes is a caller's mistake."""
    with pytest.raises(ValueError, match="negative"):
        OutputLimits(head_bytes=-1)
    with pytest.raises(ValueError, match="max_line_bytes"):
        OutputLimits(max_line_bytes=0)


@pytest.mark.parametrize("size", [0, 5, 10, 15, 100])
def test_a_stored_stream_reads_as_it_did_when_it_was_captured(size: int, tmp_path: Path) -> None:
    """A loop that is gone on with shows a repairer what the run before has printed."""
    limits = OutputLimits(head_bytes=10, tail_bytes=5)
    captured = _captured(tmp_path, b"abcd\n" * (size // 5), limits)
    again = stored_output(captured.path, limits)
    assert (again.text(), list(again.lines())) == (captured.text(), list(captured.lines()))
    assert (again.total_bytes, again.dropped_bytes) == (size, 0)
