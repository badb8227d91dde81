"""What a line of shell executes: scripts by their path, and Python modules by their name.

Decides from words alone, with no shell and nothing expanded: a word that is computed names
nothing. A program that PATH finds is not among it, and neither is what it is told to work on.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

INTERPRETER = re.compile(
    r"(?:python|pypy)[\d.]*|sh|bash|dash|zsh|ksh|node|deno|bun|tsx|ts-node|ruby|perl|php|lua"
)
_ASSIGNMENT = re.compile(r"\w+=")
_BEFORE = frozenset({"env", "exec", "time", "command", "nice", "nohup", ".", "source", "run"})
_MODULE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_WITH_VALUE = frozenset({"-W", "-X", "-r", "--require", "--import", "-I"})


class Executed(NamedTuple):
    """What one command of a line executes."""

    scripts: tuple[str, ...] = ()
    """Paths as written, of files or of folders with a `__main__.py`."""
    modules: tuple[str, ...] = ()
    """Dotted names of Python modules."""
    folders: tuple[str, ...] = ()
    """Folders it changes to."""


def executed_by(text: str) -> Executed:
    """Return what a line of shell executes.

    Args:
        text: One line, also with several commands in it.
    """
    return executed_words(_tokens(text))


def executed_words(words: Iterable[str]) -> Executed:
    """Return what words execute; words of punctuation alone separate commands."""
    scripts: list[str] = []
    modules: list[str] = []
    folders: list[str] = []
    for command in _commands(words):
        first, *rest = command
        if first == "cd":
            folders += rest[:1]
        elif INTERPRETER.fullmatch(first.rpartition("/")[2]):
            found = _argument_of(rest)
            if found is not None and found[0] == "-m":
                modules.append(found[1])
            elif found is not None:
                scripts.append(found[1])
        elif "/" in first:
            scripts.append(first)
    return Executed(tuple(scripts), tuple(modules), tuple(folders))


def _tokens(text: str) -> list[str]:
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        return list(lexer)
    except ValueError:  # an open quote
        return text.split()


def _commands(words: Iterable[str]) -> Iterator[list[str]]:
    command: list[str] = []
    for word in (*words, ";"):
        if word and not word.strip(";&|()"):
            if command:
                yield command
            command = []
        elif command or not (_ASSIGNMENT.match(word) or word in _BEFORE):
            command.append(word)


def _argument_of(words: list[str]) -> tuple[str, str] | None:
    """Return `-m` and a module, or nothing and the script, that an interpreter is given."""
    index = 0
    while index < len(words):
        word = words[index]
        if word == "-m" and index + 1 < len(words) and _MODULE.fullmatch(words[index + 1]):
            return "-m", words[index + 1]
        if word in ("-c", "-e"):
            return None
        if not word.startswith("-"):
            return "", word
        index += 2 if word in _WITH_VALUE else 1
    return None
