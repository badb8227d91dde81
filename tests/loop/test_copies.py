"""Rules for the copy of a tree that checks run in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from patchsmith.errors import EnvironmentFault
from patchsmith.loop.copies import copied
from trees import LINK, lay, tree


def test_a_copy_is_the_tree_and_goes_in_the_end(tmp_path: Path) -> None:
    """Contents, permissions and links; nobody else can enter it, and nothing of it stays."""
    root = tmp_path / "root"
    lay(root, {"a.txt": "a\n", "deep/run.sh": "x\n", "link": f"{LINK}a.txt", ".git/HEAD": "x\n"})
    (root / "deep" / "run.sh").chmod(0o755)
    (root / "empty").mkdir()
    before = tree(root)
    with copied(root) as copy:
        assert copy.root.name == "root"
        assert tree(copy.root) == before
        assert os.access(copy.root / "deep" / "run.sh", os.X_OK)
        assert (copy.root / "empty").is_dir()
        assert copy.root.parent.parent.stat().st_mode & 0o077 == 0
        lay(copy.root, {"a.txt": "b\n"})
    assert tree(root) == before
    assert not copy.root.parent.parent.exists()


def test_absolute_links_into_the_tree_lead_into_the_copy(tmp_path: Path) -> None:
    """Whoever writes through one would else write to the original; links elsewhere stay."""
    root = tmp_path / "root"
    lay(root, {"a.txt": "a\n", "in": f"{LINK}{root}/a.txt", "out": f"{LINK}{tmp_path}/rooted"})
    with copied(root) as copy:
        (copy.root / "in").write_text("b\n")
        assert os.readlink(copy.root / "out") == f"{tmp_path}/rooted"
    assert (root / "a.txt").read_text() == "a\n"


def test_what_can_not_be_copied_is_left_out(tmp_path: Path) -> None:
    """A pipe would block, and a `.git` file names the original's repository."""
    root = tmp_path / "root"
    lay(root, {"a.txt": "a\n", ".git": "gitdir: /elsewhere\n"})
    os.mkfifo(root / "pipe")
    with copied(root) as copy:
        assert tree(copy.root) == {"a.txt": b"a\n"}


def test_text_that_names_the_tree_names_the_copy(tmp_path: Path) -> None:
    """Words and variables; a longer name that begins alike is another folder."""
    root = tmp_path / "root"
    root.mkdir()
    with copied(root) as copy:
        assert copy.moved(f"/bin:{root}/bin:{root}") == f"/bin:{copy.root}/bin:{copy.root}"
        for other in (f"{root}ed/x", f"{root}-2", f"{root}.old", f"/x{root}"):
            assert copy.moved(other) == other


def test_a_tree_that_can_not_be_copied_is_an_error(tmp_path: Path) -> None:
    """By its reason, and nothing stays behind."""
    with pytest.raises(EnvironmentFault, match="can not be copied"), copied(tmp_path / "missing"):
        pass
