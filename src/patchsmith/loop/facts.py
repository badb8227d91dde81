"""Looks at the machine that the pure loop needs answered: programs, and the command's own files.

Decides which files of the tree a command's words name or, one hop on, its runner's recipe
executes; whoever may edit those may rewrite the judge. The program that is itself to be repaired
is not among them (`entry`). Reads, and runs nothing.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from patchsmith.loop.entry import is_program
from patchsmith.loop.executed import Executed, executed_by, executed_words
from patchsmith.loop.recipes import MAKEFILES, recipes_of
from patchsmith.loop.reserved import reserved_by
from patchsmith.process.executables import find_executable
from patchsmith.replx.target import ProgramFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patchsmith.replx.target import Target


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
    """Return the files of the tree that judge as part of the command.

    Args:
        target: The command; words inside a shell string count.
        root: Real path of the root.

    Returns:
        Paths relative to the root, of links both the link and what it points to.
    """
    found: set[str] = set()
    folders = _folders(target, root)
    for word in target.words:
        for spelling in _spellings(word):
            for folder in folders:
                found.update(_inside(folder / spelling, root))
    if any(word.rpartition("/")[2] in ("make", "gmake") for word in target.words):
        for folder in folders:
            for name in MAKEFILES:
                found.update(_inside(folder / name, root))
    for folder, executed in _executed(target, folders):
        found.update(_files_executed(executed, folder, root))
    return frozenset(path for path in found if not is_program(root / path, root))


def reserved_by_command(target: Target, root: Path) -> frozenset[str]:
    """Return the places where a new file would take the place of what the command uses.

    Args:
        target: The command; words inside a shell string count.
        root: Real path of the root.
    """
    folders = set(_folders(target, root))
    modules: set[str] = set()
    for folder, executed in _executed(target, _folders(target, root)):
        modules.update(executed.modules)
        folders.update(_folder_of(folder / script) for script in executed.scripts)
    return reserved_by(target.words, modules, folders, root)


def _folders(target: Target, root: Path) -> list[Path]:
    """Return the root, and every folder that a word names: the command may change to it."""
    return [root, *(root / word for word in target.words if _is_folder(root / word))]


def _executed(target: Target, folders: list[Path]) -> Iterator[tuple[Path, Executed]]:
    texts = [word for word in target.argv if any(char in word for char in " ;&|")]
    for executed in (executed_words(target.argv), *map(executed_by, texts)):
        yield from ((folder, executed) for folder in folders)
    yield folders[0], Executed(modules=tuple(_modules(target.words)))
    yield from recipes_of(target.words, folders)


def _modules(words: tuple[str, ...]) -> Iterator[str]:
    """Give what follows `-m` anywhere, as in `coverage run -m chk`."""
    for option, name in pairwise(words):
        if option == "-m" and name.replace(".", "_").isidentifier():
            yield name


def _files_executed(executed: Executed, folder: Path, root: Path) -> Iterator[str]:
    places = [folder, *(folder / name for name in executed.folders)]
    for place in places:
        for script in executed.scripts:
            if _is_text(place / script):
                yield from _inside(place / script, root)
            yield from _inside(place / script / "__main__.py", root)
        for module in executed.modules:
            path = place / module.replace(".", "/")
            yield from _inside(path.with_name(f"{path.name}.py"), root)
            yield from _inside(path / "__main__.py", root)


def _is_text(path: Path) -> bool:
    """Return whether a file is no compiled program: that is built, not edited."""
    try:
        with path.open("rb") as file:
            return b"\0" not in file.read(1024)
    except (OSError, ValueError):
        return False


def _folder_of(script: Path) -> Path:
    return script if _is_folder(script) else script.parent


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
