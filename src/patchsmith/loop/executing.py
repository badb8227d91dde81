"""Executes what a loop runs: the command, the check after it, its second execution.

Decides the time each may take and what is made of one that can not be started. Runs each once,
when it is told to, with outputs in the run folder and a cache for bytecode of its own.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault
from patchsmith.process.environment import command_environment
from patchsmith.process.runner import run_command
from patchsmith.replx.effects import RepeatCommand, RunCheck, RunCommand
from patchsmith.replx.judging import CHECKED_BY
from patchsmith.replx.observation import RunSeen, observe
from patchsmith.replx.record import Decider

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from patchsmith.loop.request import LoopRequest
    from patchsmith.loop.run_folder import RunFolder
    from patchsmith.process.runner import RunResult
    from patchsmith.replx.condition import Condition, Stream
    from patchsmith.replx.declaration import Declaration

Execution = RunCommand | RunCheck | RepeatCommand

CHECK_TIMEOUT_S = 600.0
"""Seconds a check may take where the caller set no time-out: a check is always bounded."""
_CANNOT_START = 127  # what a shell reports for a program that can not be started


class Runs:
    """What one loop executes on this machine."""

    def __init__(
        self, declaration: Declaration, folder: RunFolder, root: Path, request: LoopRequest
    ) -> None:
        self._declaration = declaration
        self._folder = folder
        self._root = root
        self._timeout_s = request.timeout_s
        self._results: dict[Decider, RunResult] = {}  # of the last run, and what belongs to it
        self._has_run = False

    def result(self, kind: Decider) -> RunResult | None:
        """Return an execution that belongs to the last run; None when there was none."""
        return self._results.get(kind)

    def executed(
        self, effect: Execution, kind: Decider, *, at_most_s: float | None = None
    ) -> RunSeen:
        """Execute once and return what it showed.

        Args:
            effect: The iteration, and whether its run is the closing run.
            kind: The command, its check, or its second execution.
            at_most_s: Seconds that are left of the whole loop; None for no limit.

        Raises:
            EnvironmentFault: `io`, the very first run can not be started.
        """
        if kind is Decider.RUN:
            self._results.clear()
        outputs = self._folder.outputs(effect.iteration, closing=effect.closing, kind=kind)
        cache = outputs / "pycache"  # a folder of this run alone: stale bytecode is real
        try:
            result = self._started(outputs, cache, kind, at_most_s)
        finally:
            shutil.rmtree(cache, ignore_errors=True)
        if isinstance(result, str):
            return RunSeen(_CANNOT_START, last_line=result.splitlines()[0])
        self._results[kind] = result
        self._has_run = True
        condition = CHECKED_BY if kind is Decider.CHECK else self._condition
        return _observed(result, condition, self._time_given(kind))

    @property
    def _condition(self) -> Condition:
        return self._declaration.condition

    def _time_given(self, kind: Decider) -> float | None:
        is_check = kind is Decider.CHECK and self._condition.check is not None
        return CHECK_TIMEOUT_S if is_check and self._timeout_s is None else self._timeout_s

    def _started(
        self, outputs: Path, cache: Path, kind: Decider, at_most_s: float | None
    ) -> RunResult | str:
        check = self._condition.check if kind is Decider.CHECK else None
        bound_s = self._time_given(kind)
        if at_most_s is not None:
            bound_s = at_most_s if bound_s is None else min(bound_s, at_most_s)
        try:
            return run_command(
                (check or self._declaration.target).argv,
                cwd=self._root,
                output_dir=outputs,
                timeout_s=bound_s,
                env=command_environment(os.environ, pycache_dir=cache),
                mask=self._folder.masker.mask_bytes,
            )
        except EnvironmentFault as error:
            # Before anything was edited this is the caller's machine; later it may be an
            # attempt's doing, and is judged like any other failing run.
            if not self._has_run:
                raise
            return str(error)


def _observed(result: RunResult, condition: Condition, timeout_s: float | None) -> RunSeen:
    return observe(
        condition,
        _Captured(result),
        exit_status=result.exit_status,
        timed_out=result.timed_out,
        duration_s=round(result.duration_s, 3),
        timeout_s=timeout_s,
    )


class _Captured:
    """A run's output as the pure side reads it."""

    def __init__(self, result: RunResult) -> None:
        self._streams = {"stdout": result.stdout, "stderr": result.stderr}

    def lines(self, stream: Stream) -> Iterator[str]:
        return self._streams[stream.value].lines()
