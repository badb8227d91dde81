"""Law: whatever is done to a tree, a restore gives it back, and the user's git is untouched."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from patchsmith.snapshots.store import SnapshotStore

NAMES = st.sampled_from(["a", "b", "a.txt", "é", "x y", ".hidden"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
CONTENTS = st.sampled_from([b"", b"1\n", b"2\n", b"\r\n\0\xff", b"$Id$\r\n"])
STEPS = st.one_of(
    st.tuples(st.just("write"), PATHS, CONTENTS, st.booleans()),
    st.tuples(
        st.just("link"), PATHS, st.sampled_from([b"a", b"../b", b"/nowhere"]), st.just(False)
    ),
    st.tuples(st.just("remove"), PATHS, st.just(b""), st.just(False)),
)


def _clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _carry_out(root: Path, step: tuple[str, str, bytes, bool]) -> None:
    action, name, content, executable = step
    path = root / name
    for folder in reversed(path.relative_to(root).parents[:-1]):
        if (root / folder).is_symlink() or (root / folder).is_file():
            (root / folder).unlink()
    if action == "remove":
        _clear(path)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear(path)
    if action == "link":
        os.symlink(content, os.fsencode(path))
    else:
        path.write_bytes(content)
        path.chmod(0o755 if executable else 0o644)


def _files(folder: Path, *, skip: str = "") -> dict[str, tuple[int, bytes]]:
    """Return kind, executable bit and content of all files and links, as git knows them."""
    found = {}
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != skip]
        links = [name for name in folders if Path(parent, name).is_symlink()]
        for name in files + links:
            path = Path(parent, name)
            content = os.fsencode(os.readlink(path)) if path.is_symlink() else path.read_bytes()
            found[str(path.relative_to(folder))] = (path.lstat().st_mode & 0o770100, content)
    return found


@settings(max_examples=25, deadline=None)
@given(
    first=st.lists(STEPS, max_size=6),
    then=st.lists(STEPS, min_size=1, max_size=6),
    in_git=st.booleans(),
)
def test_restore_gives_back_the_tree_and_leaves_git_alone(
    first: list[tuple[str, str, bytes, bool]],
    then: list[tuple[str, str, bytes, bool]],
    in_git: bool,
) -> None:
    """Bytes, links and modes are equal after take, any changes, take, restore."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "work")
        root.mkdir()
        if in_git:
            (root / ".gitattributes").write_bytes(b"* text=auto eol=crlf ident\n")
            subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
        for step in first:
            _carry_out(root, step)
        if in_git:
            subprocess.run(["git", "add", "--all"], cwd=root, check=True, capture_output=True)
        git_before, tree = _files(root / ".git"), _files(root, skip=".git")
        store = SnapshotStore.open(root, Path(folder, "store"))
        before = store.take()
        for step in then:
            _carry_out(root, step)
        changed = _files(root, skip=".git")
        after = store.take()
        store.restore(before, since=after)
        assert _files(root, skip=".git") == tree
        again = store.take()
        assert again == before
        store.restore(after, since=again)
        assert _files(root, skip=".git") == changed
        assert _files(root / ".git") == git_before
