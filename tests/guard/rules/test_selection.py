"""CF01: fewer tests are selected than before."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity

TEST = "from shop import price\n\n\ndef test_one():\n    assert price(2, 3) == 6\n"
TREE = {"tests/test_shop.py": TEST, "tests/unit/test_deep.py": TEST}
RAN = '[tool.pytest.ini_options]\naddopts = "-ra"\ntestpaths = ["tests"]\n'


def configured(path: str, old: str, new: str) -> Change:
    return TREE | {path: old}, TREE | {path: new}


def options(new: str) -> tuple[Change, Severity]:
    return configured("pyproject.toml", RAN, RAN.replace("-ra", new)), BLOCK


def made(new: str) -> tuple[Change, Severity]:
    make = "test:\n\tpython -m pytest -q\n"
    return configured("Makefile", make, make.replace("pytest -q", new)), BLOCK


QUIET: dict[str, Change] = {
    "another option": configured("pyproject.toml", RAN, RAN.replace("-ra", "-ra --strict-markers")),
    "more folders": configured(
        "pyproject.toml", RAN, RAN.replace('["tests"]', '["tests", "more"]')
    ),
    "a folder without tests": configured(
        "pyproject.toml", RAN, RAN + 'norecursedirs = ["vendor"]\n'
    ),
    "written down": configured("pyproject.toml", RAN.partition("testpaths")[0], RAN),
    "linters leave files out": configured(
        "pyproject.toml", RAN, RAN + '\n[tool.ruff]\nexclude = ["tests/unit"]\n'
    ),
    "the same command elsewhere": (
        TREE | {"Makefile": "test:\n\tpytest -k one\n"},
        TREE | {"Makefile": "test: unit\n\nunit:\n\tpytest -k one\n"},
    ),
    "verbose": configured("Makefile", "test:\n\tpytest tests\n", "test:\n\tpytest -v tests\n"),
    "a plugin switched off": configured(
        "Makefile", "test:\n\tpytest\n", "test:\n\tpytest -p no:cacheprovider\n"
    ),
    "another interpreter": configured(
        "Makefile", "test:\n\tpython -m pytest\n", "test:\n\tpython3 -m pytest\n"
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "-k": options("-ra -k 'not one'"),
    "-m": options("-m 'not slow'"),
    "deselect": options("--deselect=tests/test_shop.py::test_one"),
    "ignore": options("--ignore tests/test_shop.py"),
    "ignore by pattern": options("--ignore-glob=*shop*"),
    "collect only": options("--collect-only"),
    "last failed": options("--lf"),
    "in a recipe": made("pytest -q -k one"),
    "one test": made("pytest -q tests/test_shop.py::test_one"),
    "one folder": made("pytest -q tests/unit"),
    "testpaths": (
        configured("pyproject.toml", RAN, RAN.replace('["tests"]', '["tests/unit"]')),
        BLOCK,
    ),
    "testpaths from nothing": (
        configured(
            "setup.cfg",
            "[tool:pytest]\naddopts = -ra\n",
            "[tool:pytest]\naddopts = -ra\ntestpaths = tests/unit\n",
        ),
        BLOCK,
    ),
    "python_files": (
        configured(
            "pytest.ini",
            "[pytest]\naddopts = -ra\n",
            "[pytest]\naddopts = -ra\npython_files = check_*.py\n",
        ),
        BLOCK,
    ),
    "norecursedirs": (
        configured(
            "tox.ini",
            "[pytest]\naddopts = -ra\n",
            "[pytest]\naddopts = -ra\nnorecursedirs = unit\n",
        ),
        BLOCK,
    ),
    "a conftest": (
        (TREE, TREE | {"conftest.py": "collect_ignore_glob = ['tests/unit/*']\n"}),
        BLOCK,
    ),
    "a conftest that appends": (
        (
            TREE,
            TREE
            | {"tests/conftest.py": "collect_ignore = []\ncollect_ignore.append('test_shop.py')\n"},
        ),
        BLOCK,
    ),
    "a package script": (
        configured(
            "package.json",
            '{"scripts": {"test": "jest"}}\n',
            '{"scripts": {"test": "jest -t adds"}}\n',
        ),
        BLOCK,
    ),
    "jest in package.json": (
        configured(
            "package.json",
            '{"scripts": {"test": "jest"}, "jest": {"testEnvironment": "node"}}\n',
            '{"scripts": {"test": "jest"}, "jest": {"testEnvironment": "node", "testPathIgnorePatterns": ["cart"]}}\n',
        ),
        BLOCK,
    ),
    "a workflow": (
        configured(
            ".github/workflows/ci.yml",
            "on: push\njobs:\n  t:\n    steps:\n      - run: |\n          pip install .\n          pytest\n",
            "on: push\njobs:\n  t:\n    steps:\n      - run: |\n          pip install .\n          pytest -m fast\n",
        ),
        BLOCK,
    ),
    "tox": (
        configured(
            "tox.ini",
            "[testenv]\ncommands = pytest {posargs}\n",
            "[testenv]\ncommands = pytest --ignore=tests/unit {posargs}\n",
        ),
        BLOCK,
    ),
    "nox": (
        configured(
            "noxfile.py",
            "def tests(session):\n    session.run('pytest')\n",
            "def tests(session):\n    session.run('pytest', '-k', 'one')\n",
        ),
        BLOCK,
    ),
    "go": (
        configured("Makefile", "test:\n\tgo test ./...\n", "test:\n\tgo test -run TestOne ./...\n"),
        BLOCK,
    ),
    "maven": (
        configured(
            "pom.xml",
            "<project><configuration><forkCount>1</forkCount></configuration></project>\n",
            "<project><configuration><forkCount>1</forkCount><excludes><exclude>**/CartTest.java</exclude></excludes></configuration></project>\n",
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF01", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF01", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF01", reversed_change(change))
