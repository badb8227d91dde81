"""Rules of telling from a driver's output whether lint was clean."""

from __future__ import annotations

import pytest

from loops import phases
from patchsmith.replx.phase_evidence import lint_was_clean

LINT_FAILED = {
    "make": "ruff check .\nFound 1 error.\nmake: *** [Makefile:3: lint] Error 1",
    "older make": "gmake: *** [lint] Error 2",
    "make inside make": "make[1]: *** [Makefile:9: lint] Error 1",
    "just": "error: Recipe `lint` failed on line 2 with exit code 1",
    "nox": "nox > Session lint failed.",
    "npm": "npm ERR! Lifecycle script `lint` failed with error:",
    "newer npm": 'npm error Lifecycle script "lint" failed',
    "task": 'task: Failed to run task "lint": exit status 1',
    "tox": "  lint: FAIL code 1 (0.10=setup[0.05]+cmd[0.05] seconds)",
    "a script's verdict": "lint: FAIL",
    "a script's sentence": "==> lint failed",
    "a header, and nothing behind it": "== lint ==\napp.py:1:1: E501",
    "npm's header": "> app@1.0.0 lint\n> eslint .\n",
    "a linter's summary": "app.py:1:1: F401\nFound 1 error.",
    "a driver that goes on": "lint: FAIL\n== test ==\n3 passed in 0.1s",
}
LINT_CLEAN = {
    "make": "ruff check .\nAll checks passed!\nmake: *** [Makefile:5: build] Error 1",
    "make, by the command's own word": "make: *** [Makefile:5: test] Error 1",
    "nox": "nox > Session tests(python='3.11') failed.",
    "a verdict": "lint: ok\ncc: no such file",
    "a verdict in words": "lint passed",
    "headers": "== lint ==\n== build ==\nundefined reference",
    "npm's headers": "> app@1.0.0 lint\n> eslint .\n\n> app@1.0.0 test\n> vitest\n",
    "an echo": "+ make lint\n+ make build\nno rule",
    "test failed": "test: FAILED",
}
UNKNOWN = {
    "silence": "",
    "words that are no steps": "the test of time\nbuilding trust\nlinted by hand",
    "a test's own failure": "FAIL: test_a (tests.test_app.T)",
    "a line too long to be a header": "lint " * 200,
}


@pytest.mark.parametrize("output", LINT_FAILED.values(), ids=LINT_FAILED.keys())
def test_a_lint_that_failed_is_seen(output: str) -> None:
    """By the name of the step that failed, or because nothing came behind it."""
    assert lint_was_clean(phases(), output.splitlines()) is False


@pytest.mark.parametrize("output", LINT_CLEAN.values(), ids=LINT_CLEAN.keys())
def test_a_failure_behind_lint_is_seen(output: str) -> None:
    """By the step that failed, by lint's verdict, or by a later step's beginning."""
    assert lint_was_clean(phases(), output.splitlines()) is True


@pytest.mark.parametrize("output", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_nothing_is_read_into_other_words(output: str) -> None:
    """The answer is that it does not tell."""
    assert lint_was_clean(phases(), output.splitlines()) is None


def test_tests_that_ran_came_after_lint() -> None:
    """A runner's report is a step's beginning too."""
    assert lint_was_clean(phases(), ["1 failed in 0.1s"], tests_reported=True) is True


def test_a_step_may_have_its_own_name() -> None:
    """What only one phase's command says is that phase's."""
    found = phases(lint="make check-style", build="make all", test="make check")
    assert lint_was_clean(found, ["make: *** [Makefile:3: check-style] Error 1"]) is False
    assert lint_was_clean(found, ["make: *** [Makefile:3: check] Error 1"]) is True
