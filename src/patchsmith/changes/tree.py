"""What planners read and what carries their plans out: a tree, and a workspace.

A planner never opens a file: it asks a `Tree`. A `Workspace` is a tree that change sets can be
committed to. Files of this machine (workspace/local.py), files in memory (workspace/memory.py)
and files of a remote sandbox are all workspaces:

    class Sandbox:
        def resolve(self, path, *, follow=True): return path     # the sandbox has no links
        def exists(self, path): return self.api.exists(path)
        def read(self, path):
            if not self.api.exists(path):
                raise EditError("missing-file", "there is no such file", path=path)
            return self.api.download(path)
        def commit(self, change_set):
            for change in change_set:
                if change.after is None:
                    self.api.remove(change.path)
                else:
                    self.api.upload(change.path, change.after)

    apply_patch(text, workspace=Sandbox(...))
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.changes.paths import RelPath

    class Tree(Protocol):
        """Files by path, as they are now."""

        def resolve(self, path: RelPath, *, follow: bool = True) -> RelPath:
            """Return the path of the file itself, symbolic links followed.

            Args:
                path: As a patch or a call names the file.
                follow: Whether a link at the very end is followed; links to folders on the way
                    always are.

            Raises:
                InputError: `unsafe-path` when a link leads out of the root.
                EnvironmentFault: `symlink-loop`.
            """

        def exists(self, path: RelPath) -> bool:
            """Return whether anything is there: file, folder or link, dangling ones included."""

        def read(self, path: RelPath) -> bytes:
            """Return the file's content, links followed.

            Raises:
                EditError: `missing-file`, `is-directory`, `not-text` (devices, sockets, pipes).
                InputError: `unsafe-path`. EnvironmentFault: `symlink-loop`, `io`.
            """

    class Workspace(Tree, Protocol):
        """A tree that change sets can be committed to."""

        def commit(self, change_set: ChangeSet) -> None:
            """Carry out a change set: all of it, or nothing.

            Raises:
                EnvironmentFault: `conflict` when a file is not what it was when the change was
                    planned (its `before`); `read-only`, `io`.
            """
