"""Escape sequences and overwritten progress."""

from __future__ import annotations

from time import monotonic

import pytest

from patchsmith.process.ansi import strip_ansi, visible_line


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        pytest.param("\x1b[1;31mFAILED\x1b[0m t.py", "FAILED t.py", id="colour"),
        pytest.param("\x1b[2K\x1b[1Gdone", "done", id="erase_and_column"),
        pytest.param("\x1b[38;5;196mx\x1b[m", "x", id="256_colours"),
        pytest.param("\x1b[?25lspin\x1b[?25h", "spin", id="private_mode"),
        pytest.param("\x9b31mred", "red", id="eight_bit_csi"),
        pytest.param("\x1b]0;title\x07text", "text", id="osc_bel"),
        pytest.param("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link", id="osc_st"),
        pytest.param("\x1bP1$r0m\x1b\\text", "text", id="dcs"),
        pytest.param("\x1b(Btext\x1b)0", "text", id="charset"),
        pytest.param("\x1b=\x1b7text\x1b8\x0f", "text", id="two_characters_and_shift"),
        pytest.param("plain [31m text\n", "plain [31m text\n", id="brackets_without_escape"),
        pytest.param("naïve — ok", "naïve — ok", id="not_ascii"),
        pytest.param("\x1b", "", id="lone_escape"),
    ],
)
def test_sequences_are_removed_and_text_is_kept(raw: str, read: str) -> None:
    """What a terminal would not show goes, everything else stays."""
    assert strip_ansi(raw) == read


@pytest.mark.parametrize(
    ("raw", "read"),
    [
        pytest.param("\x1b]0;FAILED 3\nnext", "0;FAILED 3\nnext", id="osc"),
        pytest.param("\x1bPFAILED 3\nnext", "FAILED 3\nnext", id="dcs"),
        pytest.param("\x1b]0;FAILED 3\nnext\x07", "0;FAILED 3\nnext\x07", id="closed_lines_later"),
        pytest.param("\x1b[31\nFAILED", "31\nFAILED", id="csi"),
    ],
)
def test_an_unclosed_sequence_hides_no_text(raw: str, read: str) -> None:
    """A sequence that its own line does not close loses its introducer and nothing else."""
    assert strip_ansi(raw) == read


@pytest.mark.parametrize("hostile", ["\x1b]", "\x1b[", "\x1b[1;", "\x1bP", "\x1b(", "\x1b]a;"])
def test_hostile_repeats_cost_linear_time(hostile: str) -> None:
    """A megabyte of openers that are never closed is read in a moment."""
    began = monotonic()
    strip_ansi(hostile * (1_000_000 // len(hostile)))
    strip_ansi("\x1b]" + "a" * 1_000_000)
    assert monotonic() - began < 10


@pytest.mark.parametrize(
    ("line", "read"),
    [
        pytest.param("10%\r50%\rdone", "done", id="progress"),
        pytest.param("done\r", "done", id="crlf"),
        pytest.param("50%\r\r", "50%", id="nothing_after"),
        pytest.param("plain", "plain", id="untouched"),
        pytest.param("\r", "", id="empty"),
    ],
)
def test_the_last_text_written_over_a_line_is_what_is_read(line: str, read: str) -> None:
    """Carriage returns overwrite; one with nothing behind it overwrites nothing."""
    assert visible_line(line) == read
