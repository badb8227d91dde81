"""Checks that are kept from the repairer: read before the first run, laid over a copy at the end.

Decides what may serve as held-out checks and what they put into a tree: a V4A patch, or a folder
whose files replace those of the same name. They are read once, into memory. Must never be read
from inside the root, and must never write anywhere but into the tree it is given.

Design: design/0011-held-out.md.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError, RequestError
from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import plan
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.v4a.model import Patch

MAX_BYTES = 64 << 20
"""Most that held-out checks may hold, all files together: they stay in memory for the loop."""


@dataclass(frozen=True, slots=True)
class LaidFile:
    """One file of a folder that is laid over a tree."""

    content: bytes
    """What it holds."""
    is_executable: bool
    """Whether its owner may execute it."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Checks in memory, either as a patch or as files; exactly one of the two is set."""

    patch: Patch | None
    """A V4A patch."""
    files: dict[RelPath, LaidFile]
    """Files by their path in the tree; empty with a patch."""

    @classmethod
    def read(cls, path: str | os.PathLike[str], root: Path) -> HeldOut:
        """Read held-out checks into memory.

        Args:
            path: A file or pipe that holds a V4A patch, or a folder.
            root: Real path of the root they must lie outside of.

        Raises:
            RequestError: `bad-request`, they are missing, malformed, too large, or in the root.
        """
        _refuse_inside(path, root)
        place = Path(path)
        try:
            if place.is_dir():
                return cls(None, _files(place))
            return cls(parse(_text(place)), {})
        except OSError as error:
            reason = f"can not be read: {error.strerror}"
            raise _unusable(path, reason) from None
        except PatchsmithError as error:
            raise _unusable(path, "can not be used", error) from error

    @property
    def size(self) -> int:
        """How many files they change or add."""
        return len(self.patch.ops) if self.patch is not None else len(self.files)

    @property
    def paths(self) -> tuple[str, ...]:
        """Paths in the tree that they put files at."""
        if self.patch is None:
            return tuple(self.files)
        return tuple(getattr(op, "move_to", None) or op.path for op in self.patch.ops)

    def check(self, root: Path) -> None:
        """Refuse checks that do not fit a tree, as far as looking can tell; nothing is written.

        Raises:
            RequestError: `bad-request`, with what does not fit.
        """
        workspace = LocalWorkspace(root)
        try:
            workspace.check(self._changes(workspace))
        except PatchsmithError as error:
            raise RequestError(
                "bad-request",
                "the held-out checks do not fit the tree as it is",
                evidence=str(error),
                hint="Make them against the tree that the loop starts from.",
            ) from error

    def lay_over(self, tree: Path) -> None:
        """Put the checks into a tree, all of them or none.

        A file that an attempt has put where a check goes gives way.

        Raises:
            PatchsmithError: They do not fit this tree, or it can not be written to.
        """
        workspace = LocalWorkspace(tree, fsync=False)
        workspace.commit(self._changes(workspace, overwrite=True))
        for path, file in self.files.items():
            if file.is_executable:
                (tree / workspace.resolve(path)).chmod(0o755)

    def _changes(self, workspace: LocalWorkspace, *, overwrite: bool = False) -> ChangeSet:
        if self.patch is not None:
            return plan(self.patch, workspace, overwrite=overwrite).change_set
        return ChangeSet(tuple(self._laid(workspace)))

    def _laid(self, workspace: LocalWorkspace) -> Iterator[FileChange]:
        for path, file in self.files.items():
            real = workspace.resolve(path)
            before = workspace.read(real) if workspace.exists(real) else None
            if before != file.content:
                yield FileChange(real, before, file.content, None)


def _refuse_inside(path: str | os.PathLike[str], root: Path) -> None:
    spellings = {Path(os.path.abspath(path)), Path(os.path.realpath(path))}
    if any(each.is_relative_to(root) or root.is_relative_to(each) for each in spellings):
        raise RequestError(
            "bad-request",
            f"the held-out checks {os.fspath(path)!r} and the root {str(root)!r} lie one inside "
            "the other, so a repairer could read them",
            hint="Keep them in a folder outside the root.",
        )


def _text(place: Path) -> str:
    mode = place.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):  # `<(...)` is a pipe
        raise RequestError("bad-request", "it is neither a file nor a folder")
    with place.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _too_large()
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise RequestError("bad-request", "the patch is not UTF-8") from None


def _files(folder: Path) -> dict[RelPath, LaidFile]:
    found: dict[RelPath, LaidFile] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        name = path.relative_to(folder).as_posix()
        if stat.S_ISDIR(mode):
            continue
        if not stat.S_ISREG(mode):
            raise RequestError("bad-request", f"{name!r} in it is neither a file nor a folder")
        size += path.lstat().st_size
        if size > MAX_BYTES:
            raise _too_large()
        found[RelPath.parse(name)] = LaidFile(path.read_bytes(), bool(mode & stat.S_IXUSR))
    if not found:
        raise RequestError("bad-request", "there is no file in it")
    return found


def _too_large() -> RequestError:
    return RequestError("bad-request", f"it holds more than {MAX_BYTES >> 20} MiB")


def _unusable(
    path: str | os.PathLike[str], reason: str, error: PatchsmithError | None = None
) -> RequestError:
    return RequestError(
        "bad-request",
        f"the held-out checks {os.fspath(path)!r} {reason}",
        evidence=None if error is None else str(error),
        hint="Pass a file that holds one V4A patch, or a folder of files to lay over the tree.",
    )
