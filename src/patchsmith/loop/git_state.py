"""What a repository's own folder holds beside the files: references, hooks, configuration.

Snapshots never look into `.git`, so a repairer could commit, hide changes or plant a hook unseen.
Decides what of that is noted (references moved: nothing of it judges) and what is refused and put
back (hooks, configuration, ignore rules: they decide what later commands do). Must never write
anything but what it has read before, and never look at objects or the index.
"""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patchsmith.errors import EnvironmentFault
from patchsmith.findings import Finding, Severity
from patchsmith.snapshots.repository import look_around

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_STEERING = ("config", "config.worktree", "hooks", "info")
_REFERENCES = ("HEAD", "packed-refs", "refs")
_MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class GitState:
    """References and settings at one moment, by number of the folder, colon, path below it."""

    exists: bool
    """Whether there is a git directory."""
    steering: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    """Mode and content of hooks, configuration, ignore rules."""
    references: dict[str, bytes] = field(default_factory=dict)
    """HEAD, branches, tags, stash."""


class GitWatch:
    """The git directory of one root in the course of one loop."""

    def __init__(self, root: Path, last: GitState | None = None) -> None:
        """Find the git directory; outside git it is the one that could appear.

        Args:
            root: Real path of the root.
            last: The state after a run that an earlier process made; the present one by default.
        """
        around = look_around(root)
        self._dirs = [each for each in (around.git_dir, around.common_dir) if each is not None]
        self._dirs = list(dict.fromkeys(self._dirs)) or [root / ".git"]
        if last is not None and not last.exists:
            self._dirs = [root / ".git"]  # one that is there now was made since
        self._last = self._now() if last is None else last

    @property
    def last(self) -> GitState:
        """The state after the last run."""
        return self._last

    def note_run(self) -> None:
        """Take the state as it is after a run; the next attempt is compared with it."""
        self._last = self._now()

    def refused(self) -> tuple[Finding, ...]:
        """Return what an attempt must not have done; `put_back` undoes it."""
        now = self._now()
        if now.exists != self._last.exists:
            done = "made" if now.exists else "removed"
            message = f"the repository's own folder was {done}; an attempt must not touch it"
            return (Finding("PT08", Severity.BLOCK, ".git", message),)
        return tuple(
            Finding(
                "PT08",
                Severity.BLOCK,
                _shown(path),
                "this steers what git does later; an attempt must not touch it",
            )
            for path in _differing(self._last.steering, now.steering)
        )

    def moved(self) -> tuple[Finding, ...]:
        """Return what an attempt did to references: a commit, a branch, a stash."""
        now = self._now()
        if not (now.exists and self._last.exists):  # refused as a whole
            return ()
        found = _differing(self._last.references, now.references)
        return tuple(
            Finding(
                "PT08",
                Severity.WARN,
                _shown(path),
                "an attempt moved this reference: a commit, branch or stash, which stays",
            )
            for path in found
        )

    def put_back(self) -> None:
        """Undo what `refused` found.

        Raises:
            EnvironmentFault: `conflict`, the git directory is gone; `io`.
        """
        now = self._now()
        if self._last.exists and not now.exists:
            raise EnvironmentFault(
                "conflict",
                "the files are back, but the repository's own folder was removed by an attempt and "
                "can not be brought back",
                path=str(self._dirs[0]),
                hint="Clone the repository again, or restore its .git folder from a backup.",
            )
        try:
            if now.exists and not self._last.exists:
                shutil.rmtree(self._dirs[0])
                return
            for path in _differing(self._last.steering, now.steering):
                self._put(path)
        except OSError as error:
            raise EnvironmentFault(
                "io", f"the repository's settings can not be put back: {error.strerror}"
            ) from error

    def _put(self, path: str) -> None:
        number, _, name = path.partition(":")
        place = self._dirs[int(number)] / name
        earlier = self._last.steering.get(path)
        if place.is_symlink() or place.is_file():
            place.unlink()
        if earlier is not None:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(earlier[1])
            place.chmod(stat.S_IMODE(earlier[0]))

    def _now(self) -> GitState:
        if not self._dirs[0].is_dir():
            return GitState(exists=os.path.lexists(self._dirs[0]))
        steering: dict[str, tuple[int, bytes]] = {}
        references: dict[str, bytes] = {}
        for number, folder in enumerate(self._dirs):
            before = f"{number}:"  # a linked work tree has a folder of its own and a shared one
            for path, mode, content in _files(folder, _STEERING):
                steering[f"{before}{path}"] = mode, content
            for path, _, content in _files(folder, _REFERENCES):
                references[f"{before}{path}"] = content
        return GitState(exists=True, steering=steering, references=references)


def _files(folder: Path, names: tuple[str, ...]) -> Iterator[tuple[str, int, bytes]]:
    """Give path, mode and content of the files of that name, or below folders of that name."""
    for name in names:
        top = folder / name
        if top.is_dir() and not top.is_symlink():
            for place, _, files in os.walk(top):
                for file in files:
                    yield from _file(folder, os.path.join(place, file))
        elif os.path.lexists(top):
            yield from _file(folder, str(top))


def _file(folder: Path, path: str) -> Iterator[tuple[str, int, bytes]]:
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISLNK(mode):
            content = os.fsencode(os.readlink(path))
        elif stat.S_ISREG(mode):
            with open(path, "rb") as file:  # noqa: PTH123 - a name that os.walk gave
                content = file.read(_MAX_BYTES)
        else:
            return
    except OSError:
        return
    yield os.path.relpath(path, folder), mode, content


def _shown(path: str) -> str:
    return f".git/{path.partition(':')[2]}"


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
