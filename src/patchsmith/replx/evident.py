"""Phases that a project's own files make evident: the step called lint, build or test.

Decides from file texts alone, and only from names: a Makefile target `lint` is the lint phase, a
tool that happens to be configured is not guessed at, with two exceptions that name their command
themselves (pre-commit's hooks, pytest's settings). A phase that two files know is the first one's.

Rules for editors: one function per kind of file, from its text to steps by name.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from configparser import ConfigParser
from configparser import Error as BadConfiguration
from typing import TYPE_CHECKING

from patchsmith.replx.phases import Phase, PhaseCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Steps = Iterable[tuple[str, str]]
    """Names of steps, each with the command that runs it."""

NAMES: Mapping[Phase, tuple[str, ...]] = {
    Phase.LINT: ("lint", "linters", "style"),
    Phase.BUILD: ("build", "compile"),
    Phase.TEST: ("test", "tests"),
}
"""What a step is called that is a phase; an earlier name is preferred."""

_RULE = re.compile(r"^([^\s:#=.$][^:#=]*?)\s*::?(?!=)", re.MULTILINE)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)", re.MULTILINE)


def evident_phases(
    texts: Mapping[str, str], *, words: Iterable[str] = (), node_runner: str = "npm"
) -> dict[Phase, PhaseCommand]:
    """Return the phases that a project's files name.

    Args:
        texts: Content by file name, for those of `FILES` that the project has.
        words: Words of the target: the file of the runner that it starts is asked first.
        node_runner: Program that runs the scripts of package.json.
    """
    found: dict[Phase, PhaseCommand] = {}
    for name in _in_order(texts, {word.rpartition("/")[2] for word in words}):
        steps = dict(_READERS[name](texts[name]))
        for phase, names in NAMES.items():
            step = next((each for each in names if each in steps), None)
            if step is not None and phase not in found:
                text = steps[step].replace("npm run", f"{node_runner} run", 1)
                found[phase] = PhaseCommand(text, name)
    return found


def _in_order(texts: Mapping[str, str], words: set[str]) -> list[str]:
    known = [name for name in FILES if name in texts]
    return sorted(known, key=lambda name: not words & _STARTED_BY.get(name, frozenset()))


# --- readers: from a file's text to steps ---


def _make(text: str) -> Steps:
    targets = (name for rule in _RULE.findall(text) for name in rule.split())
    return [(name, f"make {name}") for name in targets]


def _just(text: str) -> Steps:
    return [(name, f"just {name}") for name in _RECIPE.findall(text)]


def _package(text: str) -> Steps:
    return [(name, f"npm run {name}") for name in _table(_json(text), "scripts")]


def _tox(text: str) -> Steps:
    read = ConfigParser(interpolation=None, strict=False)
    try:
        read.read_string(text)
    except BadConfiguration:
        return []
    return _environments(
        (each.removeprefix("testenv:") for each in read.sections() if each.startswith("testenv:")),
        tests="testenv" in read and read.has_option("testenv", "commands"),
    )


def _tox_toml(text: str) -> Steps:
    read = _toml(text)
    tests = "commands" in _table(read, "env_run_base")
    return _environments(_table(read, "env"), tests=tests)


def _environments(names: Iterable[str], *, tests: bool) -> Steps:
    found = [(name, f"tox -e {name}") for name in names]
    # the environments without a name of their own are the interpreters that tests run on
    return [*found, ("tests", "tox -e py")] if tests else found


def _nox(text: str) -> Steps:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if "nox.session" in ast.unparse(decorator):
                    name = _session_name(decorator) or node.name
                    found.append((name, f"nox -s {name}"))
    return found


def _session_name(decorator: ast.expr) -> str | None:
    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
        if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
            return str(keyword.value.value)
    return None


def _pyproject(text: str) -> Steps:
    tool = _table(_toml(text), "tool")
    tables = (
        (_table(tool, "poe", "tasks"), "poe"),
        (_table(tool, "pdm", "scripts"), "pdm run"),
        (_table(tool, "taskipy", "tasks"), "task"),
        (_table(tool, "hatch", "envs", "default", "scripts"), "hatch run"),
        (_table(tool, "tox", "env"), "tox -e"),
    )
    found = [(name, f"{runner} {name}") for table, runner in reversed(tables) for name in table]
    pytest = _table(tool, "pytest", "ini_options")
    return [*([("tests", "python3 -m pytest")] if pytest else []), *found]


def _pre_commit(text: str) -> Steps:
    has_hooks = re.search(r"^\s*-?\s*hooks:", text, re.MULTILINE)
    return [("lint", "pre-commit run --all-files")] if has_hooks else []


_READERS: Mapping[str, Callable[[str], Steps]] = {
    "GNUmakefile": _make,
    "makefile": _make,
    "Makefile": _make,
    "justfile": _just,
    ".justfile": _just,
    "Justfile": _just,
    "package.json": _package,
    "tox.ini": _tox,
    "tox.toml": _tox_toml,
    "noxfile.py": _nox,
    "pyproject.toml": _pyproject,
    ".pre-commit-config.yaml": _pre_commit,
}
FILES = tuple(_READERS)
"""Names of the files that may name phases, the first ones first."""
_STARTED_BY = {
    **dict.fromkeys(("GNUmakefile", "makefile", "Makefile"), frozenset({"make", "gmake"})),
    **dict.fromkeys(("justfile", ".justfile", "Justfile"), frozenset({"just"})),
    **dict.fromkeys(("tox.ini", "tox.toml"), frozenset({"tox"})),
    "package.json": frozenset({"npm", "pnpm", "yarn", "bun"}),
    "noxfile.py": frozenset({"nox"}),
    "pyproject.toml": frozenset({"poe", "pdm", "task", "hatch"}),
    ".pre-commit-config.yaml": frozenset({"pre-commit"}),
}


def configured_phases(text: str, name: str) -> dict[Phase, PhaseCommand]:
    """Return the phases that a configuration of ours states.

    Args:
        text: `patchsmith.toml`, or `pyproject.toml` with its table `[tool.patchsmith]`.
        name: Which of the two it is.
    """
    read = _toml(text)
    table = _table(read, "replx") if name == OWN_FILE else _table(read, "tool", OWN_TABLE, "replx")
    return {
        phase: PhaseCommand(value, name)
        for phase in Phase
        if isinstance(value := table.get(phase.value), str)
    }


OWN_FILE = "patchsmith.toml"
"""The configuration that is ours alone; it stands above `pyproject.toml`."""
OWN_TABLE = "patchsmith"
"""Our table of tools in `pyproject.toml`."""


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _toml(text: str) -> object:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def _table(read: object, *names: str) -> dict[str, object]:
    for name in names:
        read = read.get(name) if isinstance(read, dict) else None
    return read if isinstance(read, dict) else {}
