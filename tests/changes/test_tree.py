"""The reading side of a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.changes.paths import RelPath
from patchsmith.workspace.local import LocalWorkspace

if TYPE_CHECKING:
    from patchsmith.changes.tree import Tree


def test_a_local_workspace_is_a_tree(tmp_path: Path) -> None:
    """Planners can be given a workspace wherever they ask for a tree."""
    (tmp_path / "a").write_bytes(b"x")
    tree: Tree = LocalWorkspace(tmp_path)
    path = RelPath.parse("a")
    assert tree.exists(path)
    assert tree.read(tree.resolve(path)) == b"x"
