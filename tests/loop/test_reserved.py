"""Rules for places that a new file must not take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchsmith.loop.reserved import reserved_by
from trees import lay

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_names_of_libraries_and_of_the_commands_modules_are_reserved(tmp_path: Path) -> None:
    """In the folders that are searched, where nothing has the name yet."""
    lay(tmp_path, {"json/x.txt": "", "queue.py": "", "sub/a.py": ""})
    found = reserved_by(("python3",), ["chk.all"], [tmp_path, tmp_path / "sub"], tmp_path)
    assert {"random", "pytest", "chk", "sub/json", "sub/queue", "usercustomize"} <= found
    assert not {"json", "queue", "sub/a"} & found


def test_folders_of_search_paths_count_when_they_are_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those around us and those in the command's words."""
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin")
    monkeypatch.setenv("PYTHONPATH", "lib")
    found = reserved_by(("PYTHONPATH=src:../out", "tool", "-x", "./y"), [], [], tmp_path)
    assert {"bin/tool", "lib/json", "src/json"} <= found
    assert not {path for path in found if path.startswith((".", "/", "bin/-", "json"))}
