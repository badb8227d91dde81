"""The tool `multi_edit`: several edits of one file, in order, all of them or none."""

from __future__ import annotations

from patchsmith.changes.unified import unified_diff
from patchsmith.edits.multi import numbered, plan_edits
from patchsmith.edits.request import edit_request
from patchsmith.errors import PatchsmithError, RequestError
from patchsmith.tools.edit import counts
from patchsmith.tools.single_file import commit_planned, inside
from patchsmith.tools.suggestions import suggestion_for
from patchsmith.values import Value
from patchsmith.workspace.local import LocalWorkspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.edits.planner import Edit
    from patchsmith.edits.request import EditRequest


class Replacement(Value):
    """One edit of several, as the caller wants it."""

    __slots__ = ("old_string", "new_string", "replace_all")  # noqa: RUF023 - field order

    old_string: str
    """The text to find in what the edits before left."""
    new_string: str
    """What replaces it."""
    replace_all: bool
    """Whether every match is replaced."""

    def __init__(self, old_string: str, new_string: str, replace_all: bool = False) -> None:
        super().__init__(old_string, new_string, replace_all)


class MultiEdited(Value):
    """What several edits did, or would do."""

    __slots__ = ("path", "edits", "change_set")  # noqa: RUF023 - the order of the fields

    path: str
    """The file, relative to the root, as the caller named it."""
    edits: tuple[Edit, ...]
    """One for each replacement, in order."""
    change_set: ChangeSet
    """The file with its bytes before the first and after the last edit."""

    def to_dict(self) -> dict[str, object]:
        """Return the result as agents get it."""
        suggestion = suggestion_for(self.path)
        return {
            "path": self.path,
            "status": "M",
            "edits": [counts(edit) for edit in self.edits],
            "diff": unified_diff(self.change_set),
            **({"suggestion": suggestion} if suggestion else {}),
        }


def multi_edit(
    path: str | os.PathLike[str],
    edits: Sequence[Replacement],
    *,
    root: str | os.PathLike[str] = ".",
    dry_run: bool = False,
    fsync: bool = True,
) -> MultiEdited:
    """Make several replacements in one file below a root, each on what the one before left.

    Args:
        path: The file, relative to the root, or absolute and inside it.
        edits: The replacements, at least one, in order; see `edit` for their rules.
        root: The folder that may be touched.
        dry_run: Whether to only work the edits out.
        fsync: Whether the written file is flushed to the disk.

    Raises:
        PatchsmithError: Nothing was changed. Its `op` is the 1-based number of the edit that
            failed; `errors.py` lists the codes.
    """
    requests = _requests(edits, str(path))
    workspace = LocalWorkspace(root, fsync=fsync)
    target = inside(workspace, root, path)
    planned, change_set = commit_planned(
        workspace,
        target,
        read=lambda: workspace.read(target),
        plan=lambda before: plan_edits(before, requests, target),
        dry_run=dry_run,
    )
    return MultiEdited(target, planned.edits, change_set)


def _requests(edits: Sequence[Replacement], path: str) -> list[EditRequest]:
    if not edits:
        raise RequestError(
            "bad-request", "edits is empty", path=path, hint="Give at least one edit."
        )
    requests: list[EditRequest] = []
    for index, one in enumerate(edits):
        if not isinstance(one, Replacement):
            raise RequestError(
                "bad-request",
                f"edit {index + 1} is a {type(one).__name__}, not a Replacement",
                path=path,
                hint="Pass patchsmith.Replacement(old_string, new_string) for each edit.",
            )
        try:
            request = edit_request(
                one.old_string, one.new_string, replace_all=one.replace_all, path=path
            )
        except PatchsmithError as error:
            raise numbered(error, index, len(edits)) from None
        requests.append(request)
    return requests
