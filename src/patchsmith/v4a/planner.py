"""Planning a patch: every file op worked out in memory, before a byte is written.

File ops run in order on one view of the tree (view.py), so that a later op sees what an earlier
one made: add then update, update twice, delete then add, move then update all work.

Nothing is written here. The plan is a change set for a workspace to commit, all or nothing.
"""

from __future__ import annotations

from patchsmith.errors import EditError, PatchsmithError
from patchsmith.v4a.view import View
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.change_set import ChangeSet
    from patchsmith.changes.tree import Tree
    from patchsmith.v4a.model import Patch, Tolerated
    from patchsmith.v4a.outcome import OpResult


class Plan(Value):
    """A whole patch, worked out."""

    __slots__ = ("change_set", "results", "tolerated", "failed")  # noqa: RUF023 - field order

    change_set: ChangeSet
    """What to commit; may be empty."""
    results: tuple[OpResult, ...]
    """One for each file op that was planned, in the patch's order."""
    tolerated: tuple[Tolerated, ...]
    """What the patch deviated in from the grammar."""
    failed: PatchsmithError | None
    """With `partial`: why planning stopped; None when everything was planned."""


def plan(
    patch: Patch,
    tree: Tree,
    *,
    overwrite: bool = False,
    partial: bool = False,
    strict: bool = False,
) -> Plan:
    """Work out what a patch does to a tree.

    Args:
        patch: The patch, parsed.
        tree: The files as they are.
        overwrite: Whether Add and Move may replace an existing file.
        partial: Whether the file ops before the first failing one are planned all the same.
        strict: Whether to refuse hunks that only fit by a leniency.

    Raises:
        PatchsmithError: The first error of the first failing op; those of later ops that fail by
            themselves are its `related`. With `partial`, the error is the plan's `failed`.
    """
    view = View(tree, overwrite=overwrite, strict=strict)
    results: list[OpResult] = []
    errors: list[PatchsmithError] = []
    failed_paths: set[str | None] = set()
    for number, op in enumerate(patch.ops, 1):
        if op.path in failed_paths:
            continue  # it would only fail because of what is reported already
        try:
            result = view.carry_out(op)
        except PatchsmithError as error:
            errors.extend(_numbered(error, number))
            failed_paths |= {op.path, getattr(op, "move_to", None)}
            if partial:
                break
            continue
        if not errors:
            results.append(result)
    failed = _joined(errors) if errors else None
    if failed is not None and not partial:
        raise failed
    change_set = view.change_set()
    if failed is None and not change_set.changes:
        raise EditError(
            "no-change",
            "the patch changes nothing: every file would stay as it is",
            hint="Leave it out, or say what is to become of the lines it names.",
        )
    return Plan(change_set, tuple(results), (*patch.tolerated, *view.tolerated), failed)


def _numbered(error: PatchsmithError, number: int) -> list[PatchsmithError]:
    """Return an error and its related ones, each with the 1-based number of the file op."""
    flat = [error, *error.related]
    error.related = ()
    for one in flat:
        one.op = number
    return flat


def _joined(errors: list[PatchsmithError]) -> PatchsmithError:
    errors[0].related = tuple(errors[1:])
    return errors[0]
