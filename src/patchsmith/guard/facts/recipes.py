"""Where commands stand: make targets, package scripts, tox environments, scripts, CI steps.

Each place is a recipe with its commands in order. Two recipes of one place are what a change did
to it.
"""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patchsmith.guard.facts.commands import Command, commands_in, logical_lines
from patchsmith.guard.facts.yaml_lines import Entry, entries
from patchsmith.guard.roles import Role, role_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_TARGET = re.compile(r"^([A-Za-z0-9_.%/$(){} -]+?)\s*::?(?!=)\s*([^=]*)$")
_RUNS = {"run", "script", "before_script", "after_script", "command", "commands", "args", "sh"}


@dataclass(frozen=True, slots=True)
class Recipe:
    """The commands of one place."""

    path: str
    """The file."""
    place: str
    """The target, script name, environment or step in it."""
    commands: tuple[Command, ...]
    """In order."""
    text: str
    """All its lines."""
    disabled: bool = False
    """Whether a condition keeps it from ever running."""
    tolerated: bool = False
    """Whether its failure is accepted where it stands."""
    line_no: int = 1
    """1-based line on which it starts."""

    @property
    def strict_pipes(self) -> bool:
        """Whether a failing command in a pipe fails the pipe."""
        return "pipefail" in self.text


def recipes_of(path: str, text: str) -> list[Recipe]:
    """Return the recipes of a file, none for a file that holds no commands."""
    name = path.rpartition("/")[2]
    role = role_of(path)
    if not text:
        return []
    if role is Role.CI:
        return list(_workflow(path, text))
    if name == "package.json":
        return list(_package(path, text))
    if name in ("tox.ini", "setup.cfg"):
        return list(_tox(path, text))
    if name == "noxfile.py":
        return [_of_lines(path, "", list(_sessions(text)))]
    if name == "pyproject.toml":
        return list(_pyproject(path, text))
    if role is Role.SCRIPT:
        if re.fullmatch(r"(GNU)?[Mm]akefile|[^/]+\.mk|[Jj]ustfile|[^/]+\.just", name):
            return list(_make(path, text))
        return [_script(path, text)]
    return []


def _of_lines(path: str, place: str, lines: list[tuple[int, str]], **rest: bool) -> Recipe:
    commands = [each for number, line in lines for each in commands_in(line, number)]
    text = "\n".join(line for _, line in lines)
    line_no = lines[0][0] if lines else 1
    return Recipe(path, place, tuple(commands), text, line_no=line_no, **rest)


def _script(path: str, text: str) -> Recipe:
    lines = [(n, line) for n, line in logical_lines(text) if not line.lstrip().startswith("#")]
    return _of_lines(path, "", lines)


def _make(path: str, text: str) -> Iterator[Recipe]:
    place, lines, ignored = "", [], ".IGNORE" in text
    shell = next((line for line in text.split("\n") if "pipefail" in line), "")
    for number, line in logical_lines(text):
        if line.startswith(("\t", "    ")) and place:
            lines.append((number, line.strip()))
            continue
        match = _TARGET.match(line[:500])
        if match is not None:
            if place:
                yield _of_lines(path, place, [*lines, (number, f"# {shell}")], tolerated=ignored)
            place, lines = match.group(1).strip(), []
            needs = [each for each in match.group(2).split() if "$" not in each]
            lines = [(number, f"make {each}") for each in needs] if place != ".PHONY" else []
    if place:
        yield _of_lines(path, place, [*lines, (1, f"# {shell}")], tolerated=ignored)


def _package(path: str, text: str) -> Iterator[Recipe]:
    try:
        scripts = json.loads(text).get("scripts", {})
    except (ValueError, AttributeError, RecursionError):
        return
    for name, line in scripts.items() if isinstance(scripts, dict) else ():
        if isinstance(line, str):
            yield _of_lines(path, name, [(_line_of(text, f'"{name}"'), line)])


def _line_of(text: str, needle: str) -> int:
    at = text.find(needle)
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


def _tox(path: str, text: str) -> Iterator[Recipe]:
    for section, key, value in ini_values(text):
        if section.startswith(("testenv", "tox:testenv")):
            if key in ("commands", "commands_pre", "commands_post", "allowlist_externals"):
                at = _line_of(text, f"[{section}]")
                lines = [(at, line.strip()) for _, line in logical_lines(value) if line.strip()]
                tolerated = re.search(
                    rf"(?ms)^\[{re.escape(section)}\](?:(?!^\[).)*^ignore_(outcome|errors)\s*=\s*(?i:true)",
                    text,
                )
                yield _of_lines(path, f"{section}.{key}", lines, tolerated=tolerated is not None)


def _sessions(text: str) -> Iterator[tuple[int, str]]:
    """Yield the commands of nox sessions, as far as they are written down."""
    for number, line in enumerate(text.split("\n"), 1):
        if "session.run(" in line:
            words = re.findall(r"\"([^\"]*)\"|'([^']*)'", line.partition("session.run(")[2])
            yield number, " ".join(f"'{one or other}'" for one, other in words)


def ini_values(text: str) -> list[tuple[str, str, str]]:
    """Return section, key and value of a file in INI form; of one that is none, nothing."""
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read_string(text)
    except (configparser.Error, ValueError):
        return []
    return [
        (section, key, value or "")
        for section in parser.sections()
        for key, value in parser.items(section)
    ]


def _pyproject(path: str, text: str) -> Iterator[Recipe]:
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    todo: list[tuple[str, object]] = [("", document.get("tool", {}))]
    while todo:
        where, value = todo.pop()
        if isinstance(value, dict):
            todo += [(f"{where}.{key}" if where else key, each) for key, each in value.items()]
            continue
        if not re.search(r"(^|\.)(scripts|tasks|cmd|commands|command|legacy_tox_ini)\b", where):
            continue
        if where.endswith("legacy_tox_ini") and isinstance(value, str):
            yield from _tox(path, value)
            continue
        lines = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        yield _of_lines(path, where, [(1, each) for each in lines if isinstance(each, str)])


def _workflow(path: str, text: str) -> Iterator[Recipe]:
    found = entries(text)
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in found:
        key = next((i for i, each in enumerate(entry.path) if each in _RUNS), None)
        if key is not None:
            groups.setdefault(entry.path[:key], []).append(entry)
    facts = {entry.path: entry.value for entry in found}
    for place, parts in groups.items():
        lines = [
            (entry.line_no + offset, line)
            for entry in parts
            for offset, line in enumerate(entry.value.split("\n"))
            if line.strip()
        ]
        above = [place[:length] for length in range(1, len(place) + 1)]
        name = next((facts[(*at, "name")] for at in reversed(above) if (*at, "name") in facts), "")
        yield _of_lines(
            path,
            f"{place[1] if len(place) > 1 else place}/{name}",
            lines,
            disabled=any(_never(facts.get((*at, "if"), "")) for at in above)
            or any(facts.get((*at, "when")) in ("never", "manual") for at in above),
            tolerated=any(_tolerates(facts, at) for at in above),
        )


def _never(condition: str) -> bool:
    bare = condition.replace("${{", "").replace("}}", "").strip().lower()
    return bare in ("false", "0", "'false'", "always() && false", "false && always()", "!true")


def _tolerates(facts: dict[tuple[str, ...], str], at: tuple[str, ...]) -> bool:
    values = [facts.get((*at, key), "") for key in ("continue-on-error", "allow_failure")]
    return any(value.strip().lower() in ("true", "${{ true }}") for value in values)
