"""The command `patchsmith` as a real process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def patchsmith(
    cwd: Path, *words: str, stdin: bytes | str = b"", **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a folder and wait for it."""
    command = [sys.executable, "-m", "patchsmith", *words]
    content = stdin.encode() if isinstance(stdin, str) else stdin
    return subprocess.run(
        command, cwd=cwd, input=content, capture_output=True, check=False, timeout=120, **options
    )


def call(cwd: Path, tool: str, arguments: object, *words: str) -> tuple[int, dict[str, Any]]:
    """Carry out one call and return the exit status and the object that was printed."""
    done = patchsmith(cwd, "call", tool, *words, stdin=json.dumps(arguments))
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1
    return done.returncode, json.loads(done.stdout)
