"""The pages in docs/ are real: every example is run and compared with what is shown."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from patchsmith.v4a.leniency import LENIENCIES
from test_readme import pattern, steps

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
SESSIONS = [
    (page.name, number, session)
    for page in PAGES
    for number, session in enumerate(
        re.findall(r"```console\n(.*?)```\n", page.read_text("utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path) -> None:
    """The `pycon` blocks of a page run in one namespace, in order; tracebacks show the message."""
    blocks = re.findall(r"```pycon\n(.*?)\n```\n", page.read_text("utf-8"), re.DOTALL)
    parsed = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=said.append)
    assert parsed.examples
    assert not said, "".join(said)


@pytest.mark.parametrize(
    ("page", "session"),
    [pytest.param(page, session, id=f"{page}-{number}") for page, number, session in SESSIONS],
)
def test_console_sessions(page: str, session: str, tmp_path: Path) -> None:
    """Each command prints what the page shows, in a copy of the repository's examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    env = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    cwd = tmp_path
    for command, shown in steps(session):
        if command.startswith("cd "):
            cwd = tmp_path / command.removeprefix("cd ")
            continue
        done = subprocess.run(
            ["sh", "-c", command], cwd=cwd, env=env, capture_output=True, text=True, check=False
        )
        assert pattern(shown).fullmatch(done.stdout), f"{page} $ {command}\n{done.stdout}"


def test_the_table_of_leniencies_is_the_programs() -> None:
    """Every tolerated deviation stands in the page with its reason, in the same order."""
    text = (ROOT / "docs" / "v4a.md").read_text("utf-8")
    assert "\n".join(f"| `{entry.name}` | {entry.reason} |" for entry in LENIENCIES) in text
