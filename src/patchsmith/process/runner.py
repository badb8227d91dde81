"""Runs a command once, in a process group of its own, and says how it went.

Decides when a run is over: its leader has exited and its pipes are closed, or its time is up.
It must never run a command twice, wait for ever, hold the whole output in memory, or leave a
member of the group running. A child that opens a session of its own (`setsid`) escapes the group;
on Linux `descendants` finds and ends it, elsewhere its pipe is closed and it is reported.

Rules for editors: the leader is polled on every turn, since a zombie leader would keep the group
alive; the pipes are read during every wait, since a full pipe would block the one who ends.
"""

from __future__ import annotations

import os
import selectors
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic, sleep
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.process.descendants import Descendants
from patchsmith.process.group import end_group, group_is_running
from patchsmith.process.output import Captured, OutputLimits
from patchsmith.process.recording import StreamRecorder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import IO

    from patchsmith.process.recording import Mask

_LINGER_S = 0.3
_STEP_S = 0.05
_BLOCK_BYTES = 1 << 16
_DRAIN_BLOCKS = 64
_DEFAULT_LIMITS = OutputLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """How one run of a command went."""

    exit_status: int | None
    """Status of the leader, 128 + n when signal n ended it; None when the time ran out."""
    signal: int | None
    """Signal that ended the leader, ours included; None when it exited by itself."""
    timed_out: bool
    """Whether the leader still ran when the time was up."""
    stray: bool
    """Whether children held the pipes, or still ran, after the leader had exited."""
    duration_s: float
    """Seconds from the start until the leader had exited or had been ended."""
    stdout: Captured
    """What it printed on standard output."""
    stderr: Captured
    """What it printed on standard error."""


def run_command(
    argv: Sequence[str],
    *,
    cwd: Path,
    output_dir: Path,
    timeout_s: float | None = None,
    env: Mapping[str, str] | None = None,
    limits: OutputLimits = _DEFAULT_LIMITS,
    grace_s: float = 2.0,
    mask: Mask | None = None,
) -> RunResult:
    """Run a command once, without a shell, and wait until nothing of its group is left.

    Args:
        argv: Program and arguments.
        cwd: Folder it runs in.
        output_dir: Folder for `stdout.txt` and `stderr.txt`; made when missing.
        timeout_s: Seconds after which the group is ended; None for no limit.
        env: Its whole environment; None inherits ours.
        limits: How much of the output is kept.
        grace_s: Seconds between asking the group to stop and killing it.
        mask: Replaces secrets in whole lines before they are kept; None keeps all as printed.

    Raises:
        EnvironmentFault: `io`, the command can not be started or its output can not be stored.
        RequestError: `bad-request`, `argv` is empty or holds a NUL character.
        KeyboardInterrupt: Ctrl-C, after the group was ended.
    """
    if not argv or any("\0" in word for word in argv):
        raise RequestError("bad-request", "a command needs a program, and no NUL in any word")
    recorders = _open_recorders(output_dir, limits, mask)
    began = monotonic()
    try:
        with Descendants() as descendants:
            try:
                process = _started(argv, cwd, descendants.marked(env))
                run = _Run(process, recorders, began)
            except BaseException:  # Ctrl-C while it was being started: it may run already
                descendants.end(None, linger_s=0, grace_s=grace_s)
                raise
            try:
                run.wait(timeout_s, grace_s)
            except BaseException:  # Ctrl-C above all: nothing may go on running behind it
                run.end(grace_s)
                raise
            finally:
                run.close_pipes()
                if descendants.end(process.pid, linger_s=_LINGER_S, grace_s=grace_s):
                    run.stray = True
    finally:
        stdout, stderr = (recorder.close() for recorder in recorders)
    if process.returncode is None:
        raise EnvironmentFault(
            "io",
            f"{argv[0]!r} (process {process.pid}) could not be ended",
            hint="Look whether it runs as another user, and end it by hand.",
        )
    ended_by = -process.returncode if process.returncode < 0 else None
    status = 128 + ended_by if ended_by is not None else process.returncode
    return RunResult(
        exit_status=None if run.timed_out else status,
        signal=ended_by,
        timed_out=run.timed_out,
        stray=run.stray,
        duration_s=run.duration_s,
        stdout=stdout,
        stderr=stderr,
    )


def _open_recorders(
    output_dir: Path, limits: OutputLimits, mask: Mask | None
) -> list[StreamRecorder]:
    try:
        output_dir.mkdir(parents=True, exist_ok=True)
        files = (output_dir / "stdout.txt", output_dir / "stderr.txt")
        return [StreamRecorder(file, limits, mask) for file in files]
    except OSError as error:
        raise EnvironmentFault(
            "io",
            f"the output of the command can not be stored in {output_dir}: {error.strerror}",
            hint="Name a folder that can be written to and has room.",
        ) from error


def _started(
    argv: Sequence[str], cwd: Path, env: Mapping[str, str] | None
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(argv),
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        raise _start_fault(argv[0], cwd, error) from error


def _start_fault(program: str, cwd: Path, error: OSError) -> EnvironmentFault:
    if not cwd.is_dir():
        return EnvironmentFault(
            "io",
            f"{program!r} can not be run: the folder {cwd} does not exist",
            hint="Name an existing folder to run the command in.",
        )
    if "/" not in program and isinstance(error, FileNotFoundError | PermissionError):
        # A folder on PATH that may not be searched turns "not found" into "permission denied".
        reason = "no executable of that name is on PATH"
        hint = "Check the spelling and PATH; a shell builtin or pipeline needs: sh -c '...'"
    elif isinstance(error, FileNotFoundError):
        reason = "there is no such file, or the interpreter its first line names is missing"
        hint = "Check the spelling; the path is relative to the folder the command runs in."
    elif isinstance(error, PermissionError):
        reason = "it is not executable"
        hint = f"Run it by its interpreter, or make it executable: chmod +x {program}"
    else:
        reason = (error.strerror or str(error)).lower()
        hint = "A script without a #! line needs its interpreter in front of it."
    return EnvironmentFault("io", f"{program!r} can not be run: {reason}", hint=hint)


class _Run:
    """A command under way: its leader, its pipes, and what is known so far."""

    __slots__ = ("_began", "_pipes", "_process", "_selector", "duration_s", "stray", "timed_out")

    def __init__(
        self, process: subprocess.Popen[bytes], recorders: list[StreamRecorder], began: float
    ) -> None:
        self._process = process
        self._began = began
        self._selector = selectors.DefaultSelector()
        self._pipes: list[IO[bytes]] = []
        self.timed_out = False
        self.stray = False
        self.duration_s = 0.0
        for pipe, recorder in zip((process.stdout, process.stderr), recorders, strict=True):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ, recorder)
            self._pipes.append(pipe)

    def wait(self, timeout_s: float | None, grace_s: float) -> None:
        """Read the pipes until the run is over, ended by us where it has to be."""
        deadline = None if timeout_s is None else self._began + timeout_s
        while self._process.poll() is None:
            left = _STEP_S if deadline is None else deadline - monotonic()
            if left <= 0:
                self.timed_out = True
                self.end(grace_s)
                self.duration_s = monotonic() - self._began
                return
            self._await_leader(min(_STEP_S, left))
        self.duration_s = monotonic() - self._began
        linger_until = monotonic() + _LINGER_S
        while self._is_held():
            if monotonic() >= linger_until:
                self.stray = True
                self.end(grace_s)
                return
            self._turn(_STEP_S / 2)

    def _await_leader(self, max_s: float) -> None:
        if self._selector.get_map():
            self._turn(max_s)
            return
        with suppress(subprocess.TimeoutExpired):  # wakes at once, where a sleep would oversleep
            self._process.wait(max_s)

    def _is_held(self) -> bool:
        return bool(self._selector.get_map()) or group_is_running(self._process.pid)

    def end(self, grace_s: float) -> None:
        """End what is left of the group and read what it said last."""
        end_group(self._process.pid, grace_s=grace_s, meanwhile=self._spend)
        for _ in range(_DRAIN_BLOCKS):  # an escaped child may print for ever
            if not self._turn(0):
                break
        self._process.poll()

    def _spend(self, max_s: float) -> None:
        until = monotonic() + max_s
        self._process.poll()
        while (left := until - monotonic()) > 0:
            self._turn(left)
            self._process.poll()

    def _turn(self, max_s: float) -> bool:
        """Wait for output for at most `max_s` and take one block of each pipe that has some."""
        if not self._selector.get_map():
            sleep(max_s)
            return False
        ready = self._selector.select(max_s)
        for key, _ in ready:
            try:
                data = os.read(key.fd, _BLOCK_BYTES)
            except BlockingIOError:
                continue
            if data:
                key.data.feed(data)
            else:
                self._selector.unregister(key.fileobj)
        return bool(ready)

    def close_pipes(self) -> None:
        """Let go of our ends; a child that still prints gets SIGPIPE."""
        self._selector.close()
        for pipe in self._pipes:
            pipe.close()
