"""Reading, planning and committing the change of one file, as the editing tools do it.

Several calls may edit one file at the same time, each from what it read. A commit refuses when
the file has become another one meanwhile; the change is then planned anew on what is there now,
so that calls which do not touch each other's text all succeed and none is lost.
"""

from __future__ import annotations

import os

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, EnvironmentFault, InputError, RequestError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeVar

    from patchsmith.workspace.local import LocalWorkspace

    class Planned(Protocol):
        """What a planner returns."""

        @property
        def content(self) -> bytes:
            """The file's bytes afterwards."""

    B = TypeVar("B", bytes, bytes | None)
    P = TypeVar("P", bound=Planned)

_MOST_ATTEMPTS = 100  # each one lost means that another writer got through


def inside(workspace: LocalWorkspace, root: str | os.PathLike[str], path: object) -> RelPath:
    """Return a path below the root, for a relative one or an absolute one that leads there.

    Args:
        workspace: The root, opened.
        root: The root as the caller spelled it; it may hold symbolic links.
        path: The path as the caller spelled it.

    Raises:
        RequestError: `bad-request` when it is not text. InputError: `unsafe-path`, `bad-text`.
        EditError: `is-directory` for the root itself.
    """
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    if not isinstance(path, str):
        raise RequestError("bad-request", "path must be text")
    if not path.startswith("/"):
        return RelPath.parse(path)
    for base in (workspace.root, os.path.abspath(root)):
        folder = base.rstrip("/")
        if path.rstrip("/") == folder:
            raise EditError("is-directory", "the path is the workspace root itself", path=path)
        if path.startswith(folder + "/"):
            return RelPath.parse(path[len(folder) :].lstrip("/"))
    raise InputError(
        "unsafe-path",
        f"the path lies outside the workspace root {workspace.root}",
        path=path,
        hint="Only files below the root may be touched; name them relative to it.",
    )


def read_if_there(workspace: LocalWorkspace, path: RelPath) -> bytes | None:
    """Return a file's bytes, links followed; None when there is no file."""
    return workspace.read(path) if workspace.exists(workspace.resolve(path)) else None


def commit_planned(
    workspace: LocalWorkspace,
    path: RelPath,
    *,
    read: Callable[[], B],
    plan: Callable[[B], P],
    dry_run: bool,
) -> tuple[P, ChangeSet]:
    """Read a file, plan what becomes of it, and commit that.

    Args:
        workspace: The root.
        path: The file.
        read: Reads the file's bytes.
        plan: Works out the new content from them; called again when they changed meanwhile.
        dry_run: Whether to only plan.

    Returns:
        What was planned, and the change set that was (or would be) committed; it is empty when
        the file has that content already.
    """
    before = read()
    for _ in range(_MOST_ATTEMPTS):
        planned = plan(before)
        real = workspace.resolve(path)
        changes = (FileChange(real, before, planned.content, None),)
        change_set = ChangeSet(changes if planned.content != before else ())
        try:
            if dry_run:
                workspace.check(change_set)
            else:
                workspace.commit(change_set)
        except EnvironmentFault as error:
            seen, before = before, read()
            if error.code != "conflict" or before == seen:
                raise
        else:
            return planned, change_set
    raise EnvironmentFault(
        "conflict",
        "other writers keep changing the file",
        path=path,
        hint="Wait until they have ended, then try again.",
    )
