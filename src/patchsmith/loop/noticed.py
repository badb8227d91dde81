"""What the loop notices beside an attempt, as findings: nothing of it is the attempt's change.

    LO01  a repairer left a process running, which was ended
    LO02  the tree changed after it was judged and before the next run
    LO03  the run's own folder was changed during an attempt

All of them are warnings: they stand in the report however the loop ends. What such a change does
to the tree is judged with all else when the whole change is verified.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

_MAX_NAMED = 20


def left_running(iteration: int, processes: Sequence[str]) -> tuple[Finding, ...]:
    """Return a finding for processes that outlived a repairer; none for none.

    Args:
        iteration: 1-based iteration of the attempt.
        processes: Their command lines.
    """
    if not processes:
        return ()
    message = f"the repairer of iteration {iteration} left running, and it was ended: "
    return (Finding("LO01", Severity.WARN, "", message + _listed(processes)),)


def changed_meanwhile(paths: Sequence[str]) -> tuple[Finding, ...]:
    """Return a finding for each file that differs from what was judged; the first of many.

    Args:
        paths: Files, relative to the root.
    """
    message = "this changed after it was judged and before the next run; no attempt did it"
    found = [Finding("LO02", Severity.WARN, path, message) for path in paths[:_MAX_NAMED]]
    if len(paths) > _MAX_NAMED:
        rest = f"{len(paths) - _MAX_NAMED} more files changed so"
        found.append(Finding("LO02", Severity.WARN, "", rest))
    return tuple(found)


def folder_changed(iteration: int, names: Sequence[str], *, lost: bool) -> tuple[Finding, ...]:
    """Return a finding for a run folder that was meddled with; none for no names.

    Args:
        iteration: 1-based iteration of the attempt.
        names: Files in it that were gone or not as they were.
        lost: Whether one of them could not be put back.
    """
    if not names:
        return ()
    message = f"during the attempt of iteration {iteration} the run's own folder was changed: "
    end = "not all of it could be put back" if lost else "it was put back"
    return (Finding("LO03", Severity.WARN, "", f"{message}{_listed(names)}; {end}"),)


def _listed(names: Sequence[str]) -> str:
    more = [f"{len(names) - _MAX_NAMED} more"] if len(names) > _MAX_NAMED else []
    return ", ".join([*names[:_MAX_NAMED], *more])
