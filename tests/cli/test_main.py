"""`patchsmith`: who is dispatched where."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from patchsmith.cli.main import FAST, main, runner

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", FAST)
def test_every_fast_command_has_a_runner_and_a_help_text(
    name: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """With an example in it."""
    assert callable(runner(name))
    assert main([name, "--help"]) == 0
    assert b"Example:" in capfdbinary.readouterr().out


PATCH = "*** Begin Patch\n*** Update File: f.txt\n@@\n-a\n+b\n*** End Patch\n"
HEAVY = {
    "click", "rich", "json", "argparse", "dataclasses", "re", "typing", "pathlib", "enum",
    "collections", "functools", "hashlib", "tempfile", "subprocess", "tomllib", "difflib",
}  # fmt: skip
REAL = {
    "apply": ["apply", PATCH],
    "edit": ["edit", "f.txt", "--old", "a", "--new", "b"],
    "write": ["write", "f.txt"],
    "dry run": ["edit", "f.txt", "--old", "a", "--new", "b", "--dry-run"],
}


@pytest.mark.parametrize("words", REAL.values(), ids=REAL.keys())
def test_editing_commands_do_without_what_costs_more_than_they_do(
    words: list[str], tmp_path: Path
) -> None:
    """They are started again and again; compared with a bare interpreter's modules."""
    (tmp_path / "f.txt").write_text("a\n")
    show = "print(*sys.modules, sep='\\n', file=sys.stderr)"
    call = f"assert main({words!r}) == 0"
    program = f"import sys\nfrom patchsmith.cli.main import main\n{call}\n{show}"
    assert not HEAVY & (modules(program, tmp_path) - modules(f"import sys; {show}", tmp_path))


def modules(program: str, cwd: Path) -> set[str]:
    """Return the modules that a program lists at its end."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=cwd, input=b"b\n", capture_output=True, check=True)
    return set(done.stderr.decode().split())
