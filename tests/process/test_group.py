"""Ending a process group."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from patchsmith.process.group import end_group, group_is_running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def start() -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    """Start shell scripts as leaders of groups, ready when they print; killed at the end."""
    started: list[subprocess.Popen[bytes]] = []

    def _start(script: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            ["sh", "-c", script], start_new_session=True, stdout=subprocess.PIPE
        )
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        return process

    yield _start
    for process in started:
        end_group(process.pid, grace_s=0, meanwhile=_poller(process))
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def _poller(process: subprocess.Popen[bytes]) -> Callable[[float], None]:
    def _poll(max_s: float) -> None:
        process.poll()
        time.sleep(max_s)

    return _poll


def test_a_polite_group_is_over_long_before_the_grace(
    start: Callable[[str], subprocess.Popen[bytes]],
) -> None:
    """A zombie leader that is polled does not make us wait."""
    process = start("echo ready; sleep 60 & sleep 60")
    began = time.monotonic()
    end_group(process.pid, grace_s=30, meanwhile=_poller(process))
    assert time.monotonic() - began < 15
    assert not group_is_running(process.pid)


def test_a_group_that_ignores_being_asked_is_killed(
    start: Callable[[str], subprocess.Popen[bytes]],
) -> None:
    """After the grace comes a signal that can not be ignored."""
    process = start("trap '' TERM; echo ready; while :; do sleep 1; done")
    end_group(process.pid, grace_s=0.2, meanwhile=_poller(process))
    assert not group_is_running(process.pid)
    assert process.wait() == -9


def test_a_stopped_process_is_woken_to_stop_in_order(
    start: Callable[[str], subprocess.Popen[bytes]],
) -> None:
    """A stopped process gets to act on the request."""
    process = start("trap 'exit 7' TERM; echo ready; kill -STOP $$; sleep 0.1; sleep 60")
    time.sleep(0.2)
    end_group(process.pid, grace_s=20, meanwhile=_poller(process))
    assert process.wait() in (7, -15)


def test_the_group_counts_while_a_child_of_an_ended_leader_runs(
    start: Callable[[str], subprocess.Popen[bytes]],
) -> None:
    """The leader's end is not the group's end."""
    process = start("sleep 60 & echo ready")
    process.wait()
    assert group_is_running(process.pid)


@pytest.mark.skipif(sys.platform != "linux", reason="zombies are told apart by /proc")
def test_a_zombie_does_not_count(start: Callable[[str], subprocess.Popen[bytes]]) -> None:
    """A leader that was ended and not collected keeps no group running."""
    process = start("echo ready")
    deadline = time.monotonic() + 20
    while group_is_running(process.pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert process.returncode is None
    assert not group_is_running(process.pid)
