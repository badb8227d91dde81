"""One writer at a time."""

from __future__ import annotations

import os
import subprocess
import sys
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
