"""Executes what a loop runs: the command or a part of it, the check, its second execution.

Decides the time each may take and what is made of one that can not be started. Runs each once,
when it is told to, with outputs in the run folder and a cache for bytecode of its own.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

from patchsmith.errors import DeclarationError, EnvironmentFault
from patchsmith.loop.searching import BoundedSearch
from patchsmith.process.environment import command_environment
from patchsmith.process.output import OUTPUT_FILES, stored_output
from patchsmith.process.runner import run_command
from patchsmith.replx.condition import search_lines
from patchsmith.replx.effects import RepeatCommand, RunCheck, RunCommand, RunLint, RunWhole
from patchsmith.replx.judging import CHECKED_BY
from patchsmith.replx.observation import RunSeen, observe
from patchsmith.replx.phases import Part
from patchsmith.replx.run_record import Decider

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from patchsmith.loop.request import LoopRequest
    from patchsmith.loop.run_folder import RunFolder
    from patchsmith.process.output import Captured
    from patchsmith.process.runner import RunResult
    from patchsmith.replx.condition import Condition, Search, Stream
    from patchsmith.replx.declaration import Declaration
    from patchsmith.replx.effects import AskRepairer
    from patchsmith.replx.phases import Phases

Execution = RunCommand | RunLint | RunWhole | RunCheck | RepeatCommand


class Printed(NamedTuple):
    """What one execution printed."""

    stdout: Captured
    """Standard output."""
    stderr: Captured
    """Standard error."""


CHECK_TIMEOUT_S = 600.0
"""Seconds a check may take where the caller set no time-out: a check is always bounded."""
_CANNOT_START = 127  # what a shell reports for a program that can not be started


class Runs:
    """What one loop executes on this machine."""

    def __init__(
        self,
        declaration: Declaration,
        folder: RunFolder,
        root: Path,
        request: LoopRequest,
        environment: Mapping[str, str],
        *,
        has_run: bool = False,
    ) -> None:
        self._declaration = declaration
        self._folder = folder
        self._root = root
        self._timeout_s = request.timeout_s
        self._environment = environment  # variables besides our own
        # of the last iteration's run, and of what belongs to it
        self._results: dict[tuple[Part, Decider], RunResult] = {}
        self._has_run = has_run

    def output(self, kind: Decider, part: Part = Part.FULL) -> Printed | None:
        """Return what an execution printed that belongs to the last iteration; None without one."""
        result = self._results.get((part, kind))
        return None if result is None else Printed(result.stdout, result.stderr)

    def recall(self, effect: AskRepairer) -> Printed | None:
        """Return what the run printed that an earlier process made, from what it has stored."""
        try:
            stdout, stderr = (stored_output(self._stored(effect) / name) for name in OUTPUT_FILES)
        except OSError:  # it could not be started, or somebody has tidied up
            return None
        return Printed(stdout, stderr)

    def _stored(self, effect: AskRepairer) -> Path:
        """Return where the outputs of the run that an attempt answers are kept."""

        def place(after: str) -> Path:
            kind = effect.run.decided_by
            return self._folder.outputs(effect.iteration, closing=False, kind=kind, after=after)

        if effect.run.part is Part.LINT:
            return place("lint")
        whole = place("full")  # the last of an iteration, where there was one
        return whole if effect.run.part is Part.FULL and whole.exists() else place("")

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
            DeclarationError: `uncheckable-condition`, its output can not be searched in time.
        """
        if isinstance(effect, RunCommand):
            self._results.clear()
        part = part_of(effect)
        outputs = self._folder.outputs(
            effect.iteration, closing=effect.closing, kind=kind, after=_suffix(effect)
        )
        cache = outputs / "pycache"  # a folder of this run alone: stale bytecode is real
        try:
            result = self._started(outputs, cache, part, kind, at_most_s)
        finally:
            shutil.rmtree(cache, ignore_errors=True)
        if isinstance(result, str):
            return RunSeen(_CANNOT_START, last_line=result.splitlines()[0])
        self._results[part, kind] = result
        seen = self._seen(result, part, kind)
        if seen.undecided is not None and not self._has_run:
            raise _unsearchable(seen.undecided)  # nothing has been edited
        self._has_run = True
        return seen

    def _seen(self, result: RunResult, part: Part, kind: Decider) -> RunSeen:
        time_s = self._time_given(kind)
        if kind is Decider.CHECK or part is not Part.FULL:
            return observed(result, CHECKED_BY, timeout_s=time_s)
        search = BoundedSearch({**os.environ, **self._environment})
        return observed(
            result, self._condition, self._declaration.phases, timeout_s=time_s, search=search
        )

    @property
    def _condition(self) -> Condition:
        return self._declaration.condition

    def _time_given(self, kind: Decider) -> float | None:
        is_check = kind is Decider.CHECK and self._condition.check is not None
        return CHECK_TIMEOUT_S if is_check and self._timeout_s is None else self._timeout_s

    def _started(
        self, outputs: Path, cache: Path, part: Part, kind: Decider, at_most_s: float | None
    ) -> RunResult | str:
        check = self._condition.check if kind is Decider.CHECK else None
        bound_s = self._time_given(kind)
        if at_most_s is not None:
            bound_s = at_most_s if bound_s is None else min(bound_s, at_most_s)
        try:
            return run_command(
                (check or self._declaration.command(part)).argv,
                cwd=self._root,
                output_dir=outputs,
                timeout_s=bound_s,
                env=command_environment(os.environ | self._environment, pycache_dir=cache),
                mask=self._folder.masker.mask_bytes,
            )
        except EnvironmentFault as error:
            # Before anything was edited this is the caller's machine; later it may be an
            # attempt's doing, and is judged like any other failing run.
            if not self._has_run:
                raise
            return str(error)


def part_of(effect: Execution) -> Part:
    """Return what of the declared command an effect executes."""
    if isinstance(effect, RunCommand):
        return effect.part
    return Part.LINT if isinstance(effect, RunLint) else Part.FULL


def _suffix(effect: Execution) -> str:
    """Return what tells a run beside the iterations from the run it follows."""
    if isinstance(effect, RunLint):
        return "lint"
    return "full" if isinstance(effect, RunWhole) else ""


def observed(
    result: RunResult,
    condition: Condition,
    phases: Phases | None = None,
    *,
    timeout_s: float | None = None,
    search: Search = search_lines,
) -> RunSeen:
    """Return what a result showed, as far as a condition asks for it."""
    return observe(
        condition,
        _Output(result),
        exit_status=result.exit_status,
        timed_out=result.timed_out,
        duration_s=round(result.duration_s, 3),
        phases=phases,
        timeout_s=timeout_s,
        search=search,
    )


def _unsearchable(why: str) -> DeclarationError:
    return DeclarationError(
        "uncheckable-condition",
        f"{why}, so whether the condition holds can not be told",
        hint="Repeat nothing that repeats already, as in (a+)+; or require a plain line: "
        "--success-line TEXT.",
    )


class _Output:
    """A run's output as the pure side reads it."""

    def __init__(self, result: RunResult) -> None:
        self._streams = {"stdout": result.stdout, "stderr": result.stderr}

    def lines(self, stream: Stream) -> Iterator[str]:
        return self._streams[stream.value].lines()
