"""The tree between two runs: what an attempt changed, whether that is allowed, and the way back.

What changed is found by snapshot, never by a repairer's word, and what the command itself writes
while it runs is never taken for an attempt's doing.
"""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.findings import Finding, Severity
from patchsmith.loop.bringing_back import moves
from patchsmith.loop.changes import file_lines, links_out, thrown_away
from patchsmith.loop.git_state import GitWatch
from patchsmith.loop.ignored import Edited, IgnoredWatch
from patchsmith.loop.noticed import changed_meanwhile
from patchsmith.loop.scope import out_of_scope
from patchsmith.loop.steps import Step
from patchsmith.replx.imports import FileNames
from patchsmith.replx.phase_runs import Checkpoint
from patchsmith.replx.protected import judges
from patchsmith.snapshots.deep import DeepStore, DeepTree
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from patchsmith.loop.bringing_back import Move
    from patchsmith.loop.commits import Commits
    from patchsmith.loop.run_folder import RunFolder
    from patchsmith.replx.protected import Protection
    from patchsmith.replx.record import FileLines
    from patchsmith.snapshots.differences import FileDiff


@dataclass(frozen=True, slots=True)
class Comparison:
    """What an attempt did to the tree."""

    changes: tuple[FileLines, ...]
    """Files changed; empty when nothing was."""
    findings: tuple[Finding, ...]
    """Rules the change breaks."""
    fingerprint: str
    """Equal for equal changes, wherever in their files they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Where the trees of a loop stood when an earlier process ended."""

    baseline: Step
    """Before the first run."""
    first: Step | None
    """After the first run; None when none was made."""
    last_run: Step
    """After the last run; the baseline when none was made."""
    current: Step
    """After whatever was recorded last."""
    touched: frozenset[str]
    """Files that attempts which stayed in the tree have changed."""


class Trees:
    """Snapshots of one root in the course of one loop."""

    def __init__(
        self,
        root: Path,
        folder: RunFolder,
        protection: Protection,
        recorded: Recorded | None = None,
        *,
        commits: Commits | None = None,
    ) -> None:
        """Begin with the tree as it is, or go on from what an earlier process has recorded.

        Raises:
            EnvironmentFault: `conflict`, a nested repository that was there is gone; `io`.
        """
        self.root = root
        """Real path of the root."""
        self._folder = folder
        self._protection = protection
        self._commits = commits
        self._store = DeepStore(root, folder.snapshots)
        if recorded is None:
            recorded = self._begun()
        for step in (recorded.baseline, recorded.last_run, recorded.current):
            self._store.adopt(step.tree)
        self._baseline = recorded.baseline.tree
        self._uncommitted = recorded.baseline.uncommitted
        self._first = None if recorded.first is None else recorded.first.tree
        self._last_run = recorded.last_run.tree
        self._current = self._seen = recorded.current.tree
        self._touched = set(recorded.touched)
        self._git = GitWatch(root, recorded.last_run.git)
        self._ignored, self._edited = IgnoredWatch(root, self._store), Edited()
        self._noted = recorded.current.moved

    def _begun(self) -> Recorded:
        tree = self._take()
        step = Step(tree, GitWatch(self.root).last, (), self._store.uncommitted(tree))
        return Recorded(baseline=step, first=None, last_run=step, current=step, touched=frozenset())

    def _take(self) -> DeepTree:
        """Take a snapshot, after a commit that a killed program has left was mended."""
        self._mend()
        return self._store.take()

    def _mend(self) -> None:
        if self.root.is_dir():
            try:
                LocalWorkspace(self.root)
            except RequestError as error:  # it can not be opened
                raise EnvironmentFault("io", error.message) from error

    def _mend_or_clear(self) -> None:
        try:
            self._mend()
        except EnvironmentFault:  # no commit's record: whatever it is, the attempt made it
            shutil.rmtree(self.root / RECORD_DIR, ignore_errors=True)

    def step(self) -> Step:
        """Return where the loop stands, to be written down."""
        uncommitted = self._uncommitted if self._current is self._baseline else {}
        return Step(self._current, self._git.last, self._noted, uncommitted)

    def note_meanwhile(self) -> None:
        """Note what is not as it was judged, right before a run: no attempt has done it.

        It is part of no attempt's change; the guard judges it with the whole.
        """
        judged, self._current = self._current, self._take()
        changes = self._differences(judged, self._current)
        self.note(changed_meanwhile([change.path for change in changes]))

    def note_run(self) -> None:
        """Take the tree as it is after a run; the next attempt is compared with it."""
        self._last_run = self._current = self._take()
        self._first = self._first or self._last_run
        self._git.note_run()
        self._ignored.note_run()

    def note_end(self) -> None:
        """Take the tree as the loop leaves it."""
        self._current = self._take()

    def changed_since(self, *earlier: DeepTree) -> tuple[str, ...]:
        """Return the files that are as in none of some earlier snapshots, at least one."""
        now = self._take()
        found = [{each.path for each in self._differences(tree, now)} for tree in earlier]
        return tuple(sorted(set.intersection(*found)))

    def go_back(self, name: str, *, of_attempt: bool) -> tuple[str, ...]:
        """Bring the tree back to what was recorded last; what is lost is kept as a diff.

        Args:
            name: Name of the diff among those of the run.
            of_attempt: Whether what is undone is an attempt, which may have touched `.git` too.

        Returns:
            The files brought back.
        """
        if of_attempt:
            self._mend_or_clear()
        now = self._take()
        lost = self._differences(self._current, now)
        if lost:
            self._folder.write_diff(name, self._store.patch(self._current, now))
            self._store.restore(self._current)
        if of_attempt:
            self._git.put_back()
        else:
            self._git.note_run()  # what its owner has done there is not the next attempt's doing
        return tuple(change.path for change in lost)

    def compare(self, iteration: int) -> Comparison:
        """Return what has changed since the last run, and write it down."""
        try:
            now = self._seen = self._take()
        except EnvironmentFault as fault:
            return Comparison((), (_unreadable(fault),), "")
        patch = self._store.patch(self._last_run, now)
        changes = self._differences(self._last_run, now)
        if patch:
            self._folder.write_diff(f"{iteration:02d}", patch)
        self._edited = self._ignored.edited()
        return Comparison(
            (*(file_lines(change) for change in changes), *self._edited.changes),
            self._against(changes),
            _fingerprint(patch, self._edited.contents),
        )

    def _against(self, changes: tuple[FileDiff, ...]) -> tuple[Finding, ...]:
        """Return what stands against an attempt's changes."""
        protection = self._protected()
        self._note_moved()
        return (
            *self._git.refused(),
            *protection.findings(change.path for change in changes),
            *links_out(self.root, changes),
            *thrown_away(changes, self._uncommitted, protection.allowed),
        )

    def _note_moved(self) -> None:
        self.note(self._git.moved())

    def note(self, findings: Iterable[Finding]) -> None:
        """Keep what was found on the way and refuses nothing; it goes with every step from now."""
        self._noted = tuple(dict.fromkeys((*self._noted, *findings)))

    def names(self) -> FileNames:
        """Return the files of the tree at the last run, by what imports would call them."""
        return FileNames(self._store.paths())

    def beyond(
        self, changes: tuple[FileLines, ...], implicated: Iterable[str], names: FileNames
    ) -> tuple[Finding, ...]:
        """Return what an attempt changed beyond what its failure implicates.

        Args:
            changes: What it changed.
            implicated: Files that the output implicates.
            names: The files of the tree.
        """
        return out_of_scope(
            changes,
            implicated,
            root=self.root,
            names=names,
            command_files=self._protection.command_files,
            allowed=self._protection.allowed,
        )

    def keep(self, changes: tuple[FileLines, ...]) -> None:
        """Count the change compared last among those the loop answers for."""
        self._current = self._seen
        self._touched.update(change.path for change in changes)
        self.note(self._edited.findings)

    def roll_back(self) -> None:
        """Bring the tree back to what it was after the last run."""
        self._note_moved()  # a repairer that failed was not compared
        self._mend_or_clear()
        self._store.restore(self._last_run)
        self._ignored.put_back()
        self._git.put_back()

    def set_apart(self, message: str) -> Checkpoint:
        """Keep what attempts have changed so far by itself: a diff, and a commit if asked for.

        Args:
            message: The commit's.
        """
        changes = self._touched_changes(self._last_run)
        paths = [change.path for change in changes]
        if not paths:
            return Checkpoint((), self._last_run.tree, "")
        patch = self._store.patch(self._baseline, self._last_run, paths=paths)
        diff = self._folder.write_checkpoint(patch)
        kept = Checkpoint(changes, self._last_run.tree, diff)
        if self._commits is None:
            return kept
        try:
            made = self._commits.commit(paths, message)
        except EnvironmentFault as fault:  # the edits are kept as a diff; the loop goes on
            return replace(kept, problem=fault.message)
        self._git.note_run()  # the commit is ours
        return replace(kept, commit=made.commit, left_out=made.left_out)

    def verified(self) -> tuple[Finding, ...]:
        """Return what stands against the whole change, from the baseline to the tree as it is now.

        A protected file blocks when it differs, whoever wrote it: production code can rewrite a
        test while the command runs, and so can the command itself, or what a repairer left behind.
        What the very first run made of a file is the command's own, and only noted where the file
        judges; a new file in a folder of tests is output, unless its name would make it judge.
        """
        now = self._take()
        own, later = self._own_writes(now)
        paths = [
            change.path
            for change in self._differences(self._baseline, now)
            if change.path in self._touched
            or (change.path not in own and (change.status != "A" or judges(change.path)))
        ]
        return (
            *self._noted,
            *self._protected().findings(paths),
            *self._rewritten(own & later),
        )

    def noted(self) -> tuple[Finding, ...]:
        """Return what was found on the way and blocks nothing, up to the last run."""
        own, later = self._own_writes(self._last_run)
        return (*self._noted, *self._rewritten(own & later))

    def _rewritten(self, paths: set[str]) -> tuple[Finding, ...]:
        """Return a note for each file that judges and that the command itself has changed."""
        return tuple(
            replace(each, severity=Severity.WARN, message="the command itself rewrites it")
            for each in self._protected().findings(sorted(paths))
            if judges(each.path)
        )

    def _own_writes(self, now: DeepTree) -> tuple[set[str], set[str]]:
        """Return what the first run wrote and that is still so, and all that differs by now.

        Files that do not judge may differ from run to run, as logs do.
        """
        first = {change.path for change in self._differences(self._baseline, self._first)}
        differs = {change.path for change in self._differences(self._baseline, now)}
        later = {change.path for change in self._differences(self._first or now, now)}
        return {path for path in first if path not in later or not judges(path)}, differs

    def final_diff(self) -> tuple[FileLines, ...]:
        """Return what the loop's attempts changed, from the baseline to the tree as it was left."""
        return self._touched_changes(self._current)

    def _touched_changes(self, now: DeepTree) -> tuple[FileLines, ...]:
        changes = self._changes(self._baseline, now)
        return tuple(change for change in changes if change.path in self._touched)

    def final_patch(self) -> str:
        """Return what differs between the baseline and the tree as the loop leaves it."""
        return self._store.patch(self._baseline, self._current)

    def moves(self) -> list[Move]:
        """Return what attempts have changed, to be brought back from a copy.

        Raises:
            EnvironmentFault: `conflict`, it is not all files of the root's own.
        """
        touched = frozenset(self._touched)
        return moves(self._store, self._baseline, self._current, touched)

    def written_by_command(self) -> tuple[str, ...]:
        """Return the files that runs wrote: that differ, are there, and no attempt touched."""
        changes = self._differences(self._baseline, self._last_run)
        written = (change.path for change in changes if change.after_mode)
        return tuple(path for path in written if path not in self._touched)

    def _changes(self, before: DeepTree, after: DeepTree | None) -> tuple[FileLines, ...]:
        return tuple(file_lines(change) for change in self._differences(before, after))

    def _differences(self, before: DeepTree, after: DeepTree | None) -> tuple[FileDiff, ...]:
        if after is None or before == after:
            return ()
        return self._store.diff(before, after)

    def _protected(self) -> Protection:
        return self._protection.with_nested(self._store.nested)


def _unreadable(fault: EnvironmentFault) -> Finding:
    seen = f"after the attempt the tree can not be read: {fault.message}"
    return Finding("PT06", Severity.BLOCK, fault.path or "", seen)


def _fingerprint(patch: str, ignored: bytes) -> str:
    """Return a digest of the lines a patch adds and removes, without where they are.

    Args:
        patch: The change in git's form.
        ignored: What was made of ignored files.
    """
    digest = hashlib.sha256(ignored)
    ids = ""
    for line in patch.splitlines(keepends=True):
        if line.startswith("index "):
            ids = line
        elif line.startswith("Binary"):  # the ids stand in for content that is not shown
            digest.update(ids.encode("utf-8", "surrogatepass"))
        elif line.startswith(("+", "-", "diff ", "old mode", "new mode")):
            digest.update(line.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
