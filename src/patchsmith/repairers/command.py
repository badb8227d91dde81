"""A repairer that is any program: the failure on its stdin, the diagnosis on its stdout.

The program is started in the workspace root and edits the tree by itself; what it changed is
found by snapshot. It reads one JSON object, then end of file:

    schema       1; raised when a field changes its meaning or goes
    root         absolute path of the workspace, also its working directory
    command, iteration, budget, condition, reason, exit_status, stdout, stderr
                 as in `Failure`; exit_status is null after a time-out
    history      list of {iteration, diagnosis, paths, refused}, oldest first
    refusals     list of findings {rule, severity, path, line_no, message}
    context      list of {path, first_line_no, text, why}: what the output implicates, bounded

The last line of its stdout that is not blank is the diagnosis. A program that fails or runs out
of time could not work: that is an error, which the loop turns into an event.

Rules for editors: stdin and both outputs are files, never pipes, so that a program that reads
nothing, or leaves a child behind that holds its outputs, can not block us; nothing of the
program's process group outlives the attempt, nor on Linux a child that has left the group.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import tempfile
import time
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.process.descendants import Descendants
from patchsmith.repairers.base import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patchsmith.repairers.base import Failure, PastAttempt
    from patchsmith.workspace.local import LocalWorkspace

SCHEMA = 1
"""Version of the object on the program's stdin."""

DEFAULT_TIMEOUT_S = 600.0
"""Seconds one attempt may take where nobody said otherwise."""

_POLL_S = 0.02
_LINGER_S = 0.3
_MAX_OUTPUT_BYTES = 64 * 1024 * 1024
_TAIL_BYTES = 16 * 1024
_MAX_DIAGNOSIS_CHARS = 2000
_TAIL_LINES = 20


class CommandRepairer:
    """Runs one program per attempt."""

    __slots__ = ("argv", "environment", "timeout_s")

    def __init__(
        self, argv: tuple[str, ...] | str, *, timeout_s: float = DEFAULT_TIMEOUT_S
    ) -> None:
        """Name the program.

        Args:
            argv: Program and arguments; a string is split like a shell's words, without running
                a shell (name one for that: `sh -c '...'`).
            timeout_s: Seconds one attempt may take.

        Raises:
            RequestError: `bad-request` for no words, open quotes, or a time that is not positive.
        """
        self.argv: tuple[str, ...] = _words(argv)
        """Program and arguments."""
        if not timeout_s > 0:
            raise RequestError(
                "bad-request",
                f"the time of a repair must be a number of seconds above 0, not {timeout_s!r}",
                hint=f"Leave it out for {DEFAULT_TIMEOUT_S:g} s.",
            )
        self.timeout_s: float = timeout_s
        """Seconds one attempt may take."""
        self.environment: Mapping[str, str] = {}
        """Variables that the program gets besides ours."""

    def with_environment(self, variables: Mapping[str, str]) -> CommandRepairer:
        """Return the repairer whose program gets these variables besides ours."""
        found = CommandRepairer(self.argv, timeout_s=self.timeout_s)
        found.environment = {**self.environment, **variables}
        return found

    @property
    def name(self) -> str:
        """Short name for reports."""
        return "command"

    def attempt(self, failure: Failure, workspace: LocalWorkspace) -> Diagnosis:
        """Run the program once and return what it said last.

        Raises:
            EnvironmentFault: `io` when it is missing, fails or runs out of time.
        """
        request = json.dumps(request_of(failure, workspace.root)).encode("ascii")
        end = _run(self.argv, workspace.root, request, self.timeout_s, self.environment)
        lines = [line.strip() for line in end.stdout.splitlines() if line.strip()]
        if end.stopped_because is not None:
            raise self._fault(f"was ended: {end.stopped_because}", end)
        if end.exit_status != 0:
            left = f"; it left running: {', '.join(end.left_running)}" if end.left_running else ""
            raise self._fault(f"ended with exit status {end.exit_status}{left}", end)
        said = lines[-1] if lines else f"{self.argv[0]} printed no diagnosis."  # such as `sed -i`
        return Diagnosis(said[:_MAX_DIAGNOSIS_CHARS], left_running=end.left_running)

    def _fault(self, what: str, end: _Ended) -> EnvironmentFault:
        tail = "\n".join(end.stderr.splitlines()[-_TAIL_LINES:])
        return EnvironmentFault(
            "io",
            f"the repair program {shlex.join(self.argv)!r} {what}",
            evidence=f"The end of its stderr:\n{tail}" if tail.strip() else "Its stderr is empty.",
            hint="It must exit 0; the last line it prints on stdout is its diagnosis.",
        )


def request_of(failure: Failure, root: str) -> dict[str, object]:
    """Return the object a repair program reads; the module docstring is its schema."""
    return {
        "schema": SCHEMA,
        "root": _sound(root),
        "command": _sound(failure.command),
        "iteration": failure.iteration,
        "budget": failure.budget,
        "condition": _sound(failure.condition),
        "reason": _sound(failure.reason),
        "exit_status": failure.exit_status,
        "stdout": _sound(failure.stdout),
        "stderr": _sound(failure.stderr),
        "history": [_past(attempt) for attempt in failure.history],
        "context": [
            {
                "path": _sound(excerpt.path),
                "first_line_no": excerpt.first_line_no,
                "text": _sound(excerpt.text),
                "why": _sound(excerpt.why),
            }
            for excerpt in failure.context
        ],
        "refusals": [finding.to_dict() for finding in failure.refusals],
    }


def _past(attempt: PastAttempt) -> dict[str, object]:
    return {
        "iteration": attempt.iteration,
        "diagnosis": _sound(attempt.diagnosis),
        "paths": [_sound(path) for path in attempt.paths],
        "refused": [finding.to_dict() for finding in attempt.refused],
    }


def _sound(text: str) -> str:
    # lone surrogates (undecodable output) are no JSON text for most readers
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _words(argv: tuple[str, ...] | str) -> tuple[str, ...]:
    if not isinstance(argv, str):
        words = tuple(argv)
    else:
        try:
            words = tuple(shlex.split(argv))
        except ValueError as error:
            raise RequestError(
                "bad-request",
                f"the repair program {argv!r} can not be split into words: {error}",
                hint="Close the quotes, as in a shell.",
            ) from None
    if not words or not words[0]:
        raise RequestError(
            "bad-request", "no repair program is named", hint="Pass a program and its arguments."
        )
    return words


class _Ended(NamedTuple):
    exit_status: int
    stdout: str
    stderr: str
    stopped_because: str | None
    left_running: tuple[str, ...]


def _run(
    argv: tuple[str, ...],
    cwd: str,
    request: bytes,
    timeout_s: float,
    variables: Mapping[str, str],
) -> _Ended:
    with (
        tempfile.TemporaryFile() as stdin,
        tempfile.TemporaryFile() as stdout,
        tempfile.TemporaryFile() as stderr,
        Descendants() as descendants,
    ):
        stdin.write(request)
        stdin.seek(0)
        try:
            program = subprocess.Popen(
                argv,
                cwd=cwd,
                env=descendants.marked({**os.environ, **variables}),
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise EnvironmentFault(
                "io",
                f"the repair program {argv[0]!r} can not be started: {reason}",
                hint="Name a program on PATH, or one relative to the workspace root as ./name.",
            ) from None
        try:
            stopped_because = _wait(program, timeout_s, (stdout, stderr))
            if stopped_because is None:
                descendants.end(program.pid, linger_s=_LINGER_S, grace_s=0)
        finally:
            left = descendants.ended
            _end_group(program)
            descendants.end(program.pid, linger_s=0, grace_s=0)
        return _Ended(program.returncode, _tail(stdout), _tail(stderr), stopped_because, left)


def _wait(
    program: subprocess.Popen[bytes], timeout_s: float, outputs: tuple[BinaryIO, BinaryIO]
) -> str | None:
    deadline = time.monotonic() + timeout_s
    while program.poll() is None:
        if time.monotonic() > deadline:
            return f"it took longer than {timeout_s:g} s"
        if any(os.fstat(output.fileno()).st_size > _MAX_OUTPUT_BYTES for output in outputs):
            return f"it printed more than {_MAX_OUTPUT_BYTES} bytes"
        time.sleep(_POLL_S)
    return None


def _end_group(program: subprocess.Popen[bytes]) -> None:
    # whoever is left of the group would go on editing under the next run
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


def _tail(output: BinaryIO) -> str:
    size = os.fstat(output.fileno()).st_size
    output.seek(max(0, size - _TAIL_BYTES))
    return output.read(_TAIL_BYTES).decode("utf-8", "replace")
