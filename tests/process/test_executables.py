"""Where a command's program is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.process.executables import find_executable

if TYPE_CHECKING:
    from pathlib import Path


def _script(file: Path, mode: int = 0o755) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#!/bin/sh\n", encoding="utf-8")
    file.chmod(mode)
    return file


def test_a_bare_name_is_looked_up_in_path_order(tmp_path: Path) -> None:
    """The first folder of PATH that has an executable file decides."""
    _script(tmp_path / "a" / "tool", 0o644)
    (tmp_path / "b" / "tool").mkdir(parents=True)
    expected = _script(tmp_path / "c" / "tool")
    path = f"{tmp_path}/a:{tmp_path}/b:{tmp_path}/c"
    assert find_executable("tool", cwd=tmp_path, path=path) == str(expected)


def test_relative_names_and_entries_are_relative_to_the_commands_folder(tmp_path: Path) -> None:
    """Where we stand ourselves plays no part."""
    expected = _script(tmp_path / "bin" / "tool")
    assert find_executable("./bin/tool", cwd=tmp_path, path="") is not None
    assert find_executable("tool", cwd=tmp_path, path="bin") == str(expected)


def test_what_can_not_be_run_is_not_found(tmp_path: Path) -> None:
    """Missing files, folders, empty names and impossible names have no program."""
    for name in ("", "nowhere", "./nowhere", ".", "a\0b"):
        assert find_executable(name, cwd=tmp_path, path=str(tmp_path)) is None


def test_no_path_stands_for_the_systems_default(tmp_path: Path) -> None:
    """A shell is found without PATH."""
    assert find_executable("sh", cwd=tmp_path, path=None) is not None
