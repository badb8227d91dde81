"""Configuration as flat settings."""

from __future__ import annotations

import pytest

from patchsmith.guard.facts.settings import addopts, entries_of, settings_of


@pytest.mark.parametrize(
    ("path", "text", "name", "values"),
    [
        ("pyproject.toml", "[a.b]\nc = ['x', 'y']\n", "a.b.c", ("x", "y")),
        ("setup.cfg", "[tool:pytest]\naddopts = -ra -q\n", "tool:pytest.addopts", ("-ra -q",)),
        (
            "tsconfig.json",
            '{"compilerOptions": {"strict": true,}}',
            "compilerOptions.strict",
            ("true",),
        ),
        (
            "pom.xml",
            "<a><testFailureIgnore>true</testFailureIgnore></a>",
            "testFailureIgnore",
            ("true",),
        ),
        ("jest.config.js", "module.exports = { testMatch: ['a', 'b'] };", "testMatch", ("a", "b")),
        ("vitest.config.ts", "x({ test: { testTimeout: 60_000 } })", "testTimeout", ("60000",)),
    ],
)
def test_settings(path: str, text: str, name: str, values: tuple[str, ...]) -> None:
    """Each format gives names and values."""
    assert settings_of(path, text)[name] == values


def test_options_of_pytest() -> None:
    """`addopts` is read as a list or as one text."""
    as_list = settings_of("pyproject.toml", "[tool.pytest.ini_options]\naddopts = ['-k', 'a b']\n")
    as_text = settings_of("pytest.ini", "[pytest]\naddopts = -k 'a b'\n")
    assert addopts(as_list) == addopts(as_text) == (("-k", "a b"),)


def test_entries_of_one_text() -> None:
    """A list may be written as one text."""
    assert entries_of(("E, F W",)) == ("E", "F", "W")


@pytest.mark.parametrize("path", ["a.toml", "a.ini", "a.json", "a.xml"])
def test_broken_files_raise_nothing(path: str) -> None:
    """What can not be parsed has no settings that would be made up."""
    assert isinstance(settings_of(path, "[" * 20_000), dict)
