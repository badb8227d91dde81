"""A process group of our own: whether anything in it still runs, and ending it.

Decides when a command and its children are over. It signals only the group it is given, and
never waits longer than it was told. A child that opened a session of its own (`setsid`) has left
the group and is not seen here; `descendants` looks for those.

Rules for editors: a zombie counts as ended. Orphans become children of process 1, and in many
containers that one never collects them, so "the group exists" would stay true for ever.
"""

from __future__ import annotations

import os
import signal
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_KILL_WAIT_S = 2.0
_STEP_S = 0.02


def group_is_running(pgid: int) -> bool:
    """Return whether the group has a member that is not a zombie.

    Args:
        pgid: Id of the group; its leader must have been polled, or it counts until it is.
    """
    try:
        os.killpg(pgid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    members = _member_states(pgid)
    return members is None or any(state not in "ZX" for state in members)


def end_group(pgid: int, *, grace_s: float, meanwhile: Callable[[float], None]) -> None:
    """Ask the group to stop, give it `grace_s`, then kill it.

    Args:
        pgid: Id of the group.
        grace_s: Seconds between SIGTERM and SIGKILL; cut short as soon as the group is over.
        meanwhile: Called with a number of seconds to spend at most; it has to collect the
            leader and go on reading the pipes, or a child that still prints would block.
    """
    try:
        _signal(pgid, signal.SIGTERM)
        _signal(pgid, signal.SIGCONT)  # a stopped process acts on SIGTERM only once it goes on
        _wait(pgid, grace_s, meanwhile)
    finally:  # also when a second Ctrl-C arrives during the grace
        if group_is_running(pgid):
            _signal(pgid, signal.SIGKILL)
            _wait(pgid, _KILL_WAIT_S, meanwhile)


def _wait(pgid: int, max_s: float, meanwhile: Callable[[float], None]) -> None:
    deadline = monotonic() + max_s
    meanwhile(0)
    while group_is_running(pgid) and (left := deadline - monotonic()) > 0:
        meanwhile(min(_STEP_S, left))


def _signal(pgid: int, number: int) -> None:
    try:
        os.killpg(pgid, number)
    except (ProcessLookupError, PermissionError):
        return


def _member_states(pgid: int) -> list[str] | None:
    """Return the states of the group's members by Linux' /proc; None where it is missing."""
    try:
        pids = [name for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return None
    if not pids:
        return None
    states = []
    for pid in pids:
        try:
            descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fields = os.read(descriptor, 4096).rpartition(b")")[2].split()
        except OSError:
            continue
        finally:
            os.close(descriptor)
        if len(fields) > 2 and int(fields[2]) == pgid:  # state, parent, group
            states.append(fields[0].decode())
    return states
