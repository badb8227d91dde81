"""Rules of reading phases from a project's files."""

from __future__ import annotations

import json

import pytest

from patchsmith.replx.evident import FILES, configured_phases, evident_phases
from patchsmith.replx.phases import Phase, PhaseCommand

MAKE = ".PHONY: lint build test\nX := 1\nlint: deps\n\truff check .\nbuild test: x\n\ttrue\n"
EVIDENT = {
    "Makefile": (MAKE, "make lint, make build, make test"),
    "GNUmakefile": ("style:\n\ntests::\n\ttrue\n", "make style, -, make tests"),
    "justfile": (
        "set shell := ['sh']\nx := 'lint'\nlint arg='a':\n  ruff\n@build:\n  b\ntest: build\n  t\n",
        "just lint, just build, just test",
    ),
    "package.json": (
        json.dumps({"scripts": {"lint": "eslint .", "compile": "tsc", "test": "vitest"}}),
        "npm run lint, npm run compile, npm run test",
    ),
    "tox.ini": (
        (
            "[tox]\nenvlist = lint, py311\n[testenv]\ncommands = pytest {posargs:%s}\n"
            "[testenv:lint]\ncommands = ruff\n"
        ),
        "tox -e lint, -, tox -e py",
    ),
    "tox.toml": (
        "[env_run_base]\ncommands = [['pytest']]\n[env.lint]\ncommands = [['ruff']]\n",
        "tox -e lint, -, tox -e py",
    ),
    "noxfile.py": (
        (
            "import nox\n@nox.session\ndef lint(s): ...\n"
            "@nox.session(name='build')\ndef b(s): ...\n"
            "@nox.session(python=['3.11'])\ndef tests(s): ...\ndef test(): ...\n"
        ),
        "nox -s lint, nox -s build, nox -s tests",
    ),
    "pyproject.toml": (
        (
            "[tool.poe.tasks]\nlint = 'ruff'\n[tool.hatch.envs.default.scripts]\nbuild = 'b'\n"
            "lint = 'l'\n[tool.pytest.ini_options]\naddopts = '-q'\n"
        ),
        "poe lint, hatch run build, python3 -m pytest",
    ),
    ".pre-commit-config.yaml": (
        "repos:\n  - repo: local\n    hooks:\n      - id: a\n",
        "pre-commit run --all-files, -, -",
    ),
}
BROKEN = ("", "\0", "{", "[", "def", "- :", "[testenv\n", "@@\n")


def shown(found: dict[Phase, PhaseCommand]) -> str:
    """Return the three commands, a dash for one that is not evident."""
    return ", ".join(found[each].text if each in found else "-" for each in Phase)


@pytest.mark.parametrize("name", EVIDENT)
def test_steps_called_like_a_phase_are_that_phase(name: str) -> None:
    """By the runner that knows them, and by the name of its file."""
    text, commands = EVIDENT[name]
    found = evident_phases({name: text})
    assert shown(found) == commands
    assert {each.source for each in found.values()} == {name}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_can_not_be_read_names_nothing(name: str) -> None:
    """No guess, and no error either."""
    for text in BROKEN:
        assert evident_phases({name: text}) == {}


def test_the_first_file_that_knows_a_phase_decides_it() -> None:
    """Others fill in what it does not know."""
    texts = {"package.json": EVIDENT["package.json"][0], "Makefile": "test:\n\ttrue\n"}
    assert shown(evident_phases(texts)) == "npm run lint, npm run compile, make test"


def test_the_target_s_own_runner_is_asked_first() -> None:
    """`npm run ci` is a driver of package.json, whatever the Makefile is for."""
    texts = {"package.json": EVIDENT["package.json"][0], "Makefile": MAKE}
    assert shown(evident_phases(texts)).startswith("make lint")
    found = evident_phases(texts, words=("/usr/bin/npm", "run", "ci"), node_runner="npm")
    assert shown(found) == "npm run lint, npm run compile, npm run test"


def test_scripts_are_run_by_the_project_s_package_manager() -> None:
    """Its name takes npm's place, and only there."""
    texts = {"package.json": EVIDENT["package.json"][0]}
    found = evident_phases(texts, node_runner="yarn")
    assert shown(found) == "yarn run lint, yarn run compile, yarn run test"


def test_a_configuration_states_commands_as_text() -> None:
    """In our table of either file; anything but text states nothing."""
    ours = "[replx]\nlint = 'ruff check .'\nbuild = 3\n"
    assert configured_phases(ours, "patchsmith.toml") == {
        Phase.LINT: PhaseCommand("ruff check .", "patchsmith.toml")
    }
    theirs = "[tool.patchsmith.replx]\ntest = 'pytest'\n"
    assert shown(configured_phases(theirs, "pyproject.toml")) == "-, -, pytest"
    assert configured_phases(theirs, "patchsmith.toml") == {}
    assert configured_phases("[", "patchsmith.toml") == {}
