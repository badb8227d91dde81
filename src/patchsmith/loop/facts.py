"""Looks at the machine that the pure loop needs answered: programs, and the command's own files.

Decides which files of the tree a command's words name; whoever may edit those may rewrite the
judge. Reads names only, never contents, and runs nothing.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.process.executables import find_executable
from patchsmith.replx.target import ProgramFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.replx.target import Target

_MAKEFILES = ("GNUmakefile", "makefile", "Makefile")


def look_up(word: str, root: Path) -> ProgramFound:
    """Return whether a word names a program, and if not, what is wrong and what is near.

    Args:
        word: First word of a command.
        root: Folder the command is to run in.
    """
    path = os.environ.get("PATH")
    if "\0" in word:
        return ProgramFound(False)
    if find_executable(word, cwd=root, path=path) is not None:
        return ProgramFound(True)
    if "/" in word and _is_folder(root / word):
        return ProgramFound(False, problem="is a folder", hint="Name a program in it.")
    if "/" in word and _is_file(root / word):
        hint = f"Run it by its interpreter, or make it executable: chmod +x {word}"
        return ProgramFound(False, problem="is not executable", hint=hint)
    if "/" not in word and _is_file(root / word):
        return ProgramFound(False, hint=f"To run the file of that name: ./{word}")
    near = get_close_matches(word, set(_names(word, root, path)), n=1, cutoff=0.7)
    if near:
        return ProgramFound(False, hint=f"The nearest program there is: {near[0]}")
    return ProgramFound(False)


def _names(word: str, root: Path, path: str | None) -> Iterator[str]:
    folder, slash, _ = word.rpartition("/")
    folders = [folder or "/"] if slash else (path or os.defpath).split(os.pathsep)
    for each in folders:
        try:
            with os.scandir(root / each) as entries:
                yield from (f"{folder}{slash}{entry.name}" for entry in entries)
        except (OSError, ValueError):
            continue


def files_of_command(target: Target, root: Path) -> frozenset[str]:
    """Return the files of the tree that the command's words name.

    Args:
        target: The command; words inside a shell string count.
        root: Real path of the root.

    Returns:
        Paths relative to the root, of links both the link and what it points to.
    """
    found: set[str] = set()
    folders = [root, *(root / word for word in target.words if _is_folder(root / word))]
    for word in target.words:
        for spelling in _spellings(word):
            for folder in folders:
                found.update(_inside(folder / spelling, root))
    if any(word.rpartition("/")[2] in ("make", "gmake") for word in target.words):
        for folder in folders:
            for name in _MAKEFILES:
                found.update(_inside(folder / name, root))
    return frozenset(found)


def _spellings(word: str) -> set[str]:
    """Return what of a word may be a path: `tests/a.py::test_b`, `--config=x.ini`, `-fx`."""
    parts = {word, word.partition("::")[0], word.rpartition("=")[2]}
    parts.add(word.lstrip("<>&0123456789"))
    if word.startswith("-") and len(word) > 2:
        parts.add(word[2:])
    return {part for part in parts if part and "\0" not in part}


def _inside(path: Path, root: Path) -> Iterator[str]:
    for each in (os.path.normpath(path), os.path.realpath(path)):
        try:
            if Path(each).is_file() and Path(each).is_relative_to(root):
                yield Path(each).relative_to(root).as_posix()
        except OSError:  # a word can be longer than any name
            continue


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
