"""The console sessions of README and docs are real: each is run and compared, line for line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SESSIONS = [
    pytest.param(session, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, session in enumerate(
        re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    )
]


def steps(session: str) -> list[tuple[str, str]]:
    """Return the commands of a session, each with the output shown for it."""
    parts = re.split(r"^\$ (.*)\n", session, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def pattern(shown: str) -> re.Pattern[str]:
    """Return what a shown output stands for: `...` is any text, a line of it any lines."""
    lines = shown.splitlines()
    rows = [r"(?:.*\n)*?" if line == "..." else _row(line) for line in lines]
    return re.compile("".join(rows))


def _row(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("...")) + r"\n"


@pytest.mark.parametrize("session", SESSIONS)
def test_console_session(session: str, tmp_path: Path) -> None:
    """Each command prints what the page shows, in a copy of the repository's examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    bin_dir = Path(sys.executable).parent
    env = os.environ | {
        "PATH": f"{bin_dir}{os.pathsep}{os.environ['PATH']}",
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    cwd = tmp_path
    for command, shown in steps(session):
        if command.startswith("cd "):
            cwd = tmp_path / command.removeprefix("cd ")
            continue
        script = f"{command} 2>&1" if "apply_patch" in command else f"{command} 2>/dev/null"
        done = subprocess.run(
            ["sh", "-c", script], cwd=cwd, env=env, capture_output=True, text=True, check=False
        )
        assert pattern(shown).fullmatch(done.stdout), f"$ {command}\n{done.stdout}"


def test_there_are_sessions() -> None:
    """The pattern that finds them has not gone stale."""
    assert len(SESSIONS) >= 8
