"""Variables a command gets."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from patchsmith.process.environment import command_environment

if TYPE_CHECKING:
    from pathlib import Path


def test_colours_are_off_and_the_width_is_pinned(tmp_path: Path) -> None:
    """Forced colours are dropped and 120 columns set, whatever the caller has."""
    base = {"FORCE_COLOR": "1", "PY_COLORS": "1", "CLICOLOR_FORCE": "1", "COLUMNS": "40"}
    found = command_environment(base, pycache_dir=tmp_path)
    assert found == {
        "NO_COLOR": "1",
        "TERM": "dumb",
        "COLUMNS": "120",
        "PYTHONPYCACHEPREFIX": str(tmp_path),
    }


def test_locale_path_and_ci_are_inherited(tmp_path: Path) -> None:
    """What changes the meaning of a run is left as the caller has it, and never invented."""
    base = {"LC_ALL": "C", "CI": "true", "PATH": "/bin"}
    assert base.items() <= command_environment(base, pycache_dir=tmp_path).items()
    assert "CI" not in command_environment({}, pycache_dir=tmp_path)


def test_the_callers_environment_is_not_changed(tmp_path: Path) -> None:
    """The base mapping is read only."""
    base = {"FORCE_COLOR": "1"}
    command_environment(base, pycache_dir=tmp_path)
    assert base == {"FORCE_COLOR": "1"}


def test_a_source_rewritten_within_a_second_is_not_run_stale(tmp_path: Path) -> None:
    """With a cache folder per run the second run sees the second source."""
    module = tmp_path / "value.py"
    printed = []
    for number in (1, 2):
        module.write_text(f"v = {number}\n", encoding="utf-8")
        os.utime(module, (1_700_000_000, 1_700_000_000))
        env = command_environment(os.environ, pycache_dir=tmp_path / f"pyc{number}")
        argv = [sys.executable, "-c", "import value; print(value.v)"]
        done = subprocess.run(argv, cwd=tmp_path, env=env, capture_output=True, check=True)
        printed.append(done.stdout.strip())
    assert printed == [b"1", b"2"]
