"""A loop in a copy: repairer and runs never work on the root itself.

Decides where the copy is, what the repairer's programs take for home and for temporary files, and
what comes back: the change that the loop has verified, and nothing when it has not. The root is
looked at before and after; what differs there was not the loop's doing, and is said.

A copy is no cage: a program with a shell can write wherever the user can. What names the root by
an absolute path (an editable install, a script of a virtual environment) works on the root still.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.errors import PatchsmithError, RequestError
from patchsmith.loop.bringing_back import bring_back
from patchsmith.loop.copying import copy_folder, own_git_directory, place_for_copy, remove_folder
from patchsmith.loop.git_state import GitWatch
from patchsmith.loop.steps import Step
from patchsmith.replx.record import Ending, Isolated, Outcome, Status
from patchsmith.snapshots.deep import DeepStore
from patchsmith.snapshots.repository import look_around

if TYPE_CHECKING:
    from patchsmith.loop.run_folder import RunFolder
    from patchsmith.loop.run_log import RunLog
    from patchsmith.loop.trees import Trees
    from patchsmith.replx.record import LoopRecord
    from patchsmith.replx.target import Target

_PREFIX = "patchsmith-isolated-"
_MARKER = "run"  # names the run, so that no other folder is ever removed for ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """The copy that one loop works in."""

    original: Path
    """Real path of the root."""
    root: Path
    """The same folder in the copy."""
    base: Path
    """Temporary folder that holds the copy, a home and a folder for temporary files."""
    folder: RunFolder
    """The run's folder."""
    before: Step
    """The original when the copy was made."""

    @classmethod
    def begun(cls, original: Path, folder: RunFolder) -> Isolation:
        """Make the copy; of the whole work tree when the root is a folder inside of one.

        Raises:
            RequestError: `bad-request`, the copy would be part of itself.
            EnvironmentFault: `io`, something can not be read, or there is no room.
        """
        around = look_around(original)
        top = Path(os.path.realpath(around.top))
        place = place_for_copy(top)
        base = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
        try:
            (base / _MARKER).write_text(folder.path.name, encoding="ascii")
            for name in ("home", "tmp"):
                (base / name).mkdir(mode=0o700)
            store = DeepStore(original, folder.originals)
            before = Step(store.take(), GitWatch(original).last)
            (base / "tree").mkdir()
            copy = base / "tree" / (top.name or "root")
            copy_folder(top, copy)
            own_git_directory(copy, around)
        except BaseException:
            remove_folder(base)
            raise
        return cls(
            original=original,
            root=copy / around.prefix,
            base=base,
            folder=folder,
            before=before,
        )

    @classmethod
    def reopened(cls, log: RunLog, folder: RunFolder) -> Isolation | None:
        """Return the copy that an earlier process made; None when the run was not isolated.

        Raises:
            RequestError: `bad-request`, what is stored of it is not sound.
        """
        if log.told["isolated"] is None:
            return None
        base = base_of(log)
        if base is None:
            raise RequestError("bad-request", f"the copy of the run {log.id} is gone")
        before = folder.steps.load(log.told.get("original"))
        return cls(original=log.root, root=log.work_root, base=base, folder=folder, before=before)

    @property
    def for_repairer(self) -> dict[str, str]:
        """Variables for the repairer's programs: what they leave behind is nobody else's."""
        home = str(self.base / "home")
        folders = {"CONFIG": ".config", "CACHE": ".cache", "DATA": ".local/share"}
        found = {f"XDG_{name}_HOME": f"{home}/{below}" for name, below in folders.items()}
        return {**self.for_runs, **found, "XDG_STATE_HOME": f"{home}/.local/state", "HOME": home}

    @property
    def for_runs(self) -> dict[str, str]:
        """Variables for the command: its home is the user's, with what it has installed there."""
        return {"TMPDIR": str(self.base / "tmp")}

    def concluded(self, record: LoopRecord, trees: Trees) -> LoopRecord:
        """Bring a verified change back, and say what became of the original.

        Args:
            record: The loop as it ended in the copy.
            trees: The copy's.
        """
        self.folder.write_diff("final", trees.final_patch())
        store = DeepStore(self.original, self.folder.originals)
        store.adopt(self.before.tree)
        now = store.take()
        watch = GitWatch(self.original, self.before.git)
        outside = [each.path for each in store.diff(self.before.tree, now)]
        outside += [each.path for each in (*watch.refused(), *watch.moved())]
        told = Isolated(outside=tuple(outside))
        if record.outcome.status is not Status.SOLVED:
            return replace(record, isolated=told)
        try:
            back = bring_back(self.original, store, now, trees.moves())
        except PatchsmithError as error:
            return replace(record, isolated=told, outcome=_clash(record.outcome, error))
        earlier = self.folder.steps.save(Step(now, watch.last))
        changed = Step(store.take(), watch.last)
        self.folder.note("brought-back", step=changed, before=earlier, paths=list(back))
        return replace(record, isolated=replace(told, brought_back=back))

    def remove(self) -> None:
        """Remove the copy."""
        remove_folder(self.base)


def _clash(outcome: Outcome, error: PatchsmithError) -> Outcome:
    return replace(
        outcome,
        status=Status.UNSOLVED,
        ending=Ending.CONFLICT,
        reason=f"solved in the copy, but the change does not fit the original: {error.message}",
    )


def refuse_absolute(target: Target | None, root: Path) -> None:
    """Refuse a command that names the root by its absolute path, since that is not the copy.

    Raises:
        RequestError: `bad-request`.
    """
    for word in () if target is None else (*target.argv, *target.words):
        if f"{root}/" in f"{word}/":
            raise RequestError(
                "bad-request",
                f"the command names {str(root)!r} by its absolute path, and so would work on the "
                "original, not on the isolated copy",
                hint="Give paths relative to the root.",
            )


def base_of(log: RunLog) -> Path | None:
    """Return the temporary folder of an isolated run; None when it is gone or not ours."""
    told = log.told.get("base")
    if not isinstance(told, str) or not Path(told).name.startswith(_PREFIX):
        return None
    base = Path(told)
    try:
        is_ours = not base.is_symlink() and base.stat().st_uid == os.geteuid()
        named = (base / _MARKER).read_text(encoding="ascii")
    except (OSError, ValueError):
        return None
    return base if is_ours and named == log.id else None
