"""Trees and workspaces."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.changes.change_set import ChangeSet, FileChange
from patchsmith.changes.paths import RelPath
from patchsmith.workspace.local import LocalWorkspace
from patchsmith.workspace.memory import MemoryWorkspace

if TYPE_CHECKING:
    from patchsmith.changes.tree import Tree, Workspace


def test_a_local_workspace_is_a_tree(tmp_path: Path) -> None:
    """Planners can be given a workspace wherever they ask for a tree."""
    (tmp_path / "a").write_bytes(b"x")
    tree: Tree = LocalWorkspace(tmp_path)
    path = RelPath.parse("a")
    assert tree.exists(path)
    assert tree.read(tree.resolve(path)) == b"x"


def test_local_files_and_files_in_memory_are_workspaces(tmp_path: Path) -> None:
    """What one of them commits, the other does too."""
    change_set = ChangeSet((FileChange(RelPath("a"), None, b"x", None),))
    workspaces: list[Workspace] = [LocalWorkspace(tmp_path, fsync=False), MemoryWorkspace({})]
    for workspace in workspaces:
        workspace.commit(change_set)
        assert workspace.read(RelPath("a")) == b"x"
