"""Rules for a change that comes back from a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from killed_loops import whole
from patchsmith.errors import EnvironmentFault
from patchsmith.loop.bringing_back import bring_back, moves
from patchsmith.snapshots.deep import DeepStore
from trees import LINK, lay

Change = Callable[[Path], object]


def brought_back(folder: Path, *, ours: Change, theirs: Change | None = None) -> tuple[str, ...]:
    """Copy a folder, change the copy and the original, and bring the copy's change back."""
    root, copy = folder / "root", folder / "copy"
    shutil.copytree(root, copy, symlinks=True)
    store = DeepStore(copy, folder / "store")
    before = store.take()
    ours(copy)
    after = store.take()
    wanted = moves(store, before, after, frozenset(each.path for each in store.diff(before, after)))
    if theirs is not None:
        theirs(root)
    originals = DeepStore(root, folder / "originals")
    return bring_back(root, originals, originals.take(), wanted)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a root in it."""
    files: dict[str, bytes | str] = {"a": "a\n", "bin": b"\0", "link": f"{LINK}a", "run.sh": "x\n"}
    lay(tmp_path / "root", files)
    return tmp_path


def replaced(path: Path, content: str) -> None:
    """Put something of another kind in a file's place."""
    path.unlink()
    lay(path.parent, {path.name: content})


CHANGES: dict[str, Change] = {
    "content": lambda root: lay(root, {"a": "b\n", "bin": b"\1"}),
    "added": lambda root: lay(root, {"new/file": "x\n"}),
    "deleted": lambda root: (root / "a").unlink(),
    "permissions": lambda root: (root / "run.sh").chmod(0o755),
    "link to a link": lambda root: replaced(root / "link", f"{LINK}bin"),
    "link to a file": lambda root: replaced(root / "link", "x\n"),
    "file to a link": lambda root: replaced(root / "bin", f"{LINK}a"),
    "link deleted": lambda root: (root / "link").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_every_kind_of_change_comes_back(change: Change, folder: Path) -> None:
    """The original is then as the copy."""
    brought_back(folder, ours=change)
    assert whole(folder / "root") == whole(folder / "copy")


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_there_already_is_no_conflict(change: Change, folder: Path) -> None:
    """An end that was killed can be repeated."""
    assert brought_back(folder, ours=change, theirs=change) == ()
    assert whole(folder / "root") == whole(folder / "copy")


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_one_file_that_changed_meanwhile_keeps_all_from_coming(
    change: Change, folder: Path
) -> None:
    """The original stays as it is."""

    def theirs(root: Path) -> None:
        lay(root, {"other": "mine\n"})
        seen.append(whole(root))

    def ours(root: Path) -> None:
        change(root)
        lay(root, {"other": "ours\n"})

    seen: list[dict[str, object]] = []
    with pytest.raises(EnvironmentFault) as caught:
        brought_back(folder, ours=ours, theirs=theirs)
    assert (caught.value.code, caught.value.path) == ("conflict", "other")
    assert [whole(folder / "root")] == seen


def test_other_permissions_are_a_change_too(folder: Path) -> None:
    """Whoever set them meant something."""
    with pytest.raises(EnvironmentFault):
        brought_back(
            folder,
            ours=lambda root: lay(root, {"a": "b\n"}),
            theirs=lambda root: (root / "a").chmod(0o600),
        )
