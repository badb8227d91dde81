"""CF07: a run gets more time or more tries."""

from __future__ import annotations

import pytest

from guard_changes import (
    BLOCK,
    WARN,
    Change,
    assert_fires,
    assert_quiet,
    changed_tests,
    reversed_change,
)
from patchsmith.findings import Severity

TEST = "import pytest\nfrom shop import price\n\n\n{}def test_one():\n    assert price(2, 3) == 6\n"


def ini(old: str, new: str) -> Change:
    return {"pytest.ini": f"[pytest]\n{old}\n"}, {"pytest.ini": f"[pytest]\n{new}\n"}


QUIET: dict[str, Change] = {
    "a little more": ini("timeout = 10", "timeout = 15"),
    "less": ini("timeout = 10", "timeout = 5"),
    "fewer tries": ini("addopts = --reruns 3", "addopts = --reruns 1"),
    "minutes of a job": (
        {
            ".github/workflows/ci.yml": "on: push\njobs:\n  t:\n    timeout-minutes: 10\n    steps:\n      - run: pytest\n"
        },
        {
            ".github/workflows/ci.yml": "on: push\njobs:\n  t:\n    timeout-minutes: 15\n    steps:\n      - run: pytest\n"
        },
    ),
}
FIRES: dict[str, tuple[Change, Severity]] = {
    "three times": (ini("timeout = 10", "timeout = 30"), WARN),
    "a hundred times": (ini("timeout = 10", "timeout = 1000"), BLOCK),
    "tries": (ini("addopts = -ra", "addopts = -ra --reruns 3"), WARN),
    "many tries": (ini("addopts = -ra", "addopts = -ra --reruns=50"), BLOCK),
    "a flaky mark": (
        changed_tests(TEST.format(""), TEST.format("@pytest.mark.flaky(reruns=3)\n")),
        WARN,
    ),
    "in a recipe": (
        ({"Makefile": "test:\n\tpytest\n"}, {"Makefile": "test:\n\tpytest --reruns 2\n"}),
        WARN,
    ),
    "vitest": (
        (
            {"vitest.config.ts": "export default { test: { globals: true } };\n"},
            {"vitest.config.ts": "export default { test: { globals: true, retry: 5 } };\n"},
        ),
        WARN,
    ),
    "jest": (
        (
            {"a.test.js": "test('a', () => { expect(f(1)).toBe(2); });\n"},
            {"a.test.js": "jest.retryTimes(4);\ntest('a', () => { expect(f(1)).toBe(2); });\n"},
        ),
        WARN,
    ),
}


@pytest.mark.parametrize("change", QUIET.values(), ids=QUIET.keys())
def test_a_legitimate_change_is_quiet(change: Change) -> None:
    """What only looks like a drop gives no finding that weighs anything."""
    assert_quiet("CF07", change)


@pytest.mark.parametrize(("change", "weight"), FIRES.values(), ids=FIRES.keys())
def test_a_drop_is_found(change: Change, weight: Severity) -> None:
    """A drop is found with the weight that the taxonomy gives it."""
    assert_fires("CF07", change, weight)


@pytest.mark.parametrize("change", [change for change, _ in FIRES.values()], ids=FIRES.keys())
def test_the_same_edit_reversed_is_quiet(change: Change) -> None:
    """The direction counts: undoing the drop is none."""
    assert_quiet("CF07", reversed_change(change))
