"""A small process beside each loop, which tidies up when the loop is killed.

SIGKILL leaves nobody to end the command, or to roll back a half made attempt. The guardian waits
for the loop to end, in a session of its own; a loop that ends in order says so first. After one
that does not it ends what the loop had started, rolls back an attempt that was under way, as a
signal that can be taken does, and records the tree: what differs from that later was done by
somebody else. It holds the loop's locks on until then.

Decides nothing about the run; goes on with nothing. A loop whose guardian was killed as well is
one whose tree nobody vouches for, and is resumed accordingly.

Rules for editors: while it waits it has imported nothing; nothing of the root is on its path.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.process.marked import end_marked, wait_for_marked

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

LOOP_MARK = "PATCHSMITH_LOOP"
"""Name of the variable that marks what a loop has started; its value names the run."""
_IN_ORDER = b"."
# A fork of the loop may hold the pipe open, so the parent is looked at as well.
_WAIT = """
import os, select, sys
source, run, parent = sys.argv[1:]
ready = []
while not ready and os.getppid() == int(parent):
    ready = select.select([0], [], [], 1)[0]
if not (ready and os.read(0, 1)):
    sys.path.insert(0, source)
    from patchsmith.loop.guardian import tidy_up
    tidy_up(run)
"""
_GIT_WAIT_S = 30.0
_END_WAIT_S = 10.0


class Guardian:
    """Watches over this process while it is entered; without one nothing is different."""

    def __init__(self, run: Path, locks: Iterable[int]) -> None:
        """Name what is watched over.

        Args:
            run: Folder of the run.
            locks: Descriptors of the locks that are held until everything is tidied up.
        """
        self._run = run
        self._locks = tuple(locks)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        source = str(Path(__file__).parents[2])
        python = [sys.executable or "python3", "-I", "-S", "-c", _WAIT]
        command = [*python, source, str(self._run), str(os.getpid())]
        try:
            self._process = subprocess.Popen(
                command,
                cwd="/",
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=self._locks,
                start_new_session=True,
            )
        except OSError:  # a machine without room for it: the loop is worth more than its guardian
            self._process = None
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        try:
            process.stdin.write(_IN_ORDER)
            process.stdin.close()
        except OSError:  # it was killed
            pass
        try:
            process.wait(_END_WAIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def tidy_up(run: str) -> None:
    """Leave the tree as a signal that can be taken would have left it; in the guardian's process.

    Args:
        run: Folder of the run.
    """
    from patchsmith.errors import PatchsmithError
    from patchsmith.loop.reopening import Reopened

    folder = Path(run)
    end_marked(LOOP_MARK, folder.name)
    wait_for_marked("GIT_DIR", str(folder / "snapshots"), at_most_s=_GIT_WAIT_S)
    try:
        reopened = Reopened.of(folder)
        if reopened is None:
            return
        reason = "the process was killed"
        try:
            reopened.roll_back_attempt()
            reopened.trees.note_end()
        except PatchsmithError as error:
            reopened.folder.note("died", reason=f"{reason}; {error}")
            return
        reopened.folder.note("died", step=reopened.trees.step(), reason=reason)
    except PatchsmithError:
        return  # nothing that can be read is left to tidy up
