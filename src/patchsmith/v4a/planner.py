"""Planning a patch: every file op worked out in memory, before a byte is written.

File ops run in order on one view of the tree, so that a later op sees what an earlier one made:
add then update, update twice, delete then add, move then update all work. The view is keyed by
the file itself, links followed, so that two names of one file are one file.

Nothing is written here. The plan is a change set for a workspace to commit, all or nothing.
"""

from __future__ import annotations

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, InputError, PatchsmithError
from patchsmith.text.document import Document
from patchsmith.v4a.hunks import edit
from patchsmith.v4a.model import AddFile, DeleteFile, Tolerated
from patchsmith.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from patchsmith.changes.tree import Tree
    from patchsmith.v4a.hunks import PlacedHunk
    from patchsmith.v4a.model import FileOp, Hunk, Patch, UpdateFile


class OpResult(Value):
    """What one file op comes to."""

    __slots__ = ("kind", "path", "moved_from", "hunks")  # noqa: RUF023 - field order

    kind: Literal["A", "M", "D"]
    """Added, modified (moves too) or deleted, as Codex's summary says it."""
    path: str
    """The file afterwards, as the patch spells it; the destination of a move."""
    moved_from: str | None
    """The source of a move, as the patch spells it."""
    hunks: tuple[PlacedHunk, ...]
    """Where the hunks of an update went."""


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
    view = _View(tree, overwrite=overwrite, strict=strict)
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
    tolerated = (*patch.tolerated, *view.tolerated)
    return Plan(view.change_set(), tuple(results), tolerated, failed)


class Updated(Value):
    """One file after its hunks."""

    __slots__ = ("content", "hunks")

    content: bytes
    """The bytes of the file afterwards."""
    hunks: tuple[PlacedHunk, ...]
    """Where the hunks went."""


def updated(content: bytes, hunks: tuple[Hunk, ...], path: str) -> Updated:
    """Work out what hunks make of one file.

    Args:
        content: The bytes of the file.
        hunks: The hunks, in the patch's order.
        path: The file, for errors.

    Raises:
        PatchsmithError: The error of the first hunk that does not fit; those of the others are
            its `related`.
    """
    document = Document(content, path)
    edited = edit(document, hunks, path)
    if edited.errors and b"\r" in document.body:
        document = Document(content, path, lone_cr=True)
        edited = edit(document, hunks, path)
    if edited.errors:
        first, *others = edited.errors
        first.related = tuple(others)
        raise first
    after = document.spliced(edited.splices) if edited.splices else content
    return Updated(after, edited.hunks)


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


class _File:
    """One file of the view: as it was read, and as the ops so far leave it."""

    __slots__ = ("after", "before", "origin")

    def __init__(self, before: bytes | None) -> None:
        self.before = before
        self.after = before
        self.origin: RelPath | None = None


class _View:
    """The tree as the file ops so far leave it."""

    __slots__ = ("_added", "_files", "_overwrite", "_strict", "_tree", "tolerated")

    def __init__(self, tree: Tree, *, overwrite: bool, strict: bool) -> None:
        self._tree = tree
        self._overwrite = overwrite
        self._strict = strict
        self.tolerated: list[Tolerated] = []
        """Deviations that only showed when hunks were placed."""
        self._files: dict[RelPath, _File] = {}
        self._added: set[RelPath] = set()

    def carry_out(self, op: FileOp) -> OpResult:
        """Work out one file op; an error leaves the view as it was."""
        path = RelPath.parse(op.path)
        if isinstance(op, AddFile):
            return self._add(op, path)
        if isinstance(op, DeleteFile):
            return self._delete(op, path)
        return self._update(op, path)

    def change_set(self) -> ChangeSet:
        """Return everything that differs from the tree; additions before deletions of origins."""
        changes = [
            FileChange(path, file.before, file.after, file.origin)
            for path, file in self._files.items()
            if file.before != file.after or file.origin is not None
        ]
        changes.sort(key=lambda change: change.after is None)
        return ChangeSet(tuple(changes))

    # --- file ops

    def _add(self, op: AddFile, path: RelPath) -> OpResult:
        real = self._tree.resolve(path)
        if real in self._added:
            raise EditError(
                "exists",
                "the patch adds this file twice",
                path=op.path,
                hint="Keep one of the two sections.",
            )
        self._refuse_existing(real, op.path, "add")
        text = "".join([line + "\n" for line in op.lines])
        self._file(real).after = _encoded(text, op.path)
        self._added.add(real)
        return OpResult("A", op.path, None, ())

    def _delete(self, op: DeleteFile, path: RelPath) -> OpResult:
        target = self._tree.resolve(path, follow=False)  # a link goes itself; its target stays
        if target == self._tree.resolve(path) or target in self._files:
            self._content(path, op.path)
        file = self._file(target)
        file.after = None
        file.origin = None
        self._added.discard(target)
        return OpResult("D", op.path, None, ())

    def _update(self, op: UpdateFile, path: RelPath) -> OpResult:
        source = self._tree.resolve(path)
        done = updated(self._content(path, op.path), op.hunks, op.path)
        self._note_leniencies(op, done.hunks)
        if op.move_to is None:
            self._file(source).after = done.content
            return OpResult("M", op.path, None, done.hunks)
        return self._move(op, path, done.content, done.hunks)

    def _note_leniencies(self, op: UpdateFile, placed: tuple[PlacedHunk, ...]) -> None:
        """Keep what was tolerated in placing hunks, once each; refuse it when strict."""
        known = {mark.name for mark in self.tolerated}
        for number, (hunk, where) in enumerate(zip(op.hunks, placed, strict=True), 1):
            if where.leniency is None or where.leniency in known:
                continue
            if self._strict:
                raise InputError(
                    "patch-syntax",
                    f"the hunk fits only by tolerating a deviation ({where.leniency})",
                    path=op.path,
                    hunk=number,
                    line_no=hunk.line_no,
                )
            known.add(where.leniency)
            self.tolerated.append(Tolerated(where.leniency, hunk.line_no))

    def _move(
        self, op: UpdateFile, path: RelPath, after: bytes, hunks: tuple[PlacedHunk, ...]
    ) -> OpResult:
        assert op.move_to is not None
        source = self._tree.resolve(path)
        target_path = RelPath.parse(op.move_to)
        target = self._tree.resolve(target_path)
        if target == source:  # onto itself, by whatever spelling or link: an update in place
            self._file(source).after = after
            return OpResult("M", op.move_to, None, hunks)
        self._refuse_existing(target, op.move_to, "move to")
        origin = self._file(source).origin or source
        moved = self._file(target)
        moved.after = after
        moved.origin = origin if self._file(origin).before is not None else None
        gone = self._file(self._tree.resolve(path, follow=False))
        gone.after = gone.origin = None
        return OpResult("M", op.move_to, op.path, hunks)

    # --- the view

    def _file(self, real: RelPath) -> _File:
        """Return the entry of a file, read from the tree when it is first touched."""
        file = self._files.get(real)
        if file is None:
            before = self._tree.read(real) if self._tree.exists(real) else None
            file = self._files[real] = _File(before)
        return file

    def _content(self, path: RelPath, spelled: str) -> bytes:
        """Return a file's content as the ops so far leave it."""
        real = self._tree.resolve(path)
        entry = self._tree.resolve(path, follow=False)
        if entry != real and entry in self._files:  # a link that an earlier op removed
            real = entry
        file = self._files.get(real)
        if file is None:
            try:
                content = self._tree.read(path)
            except PatchsmithError as error:
                error.path = spelled
                raise
            file = self._files[real] = _File(content)
        if file.after is None:
            raise EditError(
                "missing-file", "an earlier section of the patch removed this file", path=spelled
            )
        return file.after

    def _refuse_existing(self, real: RelPath, spelled: str, doing: str) -> None:
        file = self._files.get(real)
        there = file.after is not None if file is not None else self._tree.exists(real)
        if not there:
            return
        try:
            self._file(real)  # a folder can never be replaced, and says so
        except PatchsmithError as error:
            error.path = spelled
            raise
        if not self._overwrite:
            raise EditError(
                "exists",
                f"can not {doing} this path: a file is there already",
                path=spelled,
                hint="Update or delete that file in the same patch, or allow overwriting.",
            )


def _encoded(text: str, path: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InputError(
            "bad-text", f"the text holds a character that no file can: {error.reason}", path=path
        ) from None
