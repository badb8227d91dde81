"""What the rules may look at: the project's own files, read through the workspace.

Decides which files are the project's (below the root, not installed packages, not hidden), which
of them are production files, and where a module's file is. Rules change production files only.

Rules for editors: nothing here writes; every file is read through the workspace, once.
"""

from __future__ import annotations

import ast
import os
import re
from typing import TYPE_CHECKING

from patchsmith.changes.paths import RelPath
from patchsmith.errors import PatchsmithError
from patchsmith.repairers.offline.source import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.workspace.local import LocalWorkspace

_FOREIGN_PARTS = frozenset({"site-packages", "dist-packages", "node_modules", "__pycache__"})
_TEST_FOLDERS = frozenset({"test", "tests"})
_TEST_NAME = re.compile(r"test_.*\.py|.*_test\.py|tests?\.py|conftest\.py")
_MAX_FILES = 5000
_SOURCE_FOLDERS = ("src", "lib")


class Project:
    """Reading access to one workspace's own files, for one attempt."""

    def __init__(self, workspace: LocalWorkspace) -> None:
        """Look at a workspace; its files must not change while this lives."""
        self.root: str = os.path.realpath(workspace.root)
        """Real path of the root."""
        self._workspace = workspace
        self._sources: dict[RelPath, SourceText | None] = {}
        self._listing: tuple[RelPath, ...] | None = None

    def locate(self, printed: str) -> RelPath | None:
        """Return the project file a traceback or message names, or None when it is not ours.

        Args:
            printed: Path as printed, absolute or relative to the root.
        """
        if printed.startswith("<"):
            return None
        relative = os.path.relpath(os.path.realpath(os.path.join(self.root, printed)), self.root)
        if relative.startswith(os.pardir) or os.path.isabs(relative):
            return None
        try:
            path = RelPath.parse(relative.replace(os.sep, "/"))
        except PatchsmithError:
            return None
        if self._is_foreign(path) or not os.path.isfile(os.path.join(self.root, path)):
            return None
        return path

    def _is_foreign(self, path: RelPath) -> bool:
        parts = path.parts
        if any(part in _FOREIGN_PARTS or part.startswith(".") for part in parts):
            return True
        folders = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
        return any(self._is_virtualenv(folder) for folder in folders)

    def _is_virtualenv(self, folder: str) -> bool:
        return os.path.exists(os.path.join(self.root, folder, "pyvenv.cfg"))

    @staticmethod
    def is_test(path: RelPath) -> bool:
        """Return whether a file is a test or belongs to the tests."""
        *folders, name = path.parts
        return not _TEST_FOLDERS.isdisjoint(folders) or _TEST_NAME.fullmatch(name) is not None

    def source(self, path: RelPath) -> SourceText | None:
        """Return a file's text, or None when it can not be read as text."""
        if path not in self._sources:
            try:
                raw = self._workspace.read(path)
            except PatchsmithError:
                self._sources[path] = None
            else:
                self._sources[path] = SourceText.decoded(path, raw)
        return self._sources[path]

    def tree(self, path: RelPath) -> ast.Module | None:
        """Return the syntax tree of a Python file, or None when there is none."""
        source = self.source(path)
        return source.tree if source and isinstance(source.tree, ast.Module) else None

    def files(self, suffix: str) -> tuple[RelPath, ...]:
        """Return all project files with a suffix such as `.py`, in sorted order.

        At most the first 5,000 files of the project are looked at.
        """
        if self._listing is None:
            self._listing = tuple(sorted(self._walk()))
        return tuple(path for path in self._listing if path.endswith(suffix))

    def _walk(self) -> Iterator[RelPath]:
        count = 0
        for folder, folders, names in os.walk(self.root):
            inside = os.path.relpath(folder, self.root).replace(os.sep, "/")
            prefix = "" if inside == "." else f"{inside}/"
            folders[:] = sorted(
                name
                for name in folders
                if name not in _FOREIGN_PARTS
                and not name.startswith(".")
                and not self._is_virtualenv(prefix + name)
            )
            for name in sorted(names):
                if name.endswith((".py", ".json")):
                    count += 1
                    if count > _MAX_FILES:
                        return
                    yield RelPath(prefix + name)

    def module(self, dotted: str, near: RelPath) -> RelPath | None:
        """Return the file of a project module, or None.

        Args:
            dotted: Absolute name, such as `shop.cart`.
            near: A file that imports it; its folder and the folders above are search roots.
        """
        tail = dotted.replace(".", "/")
        for root in self._search_roots(near):
            for candidate in (f"{root}{tail}.py", f"{root}{tail}/__init__.py"):
                if os.path.isfile(os.path.join(self.root, candidate)):
                    return RelPath(candidate)
        return None

    def is_project_name(self, name: str, near: RelPath) -> bool:
        """Return whether a top-level import name is a file or folder of the project."""
        return any(
            os.path.isdir(os.path.join(self.root, root + name))
            or os.path.isfile(os.path.join(self.root, f"{root}{name}.py"))
            for root in self._search_roots(near)
        )

    def _search_roots(self, near: RelPath) -> list[str]:
        folders = near.parts[:-1]
        above = ["/".join((*folders[:depth], "")) for depth in range(len(folders), -1, -1)]
        known = [f"{name}/" for name in _SOURCE_FOLDERS]
        return list(dict.fromkeys((*above, *known)))
