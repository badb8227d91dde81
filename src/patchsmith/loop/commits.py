"""Commits what the loop changed, and nothing else, by git plumbing.

Decides which files may be committed: those the loop changed, without the ones that held the
caller's own uncommitted work when the loop began. The commit is made through an index of our own
and lands on the checked-out branch in one step; no hook runs. In the caller's index only the
entries of the committed files follow, so that `git status` shows them clean; whatever else is
staged or changed stays as it is.

Must never commit a byte that the loop did not write, and never move a branch that has moved.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.errors import RequestError
from patchsmith.snapshots.git import clean_environment, git_fault, run_git
from patchsmith.snapshots.repository import look_around

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from patchsmith.snapshots.repository import Surroundings

_NO_HOOKS = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
_AS_ON_DISK = ("--add", "--remove", "-z", "--stdin")
_IDENTITY = ("NAME", "EMAIL", "DATE")
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of the files that were to be committed."""

    commit: str | None
    """Id of the commit; None when nothing was left to commit."""
    left_out: tuple[str, ...]
    """Files with the caller's own uncommitted work, relative to the root."""


class Commits:
    """The repository around one root, to which the loop may commit."""

    def __init__(self, root: Path, around: Surroundings) -> None:
        self._root = root
        self._top = around.top
        self._prefix = around.prefix
        self._own_work = self._changed_now()

    @classmethod
    def open(cls, root: Path) -> Commits:
        """Look at the repository, and remember which files hold uncommitted work.

        Args:
            root: Real path of the root.

        Raises:
            RequestError: `bad-request`, there is nothing to commit to.
        """
        around = look_around(root)
        if around.git_dir is None or around.head_tree is None:
            raise RequestError(
                "bad-request",
                f"the root {str(root)!r} is in no git repository with a commit to build on",
                hint="Leave out --commit: the lint-only edits are kept as a diff of their own.",
            )
        under_way = [what for name, what in _UNDER_WAY.items() if (around.git_dir / name).exists()]
        if under_way:
            raise RequestError(
                "bad-request",
                f"{under_way[0]} is under way in the repository, so nothing can be committed apart",
                hint="Finish or abort it first, or leave out --commit.",
            )
        return cls(root, around)

    def commit(self, paths: Sequence[str], message: str) -> Committed:
        """Commit files as they are in the work tree.

        Args:
            paths: Files the loop changed or deleted, relative to the root.
            message: The commit's.

        Raises:
            EnvironmentFault: `io`, git can not commit, or the branch has moved meanwhile.
        """
        full = {path: f"{self._prefix}{path}" for path in paths}
        mine = [path for path in paths if full[path] not in self._own_work]
        left_out = tuple(path for path in paths if full[path] in self._own_work)
        listed = b"".join(os.fsencode(full[path]) + b"\0" for path in mine)
        head = self._ask("rev-parse", "--verify", "HEAD").strip()
        with tempfile.TemporaryDirectory(prefix="patchsmith-") as folder:
            index = {"GIT_INDEX_FILE": os.path.join(folder, "index")}
            self._ask("read-tree", head, more=index)
            self._ask("update-index", *_AS_ON_DISK, stdin=listed, more=index)
            tree = self._ask("write-tree", more=index).strip()
        if tree == self._ask("rev-parse", f"{head}^{{tree}}").strip():
            return Committed(None, left_out)
        words = (tree, "-p", head, "-m", message)
        made = self._ask("commit-tree", *words, more=self._identity()).strip()
        self._ask("update-ref", "-m", f"replx: {message}", "HEAD", made, head)
        self._ask("update-index", *_AS_ON_DISK, stdin=listed)
        return Committed(made, left_out)

    def _changed_now(self) -> frozenset[str]:
        """Return the files that are not as committed, relative to the top of the repository."""
        args = ("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all")
        records = self._ask(*args, "--", str(self._root)).split("\0")
        return frozenset(record[3:] for record in records if record)

    def _identity(self) -> dict[str, str]:
        """Return who commits: the caller, or the loop where git knows no name."""
        roles = ("AUTHOR", "COMMITTER")
        names = [f"GIT_{role}_{what}" for role in roles for what in _IDENTITY]
        given = {name: os.environ[name] for name in names if name in os.environ}
        env = clean_environment(user_settings=True) | given
        answer = run_git(("var", "GIT_COMMITTER_IDENT"), cwd=self._top, env=env)
        if answer.status == 0:
            return given
        nobody = {f"GIT_{role}_NAME": "replx" for role in roles}
        return nobody | {f"GIT_{role}_EMAIL": "replx@localhost" for role in roles} | given

    def _ask(
        self, command: str, *args: str, stdin: bytes = b"", more: Mapping[str, str] | None = None
    ) -> str:
        words = (*_NO_HOOKS, command, *args)
        env = clean_environment(user_settings=True) | dict(more or {})
        answer = run_git(words, cwd=self._top, env=env, stdin=stdin)
        if answer.status != 0:
            raise git_fault(command, answer)
        return os.fsdecode(answer.stdout)
