"""The tool `edit`: text found in one file and replaced, or a refusal that says why."""

from __future__ import annotations

from patchsmith.changes.unified import unified_diff
from patchsmith.edits.planner import plan_edit
from patchsmith.edits.request import edit_request
from patchsmith.tools.single_file import commit_planned, inside
from patchsmith.tools.suggestions import suggestion_for
from patchsmith.values import Value
from patchsmith.workspace.local import LocalWorkspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.edits.planner import Edit


class Edited(Value):
    """What an edit did, or would do."""

    __slots__ = ("path", "edit", "change_set")  # noqa: RUF023 - the order of the fields

    path: str
    """The file, relative to the root, as the caller named it."""
    edit: Edit
    """Tier, number of replacements and where they are."""
    change_set: ChangeSet
    """The file with its bytes before and after."""

    def to_dict(self) -> dict[str, object]:
        """Return the result as agents get it."""
        suggestion = suggestion_for(self.path)
        return {
            "path": self.path,
            "status": "M",
            **counts(self.edit),
            "diff": unified_diff(self.change_set),
            **({"suggestion": suggestion} if suggestion else {}),
        }


def counts(edit: Edit) -> dict[str, object]:
    """Return where and how an edit matched, as agents get it."""
    return {
        "tier": edit.tier,
        "replacements": edit.count,
        "places": [
            {"line_no": place.line_no, "new_line_no": place.new_line_no} for place in edit.places
        ],
    }


def edit(
    path: str | os.PathLike[str],
    old_string: str,
    new_string: str,
    *,
    replace_all: bool = False,
    root: str | os.PathLike[str] = ".",
    dry_run: bool = False,
    fsync: bool = True,
) -> Edited:
    """Replace text in an existing file below a root.

    Args:
        path: The file, relative to the root, or absolute and inside it.
        old_string: The text to find. It must occur once; CRLF and LF compare equal, and when it
            does not occur exactly, white space at the ends of lines is ignored.
        new_string: What replaces it, byte for byte; new lines take the region's line ending.
        replace_all: Whether every match is replaced.
        root: The folder that may be touched.
        dry_run: Whether to only work the edit out.
        fsync: Whether the written file is flushed to the disk.

    Raises:
        PatchsmithError: Nothing was changed; `errors.py` lists the codes.
    """
    request = edit_request(old_string, new_string, replace_all=replace_all, path=str(path))
    workspace = LocalWorkspace(root, fsync=fsync)
    target = inside(workspace, root, path)
    planned, change_set = commit_planned(
        workspace,
        target,
        read=lambda: workspace.read(target),
        plan=lambda before: plan_edit(before, request, target),
        dry_run=dry_run,
    )
    return Edited(target, planned, change_set)
