"""Where commands stand."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.recipes import recipes_of

FILES = {
    "Makefile": "test: lint\n\t@pytest -q\n",
    "package.json": '{"scripts": {"test": "pytest -q"}}',
    "tox.ini": "[testenv]\ncommands =\n    pytest -q\n",
    "scripts/check.sh": "#!/bin/sh\nset -e\npytest -q\n",
    "pyproject.toml": "[tool.hatch.envs.default.scripts]\ntest = 'pytest -q'\n",
    ".github/workflows/a.yml": "jobs:\n  t:\n    steps:\n      - run: |\n          pytest -q\n",
    ".gitlab-ci.yml": "t:\n  script:\n    - pytest -q\n",
}


@pytest.mark.parametrize(("path", "text"), FILES.items(), ids=FILES.keys())
def test_commands_are_found(path: str, text: str) -> None:
    """Every form of file gives its commands."""
    words = [command.words for recipe in recipes_of(path, text) for command in recipe.commands]
    assert ("pytest", "-q") in words


def test_conditions_of_steps() -> None:
    """A step that never runs, and one that may fail, are known."""
    text = "jobs:\n  t:\n    steps:\n      - if: false\n        run: a\n      - continue-on-error: true\n        run: b\n"
    found = [(r.disabled, r.tolerated) for r in recipes_of(".github/workflows/a.yml", text)]
    assert found == [(True, False), (False, True)]


@pytest.mark.parametrize("path", ["package.json", "pyproject.toml", "tox.ini"])
def test_broken_files_have_none(path: str) -> None:
    """What can not be parsed holds no commands."""
    assert recipes_of(path, "{[" * 5000) == []
