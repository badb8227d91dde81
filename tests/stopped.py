"""Loops that were interrupted in this process, for tests of what can be done with their runs."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

from loops import Scripted, project, runs_counted
from patchsmith.loop import LoopRequest, repair
from trees import lay

if TYPE_CHECKING:
    from collections.abc import Callable

    from patchsmith.replx.record import LoopRecord


def interrupts(root: Path) -> None:
    """Be a step that is stopped in its middle."""
    lay(root, {"app.txt": "half\n", "half.txt": "half\n"})
    os.kill(os.getpid(), signal.SIGINT)
    signal.pause()


class Project:
    """A project in a folder of its own, and the runs on it."""

    def __init__(self, folder: Path) -> None:
        self.counter = folder / "count"
        self.root = project(folder / "root", self.counter)
        self.runs = folder / "runs"

    def looped(self, *steps: Callable[[Path], object], **options: object) -> LoopRecord:
        """Run a loop whose attempts are these steps."""
        settings = {"words": ("./check.sh",), "root": self.root, "run_dir": self.runs, **options}
        request = LoopRequest(**settings)  # type: ignore[arg-type]
        return repair(request, repairer=Scripted(list(steps)))

    def interrupted(self, **options: object) -> Path:
        """Return the folder of a run that was interrupted in its first attempt."""
        record = self.looped(interrupts, **options)
        assert record.run_dir is not None
        return Path(record.run_dir)

    @property
    def times_run(self) -> int:
        """How often the command has run."""
        return runs_counted(self.counter)


def repairing(*steps: Callable[[Path], object]) -> Scripted:
    """Return a repairer for what is left of a loop."""
    return Scripted(list(steps))
