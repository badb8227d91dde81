"""A workspace that is nowhere but in memory.

It commits change sets by the same rules as files on a disk: all or nothing, and only when every
file is still what it was when the change was planned.
"""

from __future__ import annotations

from patchsmith.changes.mapping_tree import MappingTree
from patchsmith.errors import EditError, EnvironmentFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import ChangeSet, FileChange


class MemoryWorkspace(MappingTree):
    r"""Files in memory that change sets can be committed to.

    >>> workspace = MemoryWorkspace({"greeting.txt": "hi\n"})
    >>> workspace.files
    {'greeting.txt': b'hi\n'}
    """

    __slots__ = ()

    def commit(self, change_set: ChangeSet) -> None:
        """Carry out a change set: all of it, or nothing.

        Raises:
            EditError: `is-directory`. EnvironmentFault: `conflict` when a file is not what it
                was when the change was planned; `io` when a parent of it is a file.
        """
        for change in change_set:
            self._check(change)
        contents = dict(self._contents)
        for change in change_set:
            if change.after is None:
                del contents[change.path]
            else:
                contents[change.path] = change.after
        self._replace(contents)

    def _check(self, change: FileChange) -> None:
        path = self.resolve(change.path)
        now = self._contents.get(path)
        if now == change.before:
            if now is None and self.exists(path):
                raise EditError("is-directory", "the path is a folder, not a file", path=path)
            return
        if now is None:
            raise EnvironmentFault("conflict", "the file has gone meanwhile", path=path)
        if change.before is None:
            raise EnvironmentFault("conflict", "a file appeared there meanwhile", path=path)
        raise EnvironmentFault(
            "conflict",
            "the file was changed by somebody else meanwhile",
            path=path,
            hint="Read it again and plan the change anew.",
        )
