"""What differs between a commit and the work tree or the index, read from the user's repository.

Decides which files of a repository are compared: those of the commit, and those of the index or
the work tree, where files that are not tracked count unless they are ignored. Must never write to
the repository, take a lock or run a hook; index flags that hide a file from git hide none here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.changes.between import change_set_between
from patchsmith.errors import EnvironmentFault, RequestError
from patchsmith.snapshots.blobs import blob_reader
from patchsmith.snapshots.differences import NESTED_MODE, read_entries, read_raw
from patchsmith.snapshots.git import clean_environment, git_fault, run_git

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.snapshots.git import GitAnswer

_PLAIN = (
    "core.fsmonitor=false", "core.untrackedCache=false", "core.trustctime=true",
    "core.checkStat=default", "core.quotePath=false",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compared:
    """Two trees: the change between them, and all of the first."""

    changes: ChangeSet
    """What turns the first into the second."""
    baseline: Mapping[str, bytes]
    """The first, path -> content; read when asked."""


class Contents(Mapping[str, bytes]):
    """Files whose contents are read when asked, once each."""

    __slots__ = ("_known", "_names", "_read")

    def __init__(self, names: Iterable[str], read: Callable[[str], bytes]) -> None:
        """Name the files.

        Args:
            names: Their paths.
            read: Gives the content of one.
        """
        self._names = dict.fromkeys(names)
        self._read = read
        self._known: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._known:
            if path not in self._names:
                raise KeyError(path)
            self._known[path] = self._read(path)
        return self._known[path]

    def __contains__(self, path: object) -> bool:
        return path in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


@dataclass(frozen=True, slots=True)
class UserGit:
    """Git in the user's repository, to read."""

    work_tree: Path
    """Folder that every command runs in; paths are relative to it."""

    def environment(self) -> dict[str, str]:
        """Return the environment that keeps everything but the repository out."""
        return {**clean_environment(user_settings=True), "GIT_NO_LAZY_FETCH": "1"}

    def ask(self, *args: str) -> bytes | None:
        """Run a git command that changes nothing; None when it fails."""
        answer = self._answer(args)
        return answer.stdout if answer.status == 0 else None

    def names(self, *args: str) -> list[str]:
        """Return the names that a command with `-z` lists.

        Raises:
            EnvironmentFault: `io`, it failed.
        """
        answer = self._answer(args)
        if answer.status != 0:
            raise git_fault(args[0], answer)
        return [os.fsdecode(name) for name in answer.stdout.split(b"\0") if name]

    def _answer(self, args: tuple[str, ...]) -> GitAnswer:
        settings = [word for each in _PLAIN for word in ("-c", each)]
        return run_git((*settings, *args), cwd=self.work_tree, env=self.environment())


def top_of(folder: Path) -> Path | None:
    """Return the top of the work tree around a folder; None outside git."""
    found = UserGit(folder).ask("rev-parse", "--show-toplevel")
    return None if found is None else Path(os.fsdecode(found).rstrip("\n"))


@contextmanager
def compared_with(
    root: Path, base: str | None = None, *, staged: bool = False
) -> Iterator[Compared]:
    """Give what differs between a commit and the tree as it is, below a folder.

    Args:
        root: Folder in a git work tree.
        base: A commit, by any name git knows; HEAD by default, nothing before the first commit.
        staged: Whether the index is compared instead of the work tree.

    Raises:
        RequestError: `bad-request`, no repository, or no such commit.
        EnvironmentFault: `io`, git is missing, or something can not be read.
    """
    git = UserGit(root)
    tree = _tree_of(git, base)
    listed = None if tree is None else git.ask("ls-tree", "-r", "-z", tree)
    ids = read_entries(listed or b"")
    with blob_reader(git) as read:
        baseline = Contents(ids, lambda path: read(ids[path]))
        after = _indexed(git, tree, read) if staged else _on_disk(git, tree, root)
        before = {path: baseline[path] for path in after if path in ids}
        now = {path: content for path, content in after.items() if content is not None}
        yield Compared(change_set_between(before, now), baseline)


def files_below(root: Path) -> Mapping[str, bytes]:
    """Return the files of a folder, ignored ones left out where git knows them.

    Args:
        root: The folder.

    Raises:
        EnvironmentFault: `io`, something can not be read (said when it is asked for).
    """
    git = UserGit(root)
    if git.ask("rev-parse", "--show-toplevel") is None:
        names = [
            Path(folder, name).relative_to(root).as_posix()
            for folder, _, files in os.walk(root)
            for name in files
            if ".git" not in Path(folder).relative_to(root).parts
        ]
    else:
        names = git.names("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    there = [name for name in sorted(set(names)) if _is_file(root / name)]
    return Contents(there, lambda path: _content(root / path))


def _tree_of(git: UserGit, base: str | None) -> str | None:
    if git.ask("rev-parse", "--show-toplevel") is None:
        raise RequestError(
            "bad-request",
            f"{str(git.work_tree)!r} is in no git work tree",
            hint="Pass two folders, BEFORE and AFTER, or --diff FILE.",
        )
    named = f"{base or 'HEAD'}^{{tree}}"
    found = git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", named)
    if found is not None:
        return found.decode("ascii").splitlines()[-1]
    if base is not None:
        raise RequestError("bad-request", f"git knows no commit {base!r}")
    return None


def _indexed(
    git: UserGit, tree: str | None, read: Callable[[str], bytes]
) -> dict[str, bytes | None]:
    """Return the content in the index of every file that differs from a tree."""
    against = tree or _empty(git)
    raw = git.ask("diff-index", "--cached", "--raw", "-z", "--no-renames", "--relative", against)
    return {
        each.path: read(each.after_id) if each.after_mode else None
        for each in read_raw(raw or b"")
        if not each.is_nested
    }


def _on_disk(git: UserGit, tree: str | None, root: Path) -> dict[str, bytes | None]:
    """Return the content on disk of every file that may differ from a tree."""
    against = tree or _empty(git)
    raw = git.ask("diff-index", "--raw", "-z", "--no-renames", "--relative", against)
    if raw is None:
        raise EnvironmentFault("io", "git can not compare the work tree with the commit")
    names = {each.path for each in read_raw(raw) if each.after_mode != NESTED_MODE}
    others = git.names("ls-files", "-z", "--others", "--exclude-standard")
    names.update(name for name in others if not name.endswith("/"))  # a repository of its own
    flagged = git.names("ls-files", "-z", "-v")
    names.update(line[2:] for line in flagged if line[0].islower())
    names.update(
        line[2:] for line in flagged if line[0] == "S" and os.path.lexists(root / line[2:])
    )
    return {name: _content(root / name) if _is_file(root / name) else None for name in names}


def _empty(git: UserGit) -> str:
    """Return the id of the tree without files; git knows it without an object."""
    return (git.ask("hash-object", "-t", "tree", "--stdin") or b"").decode("ascii").strip()


def _is_file(path: Path) -> bool:
    return path.is_symlink() or path.is_file()


def _content(path: Path) -> bytes:
    try:
        if path.is_symlink():
            return os.fsencode(os.readlink(path))
        return path.read_bytes()
    except OSError as error:
        raise EnvironmentFault("io", f"can not be read: {error.strerror}", path=str(path)) from None
