"""CF03: a check no longer runs in CI."""

from __future__ import annotations

import pytest

from guard_changes import BLOCK, WARN, Change, assert_fires, assert_quiet, reversed_change
from patchsmith.findings import Severity

FLOW = """
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v3
      - name: Types
        run: mypy src
      - name: Test
        run: |
          pip install -e .
          pytest -q
"""


def flow(new: str, old: str = FLOW) -> Change:
    return {".github/workflows/ci.yml": old}, {".github/workflows/ci.yml": new}


TWO = FLOW.replace("      - name: Test", "  unit:\n    steps:\n      - name: Test")
QUIET: dict[str, Change] = {
    "actions upgraded": flow(FLOW.replace("@v3", "@v4")),
    "moved to a job of its own": flow(TWO),
    "a step added": flow(FLOW + "      - run: ruff check .\n"),
    "a trigger added": flow(
        FLOW.replace("[push, pull_request]", "[push, pull_request, merge_group]")
    ),
    "triggers spelled differently": flow(
        FLOW.replace(
            "on: [push, pull_request]", "on:\n  push:\n  pull_request:\n    branches: [main]"
        )
    ),
    "behind a recipe that runs it": (
        {"Makefile": "test:\n\tmypy src\n\tpytest\n", ".github/workflows/ci.yml": FLOW},
        {
            "Makefile": "test:\n\tmypy src\n\tpytest\n",
            ".github/workflows/ci.yml": "on: [push, pull_request]\njobs:\n  t:\n    steps:\n      - run: make test\n",
        },
    ),
    "moved to another workflow": (
        {".github/workflows/ci.yml": FLOW},
        {
            ".github/workflows/ci.yml": FLOW.replace(
                "      - name: Types\n        run: mypy src\n", ""
            ),
            ".github/workflows/types.yml": "on: push\njobs:\n  t:\n    steps:\n      - run: mypy src\n",
        },
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "a step removed": (
        flow(FLOW.replace("      - name: Types\n        run: mypy src\n", "")),
        BLOCK,
    ),
    "a line of a step removed": (flow(FLOW.replace("          pytest -q\n", "")), BLOCK),
    "an echo in its place": (flow(FLOW.replace("run: mypy src", "run: echo mypy src")), BLOCK),
    "never": (
        flow(FLOW.replace("        run: mypy", "        if: false\n        run: mypy")),
        BLOCK,
    ),
    "the job never": (
        flow(FLOW.replace("    runs-on", "    if: ${{ false }}\n    runs-on")),
        BLOCK,
    ),
    "by hand only": (flow(FLOW.replace("[push, pull_request]", "workflow_dispatch")), BLOCK),
    "not for pull requests": (flow(FLOW.replace("[push, pull_request]", "[push]")), BLOCK),
    "the workflow removed": (flow(""), BLOCK),
    "a path left out": (
        flow(
            FLOW.replace(
                "on: [push, pull_request]",
                "on:\n  push:\n    paths-ignore: ['src/**']\n  pull_request:",
            )
        ),
        WARN,
    ),
    "commented out": (flow(FLOW.replace("          pytest -q", "          # pytest -q")), BLOCK),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF03", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF03", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF03", reversed_change(change))
