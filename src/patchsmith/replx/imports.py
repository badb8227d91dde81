"""Which names a source file imports, whatever its language: words of its import lines.

Decides generously, from patterns and without parsing: a word that could name a file counts. It is
used to tell what an attempt may touch without remark, so a word too many costs nothing, and one
too few costs a warning that is not deserved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_IMPORTS = (
    re.compile(r"^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]{0,4000}\))?", re.MULTILINE),
    re.compile(r"\bfrom\s+['\"][^'\"\n]+['\"]"),
    re.compile(
        r"\b(?:require|import|require_relative|load|include|import_module)\b\s*\(?\s*['\"][^'\"\n]+"
    ),
    re.compile(r"^[ \t]*#[ \t]*include\s*[<\"][^>\"\n]+", re.MULTILINE),
    re.compile(
        r"^[ \t]*(?:pub\s+)?(?:use|mod|using)\s+[^;{\n]+(?:\{[^}]{0,4000}\})?", re.MULTILINE
    ),
    re.compile(r"^[ \t]*(?:\.|source)[ \t]+\S+", re.MULTILINE),
)
_WORD = re.compile(r"[A-Za-z_][\w-]*")
_WHOLE_FOLDER = frozenset({"__init__", "index", "mod", "main", "lib"})
_SAME_FOLDER = frozenset({"go", "java", "kt", "cs", "swift", "scala"})


def imported_words(text: str) -> frozenset[str]:
    """Return the words of a source file's import lines.

    Args:
        text: The file, or as much of it as was read.
    """
    return frozenset(
        word
        for pattern in _IMPORTS
        for found in pattern.finditer(text)
        for word in _WORD.findall(found.group())
    )


class FileNames:
    """The files of a tree by the words that an import would name them with."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_word: dict[str, list[str]] = {}
        self._by_folder: dict[tuple[str, str], list[str]] = {}
        self._known: set[str] = set()
        self.add(paths)

    def add(self, paths: Iterable[str]) -> None:
        """Learn further files; those that are known stay as they are."""
        for path in [path for path in paths if path not in self._known]:
            self._known.add(path)
            folder, _, name = path.rpartition("/")
            stem, _, suffix = name.partition(".")
            self._by_word.setdefault(stem, []).append(path)
            if stem in _WHOLE_FOLDER:
                self._by_word.setdefault(folder.rpartition("/")[2], []).append(path)
            if suffix in _SAME_FOLDER:
                self._by_folder.setdefault((folder, suffix), []).append(path)
                self._by_word.setdefault(folder.rpartition("/")[2], []).append(path)

    def reached_from(self, path: str, text: str) -> set[str]:
        """Return the files that a file's imports may mean, and those that share its package.

        Args:
            path: Relative to the root.
            text: Its content.
        """
        folder, _, name = path.rpartition("/")
        found = set(self._by_folder.get((folder, name.partition(".")[2]), ()))
        for word in imported_words(text):
            found.update(self._by_word.get(word, ()))
        return found


def mentions(text: str, paths: Iterable[str]) -> set[str]:
    """Return the files that a text names, by the last part of their path."""
    return {path for path in paths if path.rpartition("/")[2] in text}
