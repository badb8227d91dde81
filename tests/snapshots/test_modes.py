"""Rules for permission bits beside a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.snapshots.modes import (
    bring_modes_back,
    changed_modes,
    mode_lines,
    modes_again,
    modes_of,
)
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path


def test_files_and_the_folders_above_them_have_modes(tmp_path: Path) -> None:
    """Links and what is gone have none."""
    lay(tmp_path, {"a/b/c.py": "x", "link": "@@SYMLINK a"})
    assert set(modes_of(tmp_path, ["a/b/c.py", "link", "gone"])) == {"", "a", "a/b", "a/b/c.py"}


def test_only_what_is_still_of_its_kind_has_changed_modes(tmp_path: Path) -> None:
    """A file that became a folder is another change."""
    lay(tmp_path, {"a": "x", "b": "x"})
    (tmp_path / "a").chmod(0o644)
    before = modes_of(tmp_path, ["a", "b"])
    (tmp_path / "a").chmod(0o600)
    (tmp_path / "b").unlink()
    lay(tmp_path, {"b/c": "x"})
    assert changed_modes(before, modes_of(tmp_path, ["a", "b/c"])) == {"a": (0o644, 0o600)}


def test_a_link_is_never_followed(tmp_path: Path) -> None:
    """Neither as the file itself nor on the way to it."""
    lay(tmp_path / "root", {"a/b": "x", "c": "x"})
    lay(tmp_path / "out", {"b": "x"})
    before = modes_of(tmp_path / "root", ["a/b", "c"])
    for name in ("a/b", "c"):
        (tmp_path / "root" / name).unlink()
    (tmp_path / "root" / "a").rmdir()
    (tmp_path / "root" / "a").symlink_to(tmp_path / "out")
    (tmp_path / "root" / "c").symlink_to(tmp_path / "out" / "b")
    (tmp_path / "out" / "b").chmod(0o600)
    bring_modes_back(tmp_path / "root", before)
    assert (tmp_path / "out" / "b").stat().st_mode & 0o777 == 0o600


def test_a_change_of_bits_reads_like_gits() -> None:
    """A folder has a slash at its end."""
    assert mode_lines("a", 0o644, 0o600, is_folder=False) == (
        "diff --git a/a b/a\nold mode 100644\nnew mode 100600\n"
    )
    assert "a/a/ b/a/\nold mode 040755\n" in mode_lines("a", 0o755, 0o700, is_folder=True)


def test_what_was_seen_is_not_looked_at_again(tmp_path: Path) -> None:
    """What is new is, with its folders; what is gone from the paths is left out."""
    lay(tmp_path, {"a/b": "x", "a/c": "x", "old/d": "x"})
    seen = modes_of(tmp_path, ["a/b", "a/c", "old/d"]) | {"a/b": 0o100123}
    lay(tmp_path, {"new/e": "x"})
    found = modes_again(tmp_path, ["a/b", "a/c", "new/e"], seen)
    assert set(found) == {"", "a", "a/b", "a/c", "new", "new/e"}
    assert found["a/b"] == 0o100123
