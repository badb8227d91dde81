"""One writer at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.workspace.lock import RootLock


def test_a_second_writer_waits_and_then_gives_up(tmp_path: Path) -> None:
    """The refusal is a `conflict`; when the first is done the lock is free."""
    first = os.open(tmp_path, os.O_RDONLY)
    second = os.open(tmp_path, os.O_RDONLY)
    try:
        with RootLock(first):
            with pytest.raises(EnvironmentFault, match="writing below this root") as caught:
                RootLock(second, timeout_s=0.05).__enter__()
            assert caught.value.code == "conflict"
        with RootLock(second, timeout_s=0.05):
            pass
    finally:
        os.close(first)
        os.close(second)


def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    """A writer that was killed holds nobody up."""
    code = (
        "import os, sys, signal\n"
        "from patchsmith.workspace.lock import RootLock\n"
        "RootLock(os.open(sys.argv[1], os.O_RDONLY)).__enter__()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == -9
    fd = os.open(tmp_path, os.O_RDONLY)
    with RootLock(fd, timeout_s=0.5):
        pass
    os.close(fd)
    assert list(tmp_path.iterdir()) == []


def test_the_one_who_waits_learns_who_writes(tmp_path: Path) -> None:
    """By the process id, where the system tells it."""
    code = (
        "import os, sys\n"
        "from patchsmith.workspace.lock import RootLock\n"
        "with RootLock(os.open(sys.argv[1], os.O_RDONLY)):\n"
        "    print(flush=True)\n"
        "    sys.stdin.read()\n"
    )
    fd = os.open(tmp_path, os.O_RDONLY)
    with subprocess.Popen(
        [sys.executable, "-c", code, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(EnvironmentFault, match="writing below this root") as caught:
            RootLock(fd, timeout_s=0.02).__enter__()
        assert holder.stdin is not None
        holder.stdin.close()
    os.close(fd)
    status = tmp_path.stat()
    locks = Path("/proc/locks")
    told = locks.exists() and os.major(status.st_dev) > 0  # others have no device of their own
    if told:
        assert f"process {holder.pid} " in caught.value.message


@pytest.mark.parametrize("shared", [True, False], ids=["one descriptor", "two"])
def test_threads_exclude_each_other(tmp_path: Path, shared: bool) -> None:
    """Also when they share the root's descriptor: the lock belongs to an open file of its own."""
    inside: list[int] = []
    most: list[int] = []
    fds = [os.open(tmp_path, os.O_RDONLY) for _ in range(4)]

    def work(fd: int) -> None:
        for _ in range(25):
            with RootLock(fd):
                inside.append(fd)
                most.append(len(inside))
                time.sleep(0.0005)
                inside.pop()

    threads = [threading.Thread(target=work, args=(fds[0] if shared else fd,)) for fd in fds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for fd in fds:
        os.close(fd)
    assert (len(most), max(most)) == (100, 1)


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    """Neither after a lock that was held nor after one that was not had."""
    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not show open descriptors")
    fd = os.open(tmp_path, os.O_RDONLY)
    before = os.listdir("/proc/self/fd")
    with RootLock(fd), pytest.raises(EnvironmentFault):
        RootLock(fd, timeout_s=0.0).__enter__()
    assert os.listdir("/proc/self/fd") == before
    os.close(fd)
