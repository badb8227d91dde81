"""The tree as the file ops of a patch leave it, one after another, in memory.

The view is keyed by the file itself, links followed, so that two names of one file are one file.
An op that fails leaves it as it was.
"""

from __future__ import annotations

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.errors import EditError, InputError, PatchsmithError
from patchsmith.v4a.grammar import suspicious
from patchsmith.v4a.model import AddFile, DeleteFile, Tolerated
from patchsmith.v4a.outcome import OpResult
from patchsmith.v4a.updates import updated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from patchsmith.changes.tree import Tree
    from patchsmith.v4a.model import FileOp, UpdateFile
    from patchsmith.v4a.outcome import PlacedHunk, Updated


class _File:
    """One file of the view: as it was read, and as the ops so far leave it."""

    __slots__ = ("after", "before", "origin")

    def __init__(self, before: bytes | None) -> None:
        self.before = before
        self.after = before
        self.origin: RelPath | None = None


class View:
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
        if len(changes) > 1:
            changes.sort(key=lambda change: change.after is None)
            _refuse_files_as_folders(changes)
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
        if suspicious(text):
            from patchsmith.v4a.additions import Additions

            Additions(b"", op.path).refuse(op.lines, hunk=None, line_no=op.line_no)
        self._file(real).after = text.encode("utf-8")
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
        done = updated(self._content(path, op.path), op)
        if not done.is_exact:
            self._note_leniencies(op, done.hunks)
        if op.move_to is None:
            self._file(source).after = done.content
            return OpResult.later(lambda: done.hunks, "M", op.path, None)
        return self._move(op, path, done)

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

    def _move(self, op: UpdateFile, path: RelPath, done: Updated) -> OpResult:
        assert op.move_to is not None
        source = self._tree.resolve(path)
        target_path = RelPath.parse(op.move_to)
        target = self._tree.resolve(target_path)
        if target == source:  # onto itself, by whatever spelling or link: an update in place
            self._file(source).after = done.content
            return OpResult.later(lambda: done.hunks, "M", op.move_to, None)
        self._refuse_existing(target, op.move_to, "move to")
        origin = self._file(source).origin or source
        moved = self._file(target)
        moved.after = done.content
        moved.origin = origin if self._file(origin).before is not None else None
        gone = self._file(self._tree.resolve(path, follow=False))
        gone.after = gone.origin = None
        return OpResult.later(lambda: done.hunks, "M", op.move_to, op.path)

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
        if self._files:
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


def _refuse_files_as_folders(changes: list[FileChange]) -> None:
    """Refuse a change set that needs one path as a file and as a folder."""
    files = {change.path for change in changes if change.after is not None}
    for path in sorted(files):
        folder = path.parent
        while folder:
            if folder in files:
                raise EditError(
                    "is-directory",
                    f"the patch makes this path a file, and a folder for {path}",
                    path=folder,
                    hint="Choose another name for one of the two.",
                )
            folder = folder.rpartition("/")[0]
