"""Shell commands as values."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.commands import commands_in, logical_lines


@pytest.mark.parametrize(
    ("line", "tool"),
    [
        ("pytest -q", "pytest"),
        ("python3 -m pytest tests", "pytest"),
        ("CI=1 poetry run mypy src", "mypy"),
        ("coverage run -m pytest", "pytest"),
        ("npx jest --ci", "jest"),
        ("go test ./...", "go test"),
        ("go build ./...", ""),
        ("./scripts/check.sh", "scripts/check.sh"),
        ("rm -rf build", ""),
        ("# pytest", ""),
        ("echo pytest", ""),
    ],
)
def test_the_tool_of_a_command(line: str, tool: str) -> None:
    """Wrappers and assignments are seen through."""
    assert next((command.tool for command in commands_in(line, 1)), "") == tool


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("pytest", False),
        ("pytest || true", True),
        ("pytest || exit 1", False),
        ("pytest || (echo no; exit 1)", False),
        ("pytest; exit 0", True),
        ("- pytest", True),
        ("pytest &", True),
        ("pytest && echo ok", False),
    ],
)
def test_what_hides_a_status(line: str, masked: bool) -> None:
    """A failure that becomes a success is masked."""
    assert bool(commands_in(line, 1)[0].mask) is masked


def test_options_and_continuations() -> None:
    """Values stand beside or behind their option; a backslash joins lines."""
    (line,) = logical_lines("pytest -k one \\\n  --cov=app")
    assert commands_in(line[1], 1)[0].options == (("-k", "one"), ("--cov", "app"))
