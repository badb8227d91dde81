"""Rules for a shown difference that is applied again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from patchsmith.errors import EditError
from patchsmith.snapshots.applying import apply_shown
from patchsmith.snapshots.deep import DeepStore
from trees import LINK, lay, tree

BEFORE: dict[str, bytes | str] = {
    "a.txt": "one\ntwo\nthree\n",
    "gone.txt": "x\n",
    "crlf.txt": b"one\r\ntwo\r\n",
    ".gitattributes": "*.txt text eol=crlf\n",
}
AFTER: dict[str, bytes | str] = {
    "a.txt": "one\n2\nthree",
    "crlf.txt": b"one\r\n2\r\n",
    "deep/new näme.txt": "new\n",
    "link": f"{LINK}a.txt",
}


@pytest.fixture(params=["a folder", "a repository", "below a repository"])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the tree before the change, wherever git may look for a repository."""
    top = tmp_path / "top"
    found = top / "below" if request.param == "below a repository" else top
    lay(found, BEFORE)
    if request.param != "a folder":
        subprocess.run(("git", "init", "-q"), cwd=top, check=True)
    return found


def shown(root: Path, tmp_path: Path) -> str:
    """Return the change as a store shows it, and bring the tree back."""
    store = DeepStore(root, tmp_path / "store")
    before = store.take()
    (root / "gone.txt").unlink()
    lay(root, AFTER)
    (root / "a.txt").chmod(0o755)
    diff = store.patch(before, store.take())
    store.restore(before)
    return diff


def test_a_shown_change_is_made_again(root: Path, tmp_path: Path) -> None:
    """Contents to the byte, whatever attributes say; new, gone, linked and executable files."""
    diff = shown(root, tmp_path)
    assert (root / "gone.txt").exists()
    apply_shown(root, diff)
    found = {name: content for name, content in tree(root).items() if name[:5] != ".git/"}
    lay(tmp_path / "expected", {**AFTER, ".gitattributes": BEFORE[".gitattributes"]})
    assert found == tree(tmp_path / "expected")
    assert (root / "a.txt").stat().st_mode & 0o100


def test_a_change_that_does_not_fit_changes_nothing(root: Path, tmp_path: Path) -> None:
    """One file that is another one is enough."""
    diff = shown(root, tmp_path)
    lay(root, {"crlf.txt": "other\n"})
    before = tree(root)
    with pytest.raises(EditError, match="does not fit") as caught:
        apply_shown(root, diff)
    assert "crlf.txt" in (caught.value.evidence or "")
    assert tree(root) == before


@pytest.mark.parametrize("name", ["../out.txt", ".git/hooks/x", "way/out.txt"])
def test_a_change_outside_the_root_is_refused(name: str, tmp_path: Path) -> None:
    """Paths that climb, git's own files, and links that lead out."""
    root = tmp_path / "root"
    lay(root, {"way": f"{LINK}{tmp_path}"})
    diff = f"diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n"
    with pytest.raises(EditError, match="does not fit"):
        apply_shown(root, f"{diff}@@ -0,0 +1 @@\n+x\n")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["root", "way"]
