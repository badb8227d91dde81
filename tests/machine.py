"""What tests need of the machine: another user, file systems of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534


@contextmanager
def ordinary_user() -> Iterator[Path]:
    """Lend a folder of a user whom permissions bind, and be that user while inside."""
    folder = Path(tempfile.mkdtemp(prefix="patchsmith-"))
    is_root = os.geteuid() == 0
    try:
        if is_root:
            os.chown(folder, NOBODY, NOBODY)
            os.setegid(NOBODY)
            os.seteuid(NOBODY)
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
            os.setegid(0)
        for path, folders, _ in os.walk(folder):
            for name in folders:
                if not Path(path, name).is_symlink():
                    Path(path, name).chmod(0o700)
        shutil.rmtree(folder)


@contextmanager
def mounted(*words: str, at: Path) -> Iterator[None]:
    """Mount something while inside; the test is skipped where that is not allowed."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root can mount")
    done = subprocess.run(["mount", *words, at], capture_output=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"can not mount here: {done.stderr.decode(errors='replace').strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", at], check=True)
