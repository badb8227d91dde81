"""Finds lines of a tree that hold given words: by ripgrep where it is installed, else by git.

Decides how long and how much: a search that takes too long or finds too much is cut, and what it
found until then counts. Ignored files are not searched. Must never run anything but these two
programs, and never hand them a word as an option or a pattern.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.snapshots.git import clean_environment

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAX_BYTES = 1 << 18
"""Output that is read of one search."""
_RIPGREP = (
    "rg",
    "--no-config",
    "--no-heading",
    "--with-filename",
    "--line-number",
    "--color=never",
)
_RIPGREP_BOUNDS = ("--max-columns=400", "--max-count=50", "--max-filesize=1M", "--null")
_GIT = ("git", "grep", "--no-index", "--exclude-standard", "--line-number", "--null", "-I")


class Hit(NamedTuple):
    """One line that holds a word."""

    path: str
    """Relative to the root."""
    line_no: int
    """1-based."""
    text: str
    """The line."""


def find_lines(root: Path, words: Sequence[str], *, timeout_s: float) -> list[Hit]:
    """Return lines that hold one of the words.

    Args:
        root: Where to search.
        words: Plain texts, matched as they are; a name matches whole words only afterwards.
        timeout_s: Seconds after which the search is cut.
    """
    # what no program takes as an argument, or a line never holds, is not looked for
    patterns = [part for word in words if word and word.isprintable() for part in ("-e", word)]
    if not patterns or timeout_s <= 0:
        return []
    if shutil.which("rg") is not None:
        command = [*_RIPGREP, "--fixed-strings", *patterns, "--", "."]
    else:
        command = [*_GIT, "--fixed-strings", *patterns, "--", "."]
    return [hit for line in _output(command, root, timeout_s).split(b"\n") if (hit := _hit(line))]


def _output(command: Sequence[str], root: Path, timeout_s: float) -> bytes:
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env=clean_environment(user_settings=False),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as expired:
        return (expired.stdout or b"")[:MAX_BYTES].rpartition(b"\n")[0]
    except OSError:
        return b""
    return done.stdout[:MAX_BYTES]


def _hit(line: bytes) -> Hit | None:
    # git ends the path and the number with NUL, ripgrep the path alone
    path, _, rest = line.partition(b"\0")
    cut = rest.find(b"\0") if b"\0" in rest else rest.find(b":")
    number, text = rest[:cut], rest[cut + 1 :]
    if cut < 0 or not number.isdigit():
        return None
    return Hit(os.fsdecode(path).removeprefix("./"), int(number), text.decode("utf-8", "replace"))
