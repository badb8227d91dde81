"""Processes a run leaves behind although they left its group: found, ended, collected.

A child that opens a session of its own (`setsid`) is in no group we started. On Linux we become
the one who adopts orphans (a subreaper) while a run goes on, so such a child turns up among our
own children; a mark in its environment tells whose it is. Elsewhere nothing is found, and the
group is all that is ended.

Rules for editors: a process is signalled only when the mark shows that it is the run's, or when
this process has one thread, which then started no other child meanwhile. Never wait for "any
child": that would take another's exit status away.
"""

from __future__ import annotations

import os
import secrets
import signal
import threading
from contextlib import suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

MARK = "PATCHSMITH_RUN"
"""Name of the variable that marks the processes of a run."""
_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37
_STEP_S = 0.02
_SHOWN_CHARS = 120
_KILL_WAIT_S = 2.0


class _Process(NamedTuple):
    pid: int
    state: str
    parent: int


class Descendants:
    """What one run started; entered while it goes on."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(8)
        self._before: frozenset[int] = frozenset()
        self._known: set[int] = set()
        self._adopts = False
        self.ended: tuple[str, ...] = ()
        """Command lines of what `end` found running and ended."""

    def __enter__(self) -> Self:
        self._before = frozenset(each.pid for each in _processes() if each.parent == os.getpid())
        self._adopts = _adoption.begin()
        return self

    def __exit__(self, *_: object) -> None:
        _adoption.end()

    def marked(self, environment: Mapping[str, str] | None) -> dict[str, str]:
        """Return an environment that marks whoever inherits it as this run's."""
        return {**(os.environ if environment is None else environment), MARK: self._token}

    def end(self, leader: int | None, *, linger_s: float, grace_s: float) -> bool:
        """End what is left of the run and return whether anything was.

        Args:
            leader: Process the run began with, which is the caller's to collect; None when it is
                not known and is to be ended too.
            linger_s: Seconds in which what is left may end by itself.
            grace_s: Seconds between asking it to stop and killing it.
        """
        if not self._waited(leader, linger_s):
            return False
        self.ended += tuple(_command_line(pid) for pid in sorted(self._left(leader)))
        self._signal(leader, signal.SIGTERM)
        if self._waited(leader, grace_s):
            until = monotonic() + _KILL_WAIT_S
            while self._left(leader) and monotonic() < until:
                self._signal(leader, signal.SIGKILL)
                sleep(_STEP_S)
        self._left(leader)
        return True

    def _waited(self, leader: int | None, max_s: float) -> bool:
        """Wait for what is left to end; return whether something still runs."""
        until = monotonic() + max_s
        while self._left(leader):
            if monotonic() >= until:
                return True
            sleep(_STEP_S)
        return False

    def _signal(self, leader: int | None, number: signal.Signals) -> None:
        for pid in self._left(leader):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def _left(self, leader: int | None) -> set[int]:
        """Return the processes of the run that still run; those that have ended are collected."""
        table = {each.pid: each for each in _processes() if each.pid != leader}
        roots = {pid for pid, each in table.items() if self._is_ours(each)}
        found = set(roots)
        grown = True
        while grown:
            more = {pid for pid, each in table.items() if each.parent in found} - found
            found |= more
            grown = bool(more)
        self._known |= found
        for pid in self._known:
            if pid not in table or table[pid].state in "ZX":
                with suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
        return {pid for pid in found if table[pid].state not in "ZX"}

    def _is_ours(self, process: _Process) -> bool:
        if process.pid in self._known:
            return True
        if self._adopts and (process.parent != os.getpid() or process.pid in self._before):
            return False
        if self._adopts and threading.active_count() == 1:
            return True
        return _has_mark(process.pid, self._token)


class _Adoption:
    """Whether orphans come to this process; on while any run is under way."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs = 0
        self._was_on = False
        self._is_on = False

    def begin(self) -> bool:
        """Count a run in; return whether orphans come to us."""
        with self._lock:
            self._runs += 1
            if self._runs == 1:
                self._was_on = _is_subreaper()
                self._is_on = self._was_on or _set_subreaper(True)
            return self._is_on

    def end(self) -> None:
        """Count a run out; after the last one things are as they were."""
        with self._lock:
            self._runs -= 1
            if self._runs == 0 and self._is_on and not self._was_on:
                _set_subreaper(False)


_adoption = _Adoption()


def _is_subreaper() -> bool:
    import ctypes

    found = ctypes.c_int()
    return _prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(found)) and bool(found.value)


def _set_subreaper(on: bool) -> bool:
    return _prctl(_PR_SET_CHILD_SUBREAPER, int(on))


def _prctl(option: int, value: object) -> bool:
    """Ask Linux; return whether it did, which is never the case elsewhere."""
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _processes() -> list[_Process]:
    """Return the processes of the machine by Linux' /proc; none where it is missing."""
    try:
        names = [name for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []
    found = []
    for name in names:
        fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
        if len(fields) > 1:
            found.append(_Process(int(name), fields[0].decode(), int(fields[1])))
    return found


def _command_line(pid: int) -> str:
    words = _read(f"/proc/{pid}/cmdline").rstrip(b"\0").replace(b"\0", b" ")
    line = " ".join(words.decode("utf-8", "replace").split())
    shown = line if len(line) <= _SHOWN_CHARS else f"{line[: _SHOWN_CHARS - 3]}..."
    return shown or f"process {pid}"


def _has_mark(pid: int, token: str) -> bool:
    return f"{MARK}={token}".encode() in _read(f"/proc/{pid}/environ").split(b"\0")


def _read(path: str) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(descriptor, 1 << 20)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
