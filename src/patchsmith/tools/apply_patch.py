"""The tool `apply_patch`: a V4A patch, applied to a workspace, all of it or nothing."""

from __future__ import annotations

from patchsmith.errors import RequestError
from patchsmith.v4a.parser import parse
from patchsmith.v4a.planner import plan
from patchsmith.values import Value
from patchsmith.workspace.local import LocalWorkspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.changes.tree import Workspace
    from patchsmith.errors import PatchsmithError
    from patchsmith.v4a.model import Tolerated
    from patchsmith.v4a.outcome import OpResult
    from patchsmith.workspace.memory import MemoryWorkspace


class Applied(Value):
    """What a patch did, or would do."""

    __slots__ = ("results", "tolerated", "change_set", "failed", "files")  # noqa: RUF023 - field order

    results: tuple[OpResult, ...]
    """One for each file op, in the patch's order."""
    tolerated: tuple[Tolerated, ...]
    """Deviations from the grammar that were accepted."""
    change_set: ChangeSet
    """Every file changed, with its bytes before and after."""
    failed: PatchsmithError | None
    """With `partial`: the error of the file op at which applying stopped."""
    files: dict[str, bytes] | None
    """With `files`: all of them afterwards, path -> content; else None."""

    def to_dict(self) -> dict[str, object]:
        """Return the result as agents get it."""
        return {
            "files": [
                {
                    "status": result.kind,
                    "path": result.path,
                    **({"moved_from": result.moved_from} if result.moved_from else {}),
                    "hunks": [
                        {
                            "tier": hunk.tier,
                            "line_no": hunk.line_no,
                            "added": hunk.added,
                            "removed": hunk.removed,
                        }
                        for hunk in result.hunks
                    ],
                }
                for result in self.results
            ],
            "tolerated": [{"name": t.name, "line_no": t.line_no} for t in self.tolerated],
        }


def apply_patch(  # noqa: PLR0913 - each is one choice of the caller
    patch: str,
    *,
    root: str | os.PathLike[str] | None = None,
    files: Mapping[str, bytes | str] | None = None,
    workspace: Workspace | None = None,
    overwrite: bool = False,
    partial: bool = False,
    strict: bool = False,
    dry_run: bool = False,
    fsync: bool = True,
) -> Applied:
    """Apply a patch in the V4A format: to the files below a root, or to files in memory.

    Args:
        patch: The whole patch, from `*** Begin Patch` to `*** End Patch`.
        root: The folder that may be touched; paths of the patch are relative to it. The current
            one when neither this nor `files` nor `workspace` is given.
        files: Files in memory, path -> content (text stands for its UTF-8); they are not
            changed: the result's `files` are those afterwards.
        workspace: Anything that reads and commits like `changes.tree.Workspace`, such as a
            remote sandbox.
        overwrite: Whether Add and Move may replace an existing file.
        partial: Whether the file ops before the first failing one are applied all the same, as
            Codex does; the error is then the result's `failed`.
        strict: Whether to refuse every deviation from the grammar.
        dry_run: Whether to only work the patch out.
        fsync: Whether files written below a root are flushed to the disk.

    Raises:
        PatchsmithError: Nothing was changed; `errors.py` lists the codes. `bad-request` for more
            than one of `root`, `files` and `workspace`.
    """
    if not isinstance(patch, str):
        raise RequestError("bad-request", f"the patch must be text, not {type(patch).__name__}")
    if (root is not None) + (files is not None) + (workspace is not None) > 1:
        raise RequestError("bad-request", "give one of root, files and workspace")
    parsed = parse(patch, strict=strict)
    memory: MemoryWorkspace | None = None
    if files is not None:
        from patchsmith.workspace import memory as in_memory

        workspace = memory = in_memory.MemoryWorkspace(files)
    elif workspace is None:
        workspace = LocalWorkspace("." if root is None else root, fsync=fsync)
    planned = plan(parsed, workspace, overwrite=overwrite, partial=partial, strict=strict)
    if not dry_run:
        workspace.commit(planned.change_set)
    elif isinstance(workspace, LocalWorkspace):
        workspace.check(planned.change_set)
    return Applied(
        planned.results,
        planned.tolerated,
        planned.change_set,
        planned.failed,
        memory.files if memory is not None else None,
    )
