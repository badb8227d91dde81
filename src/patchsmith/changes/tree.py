"""The reading side of a workspace, as planners need it.

A planner never opens a file: it asks a `Tree`. A local workspace, an in-memory mapping and a
remote sandbox are all trees.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

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
