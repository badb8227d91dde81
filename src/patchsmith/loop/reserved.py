"""Places where a new file would take the place of a module or program that the command uses.

Decides from the command's words and what is in the tree before the first run: a folder that is
searched for modules or programs, and the names looked for there. What is there already is the
project's own and reserved by nobody.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_RUNNERS = frozenset(
    "pytest _pytest pluggy iniconfig xdist coverage pytest_cov hypothesis tox nox nose mypy ruff"  # noqa: SIM905
    " flake8 pylint black isort pip setuptools sitecustomize usercustomize conftest".split()
)


def reserved_by(
    words: Sequence[str], modules: Iterable[str], folders: Iterable[Path], root: Path
) -> frozenset[str]:
    """Return paths, relative to the root and without suffix, that no attempt may add.

    Args:
        words: Every word of the command.
        modules: Python modules that it executes.
        folders: Folders it runs in or takes scripts from.
        root: Real path of the root.
    """
    names = {*sys.stdlib_module_names, *_RUNNERS, *(name.partition(".")[0] for name in modules)}
    found: set[str] = set()
    for folder in {*folders, *_listed(words, "PYTHONPATH", root)}:
        found.update(_free(folder, names, root))
    programs = {word for word in words if word and "/" not in word and not word.startswith("-")}
    for folder in _listed(words, "PATH", root):
        found.update(_free(folder, programs, root))
    return frozenset(found)


def _listed(words: Sequence[str], variable: str, root: Path) -> Iterator[Path]:
    """Give the folders below the root that a list of folders has, in the words or around us."""
    values = [word.partition("=")[2] for word in words if word.startswith(f"{variable}=")]
    for value in (*values, os.environ.get(variable, "")):
        for entry in value.split(os.pathsep) if value else ():
            folder = Path(os.path.realpath(root / entry))
            if folder.is_relative_to(root):
                yield folder


def _free(folder: Path, names: Iterable[str], root: Path) -> Iterator[str]:
    """Give the paths in a folder, one for each name that nothing there has."""
    folder = Path(os.path.realpath(folder))
    if not folder.is_relative_to(root):
        return
    try:
        present = {entry.partition(".")[0] for entry in os.listdir(folder)}
    except OSError:
        present = set()
    below = folder.relative_to(root).as_posix()
    prefix = "" if below == "." else f"{below}/"
    yield from (f"{prefix}{name}" for name in names if name not in present)
