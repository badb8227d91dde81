"""Reads the contents of many objects through one git process.

Decides nothing; it asks for one object at a time and reads exactly what is announced, so a
content can hold anything. Memory holds one object.
"""

from __future__ import annotations

import subprocess
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Protocol

from patchsmith.errors import EnvironmentFault
from patchsmith.snapshots.git import start_fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Git(Protocol):
    """Git as it is run somewhere."""

    @property
    def work_tree(self) -> Path:
        """Folder it runs in."""

    def environment(self) -> dict[str, str]:
        """Return its environment."""


@contextmanager
def blob_reader(git: Git) -> Iterator[Callable[[str], bytes]]:
    """Give a function that returns the content of an object by its id.

    Raises:
        EnvironmentFault: `io`, git is missing, or an object is (said by the function).
    """
    try:
        process = subprocess.Popen(
            ["git", "cat-file", "--batch"],
            cwd=git.work_tree,
            env=git.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise start_fault(git.work_tree, error) from error
    with process:
        try:
            yield lambda object_id: _read(process, object_id)
        except BaseException:
            process.kill()
            raise
        finally:
            assert process.stdin is not None
            with suppress(BrokenPipeError):  # a git that has ended leaves what we asked unread
                process.stdin.close()


def _read(process: subprocess.Popen[bytes], object_id: str) -> bytes:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(object_id.encode("ascii") + b"\n")
        process.stdin.flush()
        head = process.stdout.readline().split()
        if len(head) == 3:
            content = process.stdout.read(int(head[2]))
            if len(content) == int(head[2]) and process.stdout.read(1) == b"\n":
                return content
    except BrokenPipeError:
        pass
    raise EnvironmentFault(
        "io",
        f"the snapshot store has lost the object {object_id}",
        hint="It may have been removed from the repository by `git gc --prune` or by hand.",
    )
