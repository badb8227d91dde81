"""Taking back what a run has changed.

Decides file by file: what the run left as it is now becomes what it was before the loop; what
somebody has changed since is refused by name, and then nothing is done. Files that the run had no
part in stay as they are. Contents come back in one transaction, all or nothing; links, permissions
and nested repositories follow. All come from the run's snapshots, and undo can be called again.

References that an attempt has moved (commits, branches) and ignored files are not taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault, PatchsmithError, RequestError
from patchsmith.loop.bringing_back import bring_back, moves
from patchsmith.loop.lock import LoopLock, RunLock, lock_folder
from patchsmith.loop.run_folder import RunFolder
from patchsmith.loop.run_log import read_run
from patchsmith.snapshots.deep import DeepStore
from patchsmith.snapshots.differences import NESTED_MODE
from patchsmith.snapshots.restoring import TreeWriter
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from pathlib import Path

    from patchsmith.loop.run_log import RunLog
    from patchsmith.loop.steps import Step
    from patchsmith.snapshots.deep import DeepTree

_WAIT_S = 10.0
_SHOWN_PATHS = 10


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back, or would be."""

    paths: tuple[str, ...]
    """Files that are as before the loop again."""
    diff: str
    """What was changed to that end, as a unified diff."""

    def to_dict(self) -> dict[str, object]:
        """Return the result as JSON holds it."""
        return {"paths": list(self.paths), "diff": self.diff}


def undo(run: Path, *, dry_run: bool = False) -> Undone:
    """Bring the files that a run has changed back to what they were before it.

    Args:
        run: Folder of the run.
        dry_run: Whether to write nothing and only say what would be done.

    Raises:
        RequestError: `bad-request`, the run can not be read.
        EnvironmentFault: `conflict`, files of it were changed since, or a loop is at work;
            `io`. Calling it again goes on where it was stopped.
    """
    log = read_run(run)
    with RunLock(run, wait_s=_WAIT_S), LoopLock(lock_folder(log.root, run.parent), log.root):
        log = read_run(run)
        folder = RunFolder.reopened(run, lines=len(log.entries), sound_bytes=log.sound_bytes)
        pair = _before_and_after(log, folder)
        if pair is None:
            return Undone((), "")
        if not log.root.is_dir():
            raise RequestError("bad-request", f"the root {str(log.root)!r} is no folder any more")
        before, after = pair
        LocalWorkspace(log.root)  # mends a commit that was cut off
        store = DeepStore(log.root, folder.originals if log.told["isolated"] else folder.snapshots)
        store.adopt(before.tree)
        store.adopt(after.tree)
        now = store.take()
        goal = _goal(store, before.tree, after.tree, now)
        done = Undone(tuple(each.path for each in store.diff(now, goal)), store.patch(now, goal))
        if not dry_run:
            _carry_out(store, log.root, now, goal)
            folder.note("undone", paths=list(done.paths))
        return done


def _before_and_after(log: RunLog, folder: RunFolder) -> tuple[Step, Step] | None:
    """Return the steps between which the run changed the root; None when it did not."""
    if log.told["isolated"]:
        notes = [each for each in log.entries if each.note == "brought-back"]
        if not notes:
            return None
        steps = (notes[0].more.get("before"), notes[-1].step)  # an end that was killed is repeated
    elif log.events:
        latest = next(each for each in reversed(log.entries) if each.step is not None)
        steps = (log.events[0].step, latest.step)
    else:
        return None
    return folder.steps.load(steps[0]), folder.steps.load(steps[1])


def _goal(store: DeepStore, before: DeepTree, after: DeepTree, now: DeepTree) -> DeepTree:
    """Return the tree to bring about, or refuse."""
    ours = {each.path for each in store.diff(before, after)}
    theirs = {each.path for each in store.diff(after, now)}
    if not theirs:
        return before
    left = {each.path for each in store.diff(before, now)}  # not taken back already
    clashes = tuple(sorted(path for path in theirs & left if _meets(path, ours)))
    if clashes:
        shown = "\n".join(f"  {path}" for path in clashes[:_SHOWN_PATHS])
        raise EnvironmentFault(
            "conflict",
            f"{len(clashes)} of the files that the run changed "
            f"{'were' if len(clashes) > 1 else 'was'} changed since, so nothing is taken back",
            path=clashes[0],
            evidence=shown,
            hint="Put them back to what the run left, or take its changes back by hand.",
        )
    return store.mixed(now, before, ours)


def _carry_out(store: DeepStore, root: Path, now: DeepTree, goal: DeepTree) -> None:
    """Change the tree: what a transaction can do in one, the rest behind it.

    Raises:
        EnvironmentFault: `conflict`, a file was changed in the last moment; `io`.
    """
    inside = tuple(f"{path}/" for path in store.nested)
    differing = [each for each in store.diff(now, goal) if not each.path.startswith(inside)]
    own = [each for each in differing if NESTED_MODE not in (each.before_mode, each.after_mode)]
    try:
        bring_back(root, store, now, moves(store, now, goal, frozenset(e.path for e in own)))
    except PatchsmithError as error:
        if error.code == "conflict":
            raise  # all else the snapshots' own writer can do: odd names, read-only files
    with TreeWriter(root) as writer:
        for each in reversed(own):
            if not each.after_mode:
                writer.prune(each.path)
    store.restore(goal)


def _meets(path: str, ours: set[str]) -> bool:
    """Return whether a path is one of the run's, or in the way of one."""
    above = {path[:at] for at, character in enumerate(path) if character == "/"}
    below = f"{path}/"
    return path in ours or bool(above & ours) or any(each.startswith(below) for each in ours)
