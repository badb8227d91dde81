"""Commits that leave a record while they run."""

from __future__ import annotations

from pathlib import Path

import pytest

from killing import (
    FULL,
    MANY,
    SCENARIOS,
    FaultyDisk,
    change_set,
    fast_folder,
    laid,
    picture,
    swaps,
    trial,
)
from patchsmith.changes.paths import RECORD_DIR
from patchsmith.errors import PatchsmithError
from patchsmith.workspace.disk import Disk
from patchsmith.workspace.local import LocalWorkspace
from trees import tree


@pytest.mark.parametrize(("scenario", "least"), [("many", 80), ("in_place", 30),
                                                 ("new_folders", 25)])  # fmt: skip
def test_a_kill_before_any_call_leaves_all_or_nothing(
    tmp_path: Path, scenario: str, least: int
) -> None:
    """Once the next call has recovered: bytes, modes, links and folders, and not a file more."""
    found = trial("once", scenario, tmp_path)
    assert found.wrong == []
    assert found.points >= least
    assert min(found.before, found.after) >= 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_refusal_of_any_call_leaves_all_or_nothing(tmp_path: Path, scenario: str) -> None:
    """An error means the tree is as it was; no error means that all has landed."""
    with fast_folder(tmp_path) as folder:
        found = trial("refused", scenario, folder)
    assert found.wrong == []
    assert found.points == found.calls


@pytest.mark.parametrize("scenario", ["many", "in_place"])
def test_a_kill_while_taking_back_leaves_all_or_nothing(tmp_path: Path, scenario: str) -> None:
    """The full disk comes in the middle of the swaps, the kill at each call behind it."""
    chosen = () if FULL or scenario == "in_place" else (0, 5, 11, 17)
    with fast_folder(tmp_path) as folder:
        found = trial("undone", scenario, folder, 1, *chosen)
    assert found.wrong == []
    assert found.points >= 50


def test_a_commit_names_what_it_can_not_write(tmp_path: Path) -> None:
    """The file that failed, not the first one."""
    root = laid(tmp_path / "root")
    (root / "other").write_bytes(b"changed")
    changes = (*MANY[:2], ("other", b"o\n", b"x", None))
    with pytest.raises(PatchsmithError) as caught:
        LocalWorkspace(root).commit(change_set(changes))
    assert (caught.value.code, caught.value.path) == ("conflict", "other")


def test_the_record_is_there_before_anything_else_and_gone_at_the_end(tmp_path: Path) -> None:
    """Nobody but its owner may look into it."""
    root = laid(tmp_path / "root")
    before = picture(root)
    seen: list[tuple[set[str], int]] = []

    class Watching(Disk):
        __slots__ = ()

        def before(self, call: str) -> None:
            if call == "create" and (root / RECORD_DIR / "record").exists():
                new = picture(root).keys() - before.keys()
                seen.append((new, (root / RECORD_DIR).stat().st_mode & 0o777))

    LocalWorkspace(root, disk=Watching()).commit(change_set(MANY))
    assert seen[0] == ({RECORD_DIR, f"{RECORD_DIR}/record"} | {"x", "x/y"}, 0o700)
    assert not [name for name in tree(root) if ".patchsmith" in name]


def test_an_interrupt_is_a_failure_like_any_other(tmp_path: Path) -> None:
    """Ctrl-C at any call leaves all or nothing at once, without a recovery."""
    root = tmp_path / "root"
    before = picture(laid(root))
    LocalWorkspace(root).commit(change_set(MANY))
    after = picture(root)

    class Interrupted(FaultyDisk):
        __slots__ = ()

        def before(self, call: str) -> None:
            self.calls += 1
            if self.calls == self.fatal:
                raise KeyboardInterrupt

    for number in range(1, 200):
        laid(root)
        try:
            LocalWorkspace(root, disk=Interrupted(fatal=number)).commit(change_set(MANY))
        except KeyboardInterrupt:
            if (root / RECORD_DIR).exists():  # while it removed what is not needed any more
                LocalWorkspace(root)
                assert picture(root) == after
            assert picture(root) in (before, after)
        else:
            break
    assert 60 < number < 199


def test_what_can_not_be_taken_back_is_left_to_the_next_call(tmp_path: Path) -> None:
    """A second refusal while taking back is not the end: the record stays."""
    root = tmp_path / "root"
    before = picture(laid(root))

    class Broken(FaultyDisk):
        __slots__ = ()

        def before(self, call: str) -> None:
            self.calls += 1
            if self.calls in (self.fatal, self.fatal + 3):
                raise OSError(28, "No space left on device")

    disk = FaultyDisk()
    LocalWorkspace(root, disk=disk).commit(change_set(MANY))
    for number in swaps(disk.trace):
        laid(root)
        with pytest.raises(PatchsmithError):
            LocalWorkspace(root, disk=Broken(fatal=number)).commit(change_set(MANY))
        LocalWorkspace(root)
        assert picture(root) == before
