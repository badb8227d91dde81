"""Configuration as flat settings: dotted name -> values, whatever the file's format.

TOML, INI and JSON are parsed as what they are; XML and configuration written in JavaScript are
read by text, coarsely. Lists keep their entries, so that growth and shrinkage can be told apart.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING

from patchsmith.guard.facts.commands import options_of, unquoted
from patchsmith.guard.facts.recipes import ini_values

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAIR = re.compile(
    r"""(['"]?)([A-Za-z_][\w.-]*)\1\s*[:=]\s*(\[[^\[\]]{0,2000}\]|'[^'\n]*'|"[^"\n]*"|[\w.+-]+)"""
)
_TAG = re.compile(r"<([A-Za-z][\w.-]*)>\s*([^<>\n]{1,300}?)\s*</\1>")
_WORD = re.compile(r"'[^']*'|\"[^\"]*\"|[^\s,\[\]]+")
Settings = dict[str, tuple[str, ...]]
"""Dotted name -> values as text."""


def settings_of(path: str, text: str) -> Settings:
    """Return the settings of a configuration file; of one that can not be parsed, none."""
    name = path.rpartition("/")[2]
    if not text:
        return {}
    if name.endswith(".toml"):
        try:
            return dict(_flat(tomllib.loads(text)))
        except (ValueError, RecursionError):
            return {}
    if name.endswith((".ini", ".cfg")) or name in (".coveragerc", ".flake8", ".pylintrc"):
        return {
            f"{section}.{key}": tuple(value.strip().split("\n")) if "\n" in value else (value,)
            for section, key, value in ini_values(text)
        }
    if name.endswith(".json") or name.startswith((".eslintrc", ".nycrc", ".mocharc")):
        try:
            return dict(_flat(json.loads(_plain_json(text))))
        except (ValueError, RecursionError):
            return _by_text(text)
    if name.endswith((".xml", ".csproj", ".props", ".runsettings")):
        return _by_tags(text)
    if name == ".rspec":
        return {"rspec.addopts": (" ".join(text.split()),)}
    return _by_text(text)


def _plain_json(text: str) -> str:
    """Return JSON without the comments and trailing commas that tsconfig files may have."""
    text = re.sub(r"(?m)^\s*//[^\n]*$", "", text)
    return re.sub(r",(\s*[}\]])", r"\1", text)


def _flat(document: object) -> Iterator[tuple[str, tuple[str, ...]]]:
    todo: list[tuple[str, object]] = [("", document)]
    while todo:
        where, value = todo.pop()
        if isinstance(value, dict):
            todo += [(f"{where}.{key}" if where else str(key), each) for key, each in value.items()]
        elif isinstance(value, list):
            if any(isinstance(each, dict) for each in value):
                todo += [(f"{where}[{number}]", each) for number, each in enumerate(value)]
            yield where, tuple(_text(each) for each in value)
        else:
            yield where, (_text(value),)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _by_text(text: str) -> Settings:
    found: dict[str, tuple[str, ...]] = {}
    bare = re.sub(r"(?m)^\s*(//|#)[^\n]*$", "", text)
    for match in _PAIR.finditer(bare):
        value = match.group(3)
        if value.startswith("["):
            values = tuple(unquoted(each) for each in _WORD.findall(value[1:-1]))
        else:
            values = (unquoted(value).replace("_", "") if value[0].isdigit() else unquoted(value),)
        found[match.group(2)] = (*found.get(match.group(2), ()), *values)
    return found


def _by_tags(text: str) -> Settings:
    found: dict[str, tuple[str, ...]] = {}
    for match in _TAG.finditer(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)):
        found[match.group(1)] = (*found.get(match.group(1), ()), match.group(2))
    return found


def words_of(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of settings such as `addopts`, given as one text or as a list."""
    if len(values) > 1:
        return tuple(unquoted(each) for value in values for each in [value.strip()] if each)
    return tuple(unquoted(each) for each in re.findall(r"'[^']*'|\"[^\"]*\"|\S+", values[0]))


def addopts(settings: Settings) -> tuple[tuple[str, str], ...]:
    """Return the options that pytest is always given."""
    found: tuple[tuple[str, str], ...] = ()
    for name, values in settings.items():
        if name.rpartition(".")[2] == "addopts" and values:
            found += options_of(words_of(values))
    return found


def entries_of(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries of a list that may be written as one text."""
    if len(values) != 1:
        return tuple(value.strip() for value in values if value.strip())
    return tuple(unquoted(each) for each in _WORD.findall(values[0]))
