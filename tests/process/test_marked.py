"""Rules for ending processes by their mark."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from patchsmith.process.marked import end_marked, wait_for_marked

NAME = "PATCHSMITH_TEST_MARK"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="marks are found by /proc")


def test_what_is_marked_is_ended_with_all_that_descends_from_it(tmp_path: Path) -> None:
    """Also a child in a session of its own, and one that has thrown the mark away."""
    script = "setsid sleep 300 & env -i sleep 300 & echo $! > pid; sleep 300"
    process = subprocess.Popen(
        ["sh", "-c", script], env={**os.environ, NAME: "a"}, cwd=tmp_path, start_new_session=True
    )
    until = time.monotonic() + 30
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < until
        time.sleep(0.01)
    unmarked = int((tmp_path / "pid").read_text())
    assert end_marked(NAME, "a") >= 4
    assert process.wait(30) == -9
    assert not Path(f"/proc/{unmarked}").exists() or "Z" in state_of(unmarked)


def state_of(pid: int) -> str:
    """Return the state of a process."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_others_are_left_alone() -> None:
    """Another value, or none, is somebody else's."""
    process = subprocess.Popen(["sleep", "300"], env={**os.environ, NAME: "other"})
    try:
        assert end_marked(NAME, "b") == 0
        assert process.poll() is None
    finally:
        process.kill()
        process.wait()


def test_waiting_ends_with_the_last_of_them_or_with_the_time() -> None:
    """Whichever comes first."""
    process = subprocess.Popen(["sleep", "300"], env={**os.environ, NAME: "c"})
    try:
        time.sleep(0.1)  # until the new program has its environment
        assert not wait_for_marked(NAME, "c", at_most_s=0.1)
    finally:
        process.kill()
        process.wait()
    assert wait_for_marked(NAME, "c", at_most_s=30)
