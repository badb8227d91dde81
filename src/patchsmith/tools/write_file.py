"""The tool `write_file`: a whole file, new or in the place of one."""

from __future__ import annotations

from patchsmith.changes.unified import unified_diff
from patchsmith.edits.request import encoded
from patchsmith.edits.whole import plan_write
from patchsmith.tools.single_file import commit_planned, inside, read_if_there
from patchsmith.tools.suggestions import suggestion_for
from patchsmith.values import Value
from patchsmith.workspace.local import LocalWorkspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from patchsmith.changes.change_set import ChangeSet


class Written(Value):
    """What writing a file did, or would do."""

    __slots__ = ("path", "status", "size_bytes", "change_set")  # noqa: RUF023 - field order

    path: str
    """The file, relative to the root, as the caller named it."""
    status: str
    """`A` for a new file, `M` for a changed one, `unchanged` when it had that content already."""
    size_bytes: int
    """The file's size afterwards."""
    change_set: ChangeSet
    """The file with its bytes before and after; empty when it is unchanged."""

    def to_dict(self) -> dict[str, object]:
        """Return the result as agents get it."""
        suggestion = suggestion_for(self.path)
        return {
            "path": self.path,
            "status": self.status,
            "size_bytes": self.size_bytes,
            "diff": unified_diff(self.change_set),
            **({"suggestion": suggestion} if suggestion else {}),
        }


def write_file(
    path: str | os.PathLike[str],
    content: str,
    *,
    root: str | os.PathLike[str] = ".",
    dry_run: bool = False,
    fsync: bool = True,
) -> Written:
    """Write a whole file below a root, folders on the way included.

    Args:
        path: The file, relative to the root, or absolute and inside it; links are followed.
        content: All of the file's text. An existing file keeps its byte order mark, its encoding
            and, where all its lines end so, its CRLF.
        root: The folder that may be touched.
        dry_run: Whether to only work out what would be written.
        fsync: Whether the written file is flushed to the disk.

    Raises:
        PatchsmithError: Nothing was changed; `errors.py` lists the codes.
    """
    encoded(content, "content", str(path))
    workspace = LocalWorkspace(root, fsync=fsync)
    target = inside(workspace, root, path)
    planned, change_set = commit_planned(
        workspace,
        target,
        read=lambda: read_if_there(workspace, target),
        plan=lambda before: plan_write(before, content, target),
        dry_run=dry_run,
    )
    return Written(target, planned.status, len(planned.content), change_set)
