"""Going on with a loop that was interrupted or killed.

Decides whether that is safe. Declaration and budget are those of the run; time already spent
counts against its deadline; nothing recorded is done again, and what was under way begins anew.
First the tree has to be as recorded last. What the loop itself left half done is brought back to
that; what anybody changed since is never overwritten: the files are named, and nothing is done.
Whether it was the loop or somebody else is known from the tree recorded at the loop's end, or
by its guardian; where neither could, every difference counts as somebody else's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.loop.driver import Driver
from patchsmith.loop.guardian import Guardian
from patchsmith.loop.history import is_undone, status_of
from patchsmith.loop.interruption import Interruption
from patchsmith.loop.isolation import Isolation
from patchsmith.loop.lock import LoopLock, RunLock, lock_folder
from patchsmith.loop.progress import Progress
from patchsmith.loop.reopening import Reopened
from patchsmith.loop.request import LoopRequest
from patchsmith.loop.run_log import read_run
from patchsmith.loop.session import drive, stopping
from patchsmith.repairers.registry import chosen_again

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.loop.progress import Tell
    from patchsmith.loop.run_log import RunLog
    from patchsmith.repairers.base import Repairer
    from patchsmith.replx.record import LoopRecord

RESUMABLE = ("interrupted", "died")
"""Statuses of runs that can be gone on with."""
_WAIT_S = 10.0
_SHOWN_PATHS = 10
_LEAST_S = 0.001
_VOUCHING = ("ended", "died")  # notes whose step is the tree as the loop has left it


def resume(
    run: Path,
    *,
    repairer: Repairer | None = None,
    tell: Tell | None = None,
    discard: bool = False,
) -> LoopRecord:
    """Go on with a run that was interrupted or killed, to its end.

    Args:
        run: Folder of the run.
        repairer: Who makes the attempts; the run's own by default.
        tell: Called with one line of progress at a time.
        discard: Whether changes that somebody has made since are thrown away; they are kept as a
            diff in the run's folder.

    Returns:
        The record of the whole loop, what was recorded before included.

    Raises:
        RequestError: `bad-request`, the run can not be read, or has ended.
        EnvironmentFault: `conflict`, files were changed since, another loop is at work on the
            root, or the run is under way; `io`. Nothing was done.
    """
    log = read_run(run)
    with (
        RunLock(run, wait_s=_WAIT_S) as run_lock,
        LoopLock(lock_folder(log.root, run.parent), log.root) as loop_lock,
    ):
        log = read_run(run)  # its guardian may have written meanwhile
        _check_resumable(log)
        chosen = chosen_again(log.told["secret"].get("repairer")) if repairer is None else repairer
        request = _request(log)
        left_s = request.deadline_s
        if left_s is not None:
            left_s = max(left_s - log.spent_s, _LEAST_S)
        locks = (*loop_lock.descriptors, run_lock.descriptor)
        with Interruption(left_s) as interruption, stopping(interruption):
            reopened = _reopened(log)
            progress = Progress(log.declaration, tell, reopened.folder.masker)
            lost = _brought_back(reopened, discard=discard)
            with Guardian(run, locks):
                reopened.folder.note("resumed", step=reopened.trees.step())
                progress.resumed(log.work_root, chosen.name, run, lost)
                driver = Driver(
                    request=request,
                    declaration=log.declaration,
                    repairer=chosen,
                    trees=reopened.trees,
                    folder=reopened.folder,
                    progress=progress,
                    interruption=interruption,
                    isolation=Isolation.reopened(log, reopened.folder),
                    begun=reopened.begun,
                )
                return drive(driver)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumable:
    """What going on with a run would begin with."""

    iteration: int
    """1-based iteration it is in."""
    budget: int
    """Iterations allowed."""
    next: str
    """Name of the first effect."""
    brought_back: tuple[str, ...]
    """Files that are brought back to the last recorded step first."""

    def to_dict(self) -> dict[str, object]:
        """Return it as JSON holds it."""
        return {
            "iteration": self.iteration,
            "budget": self.budget,
            "next": self.next,
            "brought_back": list(self.brought_back),
        }


def resumable(run: Path, *, discard: bool = False) -> Resumable:
    """Return what `resume` would begin with, and change nothing.

    Raises:
        RequestError, EnvironmentFault: As `resume`.
    """
    with RunLock(run, wait_s=_WAIT_S):
        log = read_run(run)
        _check_resumable(log)
        reopened = _reopened(log)
        _refuse_changes(reopened, discard=discard)
        progress = reopened.begun.machine.progress
        first = reopened.begun.effects[0]
        return Resumable(
            iteration=getattr(first, "iteration", len(progress.iterations)),
            budget=log.declaration.budget,
            next=type(first).__name__,
            brought_back=reopened.trees.changed_since(reopened.trees.step().tree),
        )


def _reopened(log: RunLog) -> Reopened:
    reopened = Reopened.of(log.path)
    if reopened is None:
        raise _refused(log, "was cut off before its first step was recorded")
    return reopened


def _check_resumable(log: RunLog) -> None:
    status = status_of(log)
    if is_undone(log):
        raise _refused(log, "was undone")
    if status not in RESUMABLE:
        raise _refused(log, f"has ended: {status}")
    if log.told["options"].get("held_out"):
        raise _refused(log, "was to be verified by held-out checks, which are not stored")
    if log.told["withheld"]:
        raise _refused(log, "was declared with a secret, which is not stored")
    if not log.work_root.is_dir():
        raise _refused(log, f"worked in {str(log.work_root)!r}, which is no folder any more")


def _refused(log: RunLog, why: str) -> RequestError:
    return RequestError(
        "bad-request",
        f"the run {log.id} {why}, so it can not be gone on with",
        hint="Start a new one with replx.",
    )


def _request(log: RunLog) -> LoopRequest:
    """Return the request as far as a loop that has begun needs it."""
    options = log.told["options"]
    times = {name: options.get(name) for name in ("timeout_s", "deadline_s")}
    if any(type(each) not in (int, float, type(None)) for each in times.values()):
        raise _refused(log, "has a time that is none")
    return LoopRequest(
        words=log.declaration.target.words,
        budget=log.declaration.budget,
        root=log.work_root,
        language="ja" if options.get("language") == "ja" else "en",
        run_dir=log.path.parent,
        **times,
    )


def _refuse_changes(reopened: Reopened, *, discard: bool) -> bool:
    """Refuse changes made since; return whether it is known who made what differs."""
    log, trees = reopened.log, reopened.trees
    known = [trees.step().tree]  # an earlier try to go on may have brought it back already
    note = log.last_note
    vouched = note is not None and note.note in _VOUCHING and note.step is not None
    if note is not None and vouched:
        known.append(reopened.folder.steps.load(note.step).tree)
    changed = trees.changed_since(*known)
    if changed and not discard:
        raise _conflict(changed, vouched=vouched)
    return vouched


def _brought_back(reopened: Reopened, *, discard: bool) -> tuple[str, ...]:
    """Bring the tree to what was recorded last, or refuse; return the files brought back."""
    if not _refuse_changes(reopened, discard=discard):
        reopened.roll_back_attempt()
    number = len(reopened.log.entries)
    return reopened.trees.go_back(f"resumed-{number}", of_attempt=False)


def _conflict(paths: tuple[str, ...], *, vouched: bool) -> EnvironmentFault:
    """Return the refusal to overwrite what was changed, by whom it was as far as that is known."""
    shown = [f"  {path}" for path in paths[:_SHOWN_PATHS]]
    if len(paths) > _SHOWN_PATHS:
        shown.append(f"  and {len(paths) - _SHOWN_PATHS} more")
    who = "since the loop ended" if vouched else "by the loop's last, cut-off step or by you since"
    return EnvironmentFault(
        "conflict",
        f"{len(paths)} file{'s were' if len(paths) > 1 else ' was'} changed {who}",
        path=paths[0],
        evidence="\n".join(shown),
        hint="Put them back, or pass --discard to throw these changes away (a diff is kept).",
    )
