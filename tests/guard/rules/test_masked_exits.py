"""CF02: the failure of a check no longer fails the run."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity


def recipe(old: str, new: str) -> Change:
    return {"Makefile": f"test:\n\t{old}\n"}, {"Makefile": f"test:\n\t{new}\n"}


def script(old: str, new: str) -> Change:
    return {"scripts/check.sh": old}, {"scripts/check.sh": new}


def step(extra: str, run: str = "pytest") -> str:
    return f"on: push\njobs:\n  t:\n    steps:\n      - name: Test\n{extra}        run: {run}\n"


STRICT = "#!/bin/sh\nset -e\npytest -q\n"
QUIET: dict[str, Change] = {
    "on clean-up": recipe("pytest", "pytest\n\trm -f out || true"),
    "on an upload": (
        {".github/workflows/ci.yml": step("")},
        {
            ".github/workflows/ci.yml": step("")
            + "      - name: Upload\n        continue-on-error: true\n        run: curl -T cov.xml host\n"
        },
    ),
    "a message, then failure": recipe("pytest", "pytest || (echo no; exit 1)"),
    "a pipe that keeps the status": script(
        "set -euo pipefail\npytest\n", "set -euo pipefail\npytest | tee log\n"
    ),
    "set -e spelled differently": script(STRICT, STRICT.replace("set -e\n", "set -eu\n")),
    "its status is its exit": script("set -e\npytest\n", "set -e\npytest\nexit $?\n"),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "|| true": (recipe("pytest", "pytest || true"), BLOCK),
    "|| :": (recipe("pytest", "pytest || :"), BLOCK),
    "|| echo": (recipe("mypy src", "mypy src || echo mypy failed"), BLOCK),
    "; true": (recipe("pytest", "pytest ; true"), BLOCK),
    "a dash": (recipe("pytest", "-pytest"), BLOCK),
    "in the background": (recipe("pytest", "pytest &"), BLOCK),
    "into another program": (recipe("pytest", "pytest | tail -5"), BLOCK),
    "a condition": (recipe("pytest", "if pytest; then echo yes; else echo no; fi"), BLOCK),
    "exit 0": (script(STRICT, STRICT + "exit 0\n"), BLOCK),
    "set -e gone": (script(STRICT, STRICT.replace("set -e\n", "")), BLOCK),
    "set +e": (script(STRICT, STRICT.replace("pytest", "set +e\npytest")), BLOCK),
    "a trap": (script(STRICT, STRICT.replace("pytest", "trap 'exit 0' EXIT\npytest")), BLOCK),
    "pipefail gone": (
        script("set -eo pipefail\npytest | tee log\n", "set -e\npytest | tee log\n"),
        BLOCK,
    ),
    "continue-on-error": (
        (
            {".github/workflows/ci.yml": step("")},
            {".github/workflows/ci.yml": step("        continue-on-error: true\n")},
        ),
        BLOCK,
    ),
    "on the job": (
        (
            {".github/workflows/ci.yml": step("")},
            {
                ".github/workflows/ci.yml": step("").replace(
                    "    steps:", "    continue-on-error: true\n    steps:"
                )
            },
        ),
        BLOCK,
    ),
    "in a workflow": (
        (
            {".github/workflows/ci.yml": step("")},
            {".github/workflows/ci.yml": step("", "pytest || true")},
        ),
        BLOCK,
    ),
    "a package script": (
        (
            {"package.json": '{"scripts": {"test": "vitest run"}}\n'},
            {"package.json": '{"scripts": {"test": "vitest run || true"}}\n'},
        ),
        BLOCK,
    ),
    "tox": (
        (
            {"tox.ini": "[testenv]\ncommands = pytest\n"},
            {"tox.ini": "[testenv]\ncommands = - pytest\n"},
        ),
        BLOCK,
    ),
    "an option": (recipe("ruff check .", "ruff check --exit-zero ."), BLOCK),
    "gitlab": (
        (
            {".gitlab-ci.yml": "test:\n  script:\n    - pytest\n"},
            {".gitlab-ci.yml": "test:\n  script:\n    - pytest\n  allow_failure: true\n"},
        ),
        BLOCK,
    ),
    "maven": (
        (
            {"pom.xml": "<p><forkCount>1</forkCount></p>\n"},
            {
                "pom.xml": "<p><forkCount>1</forkCount><testFailureIgnore>true</testFailureIgnore></p>\n"
            },
        ),
        BLOCK,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF02", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF02", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF02", reversed_change(change))
