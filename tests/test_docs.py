"""README and the pages in docs/ are real: every example is run and compared with what is shown."""

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

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of one language on a page."""
    return re.findall(rf"```{language}\n(.*?)```\n", page.read_text("utf-8"), re.DOTALL)


SESSIONS = [
    pytest.param(session, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, session in enumerate(blocks(page, "console"))
]
PYTHON_PAGES = [page for page in PAGES if blocks(page, "pycon")]


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path) -> None:
    """The `pycon` blocks of a page run in one namespace, in order; tracebacks show the message."""
    text = "\n".join(blocks(page, "pycon"))
    parsed = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=said.append)
    assert parsed.examples
    assert not said, "".join(said)


@pytest.mark.parametrize("session", SESSIONS)
def test_console_session(session: str, tmp_path: Path) -> None:
    """Each command prints what the page shows, in a copy of the repository's examples.

    Standard error is what people see of a refused edit; of `replx` it is progress, left out.
    """
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    env = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    cwd = tmp_path
    for command, shown in steps(session):
        if command.startswith("cd "):
            cwd = tmp_path / command.removeprefix("cd ")
            continue
        stderr = subprocess.DEVNULL if "replx" in command else subprocess.STDOUT
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=cwd,
            env=env,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            check=False,
        )
        assert pattern(shown).fullmatch(done.stdout), f"$ {command}\n{done.stdout}"


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


def test_there_are_sessions() -> None:
    """The patterns that find examples have not gone stale."""
    assert len(SESSIONS) >= 8
    assert PYTHON_PAGES


def test_the_table_of_leniencies_is_the_programs() -> None:
    """Every tolerated deviation stands in the page with its reason, in the same order."""
    text = (ROOT / "docs" / "v4a.md").read_text("utf-8")
    assert "\n".join(f"| `{entry.name}` | {entry.reason} |" for entry in LENIENCIES) in text


def test_the_page_of_figures_holds_what_was_measured() -> None:
    """It is made from the saved tables; nobody writes a figure into it."""
    made = subprocess.run(
        [sys.executable, "-c", "import page; print(page.page(), end='')"],
        cwd=ROOT / "benchmarks",
        capture_output=True,
        check=True,
    )
    assert made.stdout.decode() == (ROOT / "docs" / "figures.md").read_text("utf-8")
