"""Whether a Python file that the command runs is the program to repair, or judges another.

Decides from its text, read and never run, before the first run. A file is taken for the program
only when nothing in it judges and nothing else of the project is behind it: were it protected,
there would be nothing that could be repaired. Every doubt protects it; `--allow` is the way out.

Judging is an assertion, an exit status of its own, a test framework, a word of verdict, or a name
like check or smoke. Something is behind it when it imports the project's modules, names a file of
the tree, starts programs, or reaches code in ways that names do not show.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from patchsmith.replx.protected import judges

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MAX_BYTES = 1 << 18
_JUDGING_NAME = re.compile(
    r"check|test|smoke|verify|valid|lint|spec|bench|accept|assert|audit|eval|grade|judge|oracle"
    r"|expect|(?:^|[_\W])ci(?:[_\W]|$)|e2e|qa",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"\b(?:pass(?:ed)?|fail(?:ed|ure)?|ok|success|smoke|mismatch)\b", re.IGNORECASE
)
_JUDGING_MODULES = frozenset(
    "unittest pytest doctest nose hypothesis importlib runpy subprocess multiprocessing ctypes"  # noqa: SIM905
    " pkgutil imp".split()
)
_JUDGING_CALLS = frozenset({"exit", "_exit", "abort", "__import__", "exec", "eval", "compile"})
_STARTING = re.compile(r"system|popen|(?:exec|spawn)[lv]p?e?|posix_spawnp?")


def is_program(path: Path, root: Path) -> bool:
    """Return whether a file is the program to repair, so that an attempt may edit it.

    Args:
        path: The file.
        root: Real path of the root.
    """
    name = path.relative_to(root).as_posix()
    if path.suffix != ".py" or _JUDGING_NAME.search(path.stem) or judges(name):
        return False
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_BYTES + 1)
    except OSError:
        return False
    if len(text) > _MAX_BYTES:
        return False
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # what it would do is unknown, but so is that it judges: its words have to tell
        return not _VERDICT.search(text.decode("utf-8", "replace")) and not _suspect(text, path)
    return not any(_judges(node) or _reaches(node, path.parent, root) for node in ast.walk(tree))


def _suspect(text: bytes, path: Path) -> bool:
    """Return whether a text that can not be parsed asserts, exits or imports its neighbours."""
    words = set(re.findall(rb"\w+", text))
    near = {each.stem.encode() for each in path.parent.glob("*.py") if each != path}
    telling = {b"assert", b"exit", b"SystemExit", b"raise", b"open"}
    modules = {each.encode() for each in _JUDGING_MODULES}
    return bool(words & (telling | modules | near))


def _judges(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Name) and node.id == "SystemExit":
        return True
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _VERDICT.search(node.value) is not None
    if isinstance(node, ast.Call):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        return name in _JUDGING_CALLS or _STARTING.fullmatch(name) is not None
    return False


def _reaches(node: ast.AST, folder: Path, root: Path) -> bool:
    if isinstance(node, ast.ImportFrom) and node.level:
        return True
    for module in _imported(node):
        top = module.partition(".")[0]
        if top in _JUDGING_MODULES:
            return True
        places = (place / top for place in {folder, root, root / "src"})
        if any(place.is_dir() or place.with_name(f"{top}.py").is_file() for place in places):
            return True
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _names_a_file(node.value, folder, root)
    return False


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield node.module or ""


def _names_a_file(text: str, folder: Path, root: Path) -> bool:
    if not text.strip("./ ") or "\n" in text or "\0" in text or len(text) > 255:
        return False
    try:
        return (folder / text).exists() or (root / text).exists()
    except (OSError, ValueError):
        return False
